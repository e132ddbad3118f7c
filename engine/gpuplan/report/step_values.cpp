#include <gpuplan/report/step_values.hpp>
#include <gpuplan/units/number_text.hpp>

#include <cmath>

namespace gpuplan::report {

using namespace model;

namespace {

std::string sizeText(double bytes) {
    return Bytes(std::llround(bytes)).text();
}

std::string flopsText(double flops) {
    return numberText(flops / 1e9) + " GFLOPs";
}

struct Words {
    std::string operator()(const MeasuredStep& step) const {
        std::string text = std::to_string(step.rows.size()) + " measured rows";
        for (std::size_t i = 0; i < step.rows.size() && i < 4; ++i)
            text += (i == 0 ? ": batch " : "; batch ") + numberText(step.rows[i].batch) + " in " +
                    durationText(step.rows[i].step);
        return text + (step.rows.size() > 4 ? "; ..." : "");
    }
    std::string operator()(const AffineStep& step) const {
        return durationText(step.fixed) + " + batch x " + numberText(step.perSample) + " s on " +
               step.gpu;
    }
    std::string operator()(const StageStep& step) const {
        return "a sample: " + flopsText(step.flopsPerSample) + ", " +
               sizeText(step.bytesPerSample) + " of memory traffic";
    }
    std::string operator()(const TransformerStep& step) const {
        return "transformer: " + std::to_string(step.layers) + " layers, hidden " +
               std::to_string(step.hidden) + ", " + std::to_string(step.heads) + " heads, " +
               std::to_string(step.sequence) + " tokens, vocabulary " +
               std::to_string(step.vocabulary);
    }
    std::string operator()(const ConvolutionalStep& step) const {
        return "convolutional net: forward " + flopsText(step.forwardFlopsPerSample) +
               " a sample at " + numberText(step.efficiency) + " of the peak";
    }
};

struct Kind {
    std::string operator()(const MeasuredStep&) const { return "measured"; }
    std::string operator()(const AffineStep&) const { return "affine"; }
    std::string operator()(const StageStep&) const { return "stages"; }
    std::string operator()(const TransformerStep&) const { return "transformer"; }
    std::string operator()(const ConvolutionalStep&) const { return "convolutional"; }
};

} // namespace

std::string computeKind(const StepCompute& compute) {
    return std::visit(Kind{}, compute);
}

std::string stepValueText(const StepCompute& compute) {
    return std::visit(Words{}, compute);
}

const Provenance& provenanceOf(const StepCompute& compute) {
    return std::visit([](const auto& step) -> const Provenance& { return step.provenance; },
                      compute);
}

std::string stepValueText(const DataSet& data) {
    return grouped(std::to_string(data.samples)) + " samples of " + sizeText(data.bytesPerSample) +
           " on " + data.tier;
}

std::string stepValueText(const InputPipeline& input) {
    std::string text = input.loader == Loader::Synchronous
                           ? std::string("no workers")
                           : std::to_string(input.workers) + " workers a GPU";
    if (input.samplesPerCore)
        text += ", a core prepares " + numberText(*input.samplesPerCore) + " samples/s";
    if (input.gpuShare > 0)
        text += ", GPUs do " + numberText(input.gpuShare) + " of it at " +
                numberText(input.samplesPerGpu) + " samples/s";
    return text;
}

} // namespace gpuplan::report
