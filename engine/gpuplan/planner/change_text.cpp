#include <gpuplan/base/messages.hpp>
#include <gpuplan/planner/change_text.hpp>

namespace gpuplan::planner {

namespace {

std::string word(model::Precision precision) {
    switch (precision) {
    case model::Precision::Fp32:
        return "FP32";
    case model::Precision::Tf32:
        return "TF32";
    case model::Precision::Mixed:
        return text("advice.change.mixed");
    case model::Precision::Fp8:
        break;
    }
    return "FP8";
}

std::string word(model::Recompute recompute) {
    switch (recompute) {
    case model::Recompute::None:
        return text("advice.change.no_recompute");
    case model::Recompute::Selective:
        return text("advice.change.selective_recompute");
    case model::Recompute::Full:
        break;
    }
    return text("advice.change.full_recompute");
}

std::string word(model::Optimizer optimizer) {
    switch (optimizer) {
    case model::Optimizer::Adam:
        return "Adam";
    case model::Optimizer::Adam8bit:
        return text("advice.change.adam_8bit");
    case model::Optimizer::SgdMomentum:
        break;
    }
    return text("advice.change.sgd");
}

} // namespace

std::string memoryChangeText(const model::StepChange& change) {
    std::string all;
    const auto add = [&all](const std::string& part) { all += (all.empty() ? "" : ", ") + part; };
    const auto number = [](std::string_view key, std::int64_t value) {
        return text(Message{std::string(key), {std::to_string(value)}});
    };
    if (change.precision)
        add(word(*change.precision));
    if (change.recompute)
        add(word(*change.recompute));
    if (change.optimizer)
        add(word(*change.optimizer));
    if (change.sharding)
        add(number("advice.change.sharding", *change.sharding));
    if (change.tensor)
        add(number("advice.change.tensor", *change.tensor));
    if (change.microBatch)
        add(number("advice.change.micro_batch", *change.microBatch));
    return all;
}

} // namespace gpuplan::planner
