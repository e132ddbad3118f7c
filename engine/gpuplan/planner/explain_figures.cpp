#include <gpuplan/ledger/journal.hpp>
#include <gpuplan/planner/explain_figures.hpp>

#include <algorithm>
#include <array>

namespace gpuplan::planner {

namespace {

std::vector<std::string> partsOf(std::string_view pointer) {
    std::vector<std::string> parts;
    while (!pointer.empty()) {
        pointer.remove_prefix(1);
        const std::size_t next = std::min(pointer.find('/'), pointer.size());
        parts.emplace_back(pointer.substr(0, next));
        pointer.remove_prefix(next);
    }
    return parts;
}

/// Account names hold no `/` or `~`, so a part of the pointer is the name.
bool fits(const std::vector<std::string>& parts, std::string_view pattern) {
    const std::vector<std::string> wanted = partsOf(pattern);
    if (parts.size() != wanted.size())
        return false;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (wanted[i] != "*" && wanted[i] != parts[i])
            return false;
    return true;
}

std::string textAt(const io::JsonDocument& document, const std::string& pointer) {
    const auto value = valueAt(document, pointer);
    return value && value->is(io::JsonKind::Text) ? std::string(value->text()) : std::string();
}

/// As a part of a JSON pointer.
std::string escaped(std::string_view name) {
    std::string part;
    for (const char c : name)
        part += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return part;
}

/// A figure computed from others. Patterns and parts begin below the alternative.
struct Rule {
    std::string_view pattern;
    std::string_view meaning;
    std::string_view method;
    std::array<std::string_view, 3> parts;
};

constexpr std::array rules{
    Rule{"/gpu_hours/capacity", "planner.figure.capacity", "states", {}},
    Rule{"/gpu_hours/paid", "planner.figure.paid", "states", {}},
    Rule{"/gpu_hours/allocated", "planner.figure.allocated", "states", {}},
    Rule{"/gpu_hours/busy", "planner.figure.busy", "utilization", {"/gpu_hours/allocated"}},
    Rule{"/gpu_hours/tensor_active",
         "planner.figure.tensor_active",
         "utilization",
         {"/gpu_hours/allocated"}},
    Rule{"/gpu_hours/useful", "planner.figure.useful", "utilization", {"/gpu_hours/allocated"}},
    Rule{"/utilization/allocated",
         "planner.figure.ratio",
         "utilization",
         {"/gpu_hours/allocated", "/gpu_hours/capacity"}},
    Rule{"/utilization/busy",
         "planner.figure.ratio",
         "utilization",
         {"/gpu_hours/busy", "/gpu_hours/capacity"}},
    Rule{"/utilization/tensor_active",
         "planner.figure.ratio",
         "utilization",
         {"/gpu_hours/tensor_active", "/gpu_hours/capacity"}},
    Rule{"/cost_per_gpu_hour/available",
         "planner.figure.ratio",
         "unit-costs",
         {"/cost/total", "/gpu_hours/capacity"}},
    Rule{"/cost_per_gpu_hour/allocated",
         "planner.figure.ratio",
         "unit-costs",
         {"/cost/total", "/gpu_hours/allocated"}},
    Rule{"/cost_per_gpu_hour/busy",
         "planner.figure.ratio",
         "unit-costs",
         {"/cost/total", "/gpu_hours/busy"}},
    Rule{"/cost_per_gpu_hour/useful",
         "planner.figure.ratio",
         "unit-costs",
         {"/cost/total", "/gpu_hours/useful"}},
    Rule{"/waste/*/gpu_hours",
         "planner.figure.waste_hours",
         "states",
         {"/gpu_hours/paid", "/gpu_hours/useful"}},
    Rule{"/waste/*/cost",
         "planner.figure.waste_cost",
         "states",
         {"/cost/total", "/gpu_hours/paid", "/waste/*/gpu_hours"}},
    Rule{"/wait_s/*", "planner.figure.wait", "waiting", {"/jobs/total", "/jobs/completed"}},
    Rule{"/jobs/*", "planner.figure.jobs", "waiting", {}},
    Rule{"/npv", "planner.figure.npv", "present-value", {"/cost/billed/total"}},
    Rule{"/irr", "planner.figure.irr", "present-value", {"/cost/billed/total"}},
    Rule{"/payback_months/*", "planner.figure.payback", "break-even", {"/cost/billed/total"}},
    Rule{"/equivalent_annual_cost",
         "planner.figure.annual",
         "present-value",
         {"/cost/billed/total"}},
    Rule{"/energy_kwh", "planner.figure.energy", "energy", {}},
    Rule{"/carbon_kg", "planner.figure.carbon", "energy", {"/energy_kwh"}},
    Rule{"/by_tag/*/*/gpu_hours", "planner.figure.tag", "unit-costs", {"/gpu_hours/allocated"}},
    Rule{"/by_tag/*/*/cost", "planner.figure.tag", "unit-costs", {"/cost/total"}},
    Rule{"/cost/by_month/*/resale", "planner.figure.resale", "break-even", {}},
    Rule{"/cost/by_month/*/book_value", "planner.figure.book_value", "depreciation", {}},
    Rule{"/bill_multiplier",
         "planner.figure.ratio",
         "attribution",
         {"/gpu_hours/paid", "/gpu_hours/useful"}},
    Rule{"/steps/*/step_s", "planner.figure.step", "attribution", {"/steps/*/parts_s"}},
    Rule{"/steps/*/cold_step_s", "planner.figure.step_cold", "cache", {"/steps/*/cold_parts_s"}},
    Rule{"/steps/*/samples_per_s",
         "planner.figure.ratio",
         "attribution",
         {"/steps/*/samples", "/steps/*/step_s"}},
    Rule{"/steps/*/parts_s/*",
         "planner.figure.step_part",
         "attribution",
         {"/steps/*/step_s", "/steps/*/timeline_s"}},
    Rule{"/steps/*/cold_parts_s/*",
         "planner.figure.step_part",
         "attribution",
         {"/steps/*/cold_step_s"}},
    Rule{"/steps/*/groups_s/*",
         "planner.figure.step_group",
         "attribution",
         {"/steps/*/step_s", "/steps/*/parts_s"}},
    Rule{"/steps/*/timeline_s/*", "planner.figure.step_time", "attribution", {}},
    Rule{"/steps/*/speedup_without/*",
         "planner.figure.step_without",
         "attribution",
         {"/steps/*/step_s"}},
    Rule{"/steps/*/utilization/*",
         "planner.figure.step_use",
         "utilization",
         {"/steps/*/step_s", "/steps/*/parts_s", "/steps/*/timeline_s"}},
    Rule{"/steps/*/wall_s/*", "planner.figure.step_wall", "states", {"/steps/*/jobs"}},
    Rule{"/services/*/latency/*/*",
         "planner.figure.service_latency",
         "serving",
         {"/services/*/simulated", "/services/*/replicas"}},
    Rule{"/services/*/requests_per_s", "planner.figure.service_rate", "service-week", {}},
    Rule{"/services/*/goodput_per_s",
         "planner.figure.service_goodput",
         "serving",
         {"/services/*/requests_per_s"}},
    Rule{"/services/*/output_tokens_per_s",
         "planner.figure.service_rate",
         "service-week",
         {"/services/*/requests_per_s"}},
    Rule{"/services/*/replicas/*",
         "planner.figure.service_replicas",
         "autoscaling",
         {"/services/*/requests_per_s"}},
    Rule{"/services/*/gpu_hours", "planner.figure.service_hours", "service-week", {}},
    Rule{"/services/*/gpu_share/*", "planner.figure.service_share", "serving", {}},
    Rule{"/services/*/cost",
         "planner.figure.service_cost",
         "service-week",
         {"/cost/total", "/gpu_hours/allocated", "/services/*/gpu_hours"}},
    Rule{"/services/*/cost_per_million_requests",
         "planner.figure.service_unit_cost",
         "service-week",
         {"/services/*/cost", "/services/*/requests_per_s"}},
    Rule{"/services/*/cost_per_million_tokens",
         "planner.figure.service_unit_cost",
         "service-week",
         {"/services/*/cost", "/services/*/output_tokens_per_s"}},
    Rule{"/services/*/energy_per_request_j",
         "planner.figure.service_energy",
         "service-week",
         {"/services/*/replicas", "/services/*/gpu_share", "/services/*/requests_per_s"}},
    Rule{"/event_hash", "planner.figure.event_hash", "numbers", {}},
};

/// `/waste/*/gpu_hours` with the position that the figure has.
std::string filled(std::string_view pattern, const std::vector<std::string>& parts) {
    std::string text(pattern);
    if (const std::size_t star = text.find('*'); star != std::string::npos)
        text.replace(star, 1, parts[1]);
    return text;
}

std::string_view formulaOf(const Rule& rule) {
    if (rule.pattern == "/gpu_hours/capacity")
        return "sum over meter readings and states of GPU time";
    if (rule.pattern == "/gpu_hours/allocated")
        return "sum over meter readings of the states idle_held, restart, checkpoint, fetch, prep, "
               "h2d, sync, comm and compute";
    if (rule.pattern == "/waste/*/cost")
        return "cost x GPU-hours in this state / GPU-hours paid, pool by pool";
    return {};
}

/// Both sides' costs and hours, as far as the result holds what the crossing was computed from.
Figure crossingFigure(const io::JsonDocument& document, const std::string& base) {
    const std::string by = textAt(document, base + "/by");
    Figure figure{"planner.figure.break_even", "break-even", {}, {}};
    struct Question {
        std::string_view by;
        std::string_view formula;
        std::string_view meaning;
        std::vector<std::string_view> inputs;
    };
    const std::vector<std::string_view> rates{
        "/equivalent_annual_cost", "/cost/total",
        "/gpu_hours/allocated",    "/gpu_hours/capacity",
        "/utilization/allocated",  "/cost_per_gpu_hour/allocated"};
    const std::vector<std::string_view> bills{"/cost/billed/total", "/cost/total",
                                              "/cost/by_month/0/billed", "/cost/by_month/0/resale"};
    std::vector<std::string_view> usedBills = bills;
    usedBills.push_back("/utilization/allocated");
    const std::vector<Question> questions{
        {"months", "the first T at which own(T) - resale(T) <= cloud(T)",
         "planner.figure.break_even.time", bills},
        {"hours", "the first T at which own(T) - resale(T) <= cloud(T), T x allocated share",
         "planner.figure.break_even.time", usedBills},
        {"utilization", "A/( Q (k p - v) )", "planner.figure.break_even.rate", rates},
        {"hours_per_week", "A/weeks/(k p - v)", "planner.figure.break_even.rate", rates},
        {"price", "( A/(u Q) + v )/k", "planner.figure.break_even.rate", rates}};
    for (const std::string_view own : {"/a", "/b", "/by", "/explanation"})
        figure.parts.push_back(base + std::string(own));
    const auto question = std::find_if(questions.begin(), questions.end(),
                                       [&](const Question& one) { return one.by == by; });
    if (question == questions.end())
        return figure;
    figure.formula = question->formula;
    figure.meaningKey = question->meaning;
    for (const char* side : {"/a", "/b"}) {
        const auto alternative =
            valueAt(document, "/alternatives/" + escaped(textAt(document, base + side)));
        if (alternative)
            for (const std::string_view input : question->inputs)
                figure.parts.push_back(alternative->pointer() + std::string(input));
    }
    return figure;
}

std::optional<Figure> moneyFigure(const io::JsonDocument& document, const std::string& base,
                                  const std::vector<std::string>& parts) {
    Figure figure;
    PostingFilter filter;
    filter.alternative = textAt(document, base + "/name");
    figure.method = "ledger";
    if (fits(parts, "/cost/total") || fits(parts, "/cost/effective/total")) {
        figure.meaningKey = "planner.figure.effective";
        filter.effective = true;
    } else if (fits(parts, "/cost/billed/total")) {
        figure.meaningKey = "planner.figure.billed";
        filter.billed = true;
    } else if (fits(parts, "/cost/by_account/*") || fits(parts, "/cost/effective/*")) {
        figure.meaningKey = "planner.figure.effective_account";
        filter.effective = filter.exactAccount = true;
        filter.account = parts[2];
    } else if (fits(parts, "/cost/billed/*")) {
        figure.meaningKey = "planner.figure.billed_account";
        filter.billed = filter.exactAccount = true;
        filter.account = parts[2];
    } else if (fits(parts, "/cost/by_month/*/*") && parts[3] != "resale" &&
               parts[3] != "book_value" && parts[3] != "month") {
        const std::string& column = parts[3];
        filter.effective = column.starts_with("effective");
        filter.billed = column.starts_with("billed");
        figure.meaningKey =
            filter.billed ? "planner.figure.billed_month" : "planner.figure.effective_month";
        filter.monthLast = textAt(document, base + "/cost/by_month/" + parts[2] + "/month");
        if (!column.ends_with("_so_far"))
            filter.monthFirst = filter.monthLast;
    } else {
        return std::nullopt;
    }
    figure.postings = std::move(filter);
    return figure;
}

} // namespace

bool PostingFilter::matches(const LedgerRow& row) const {
    if (alternative && row.alternative != *alternative)
        return false;
    if (account &&
        (exactAccount ? row.account != *account : !ledger::covers(*account, row.account)))
        return false;
    if ((effective || billed) && row.view != "both" && !(effective && row.view == "effective") &&
        !(billed && row.view == "billed"))
        return false;
    const std::string month = row.from.substr(0, 7);
    return (monthFirst.empty() || month >= monthFirst) && (monthLast.empty() || month <= monthLast);
}

std::optional<Figure> figureAt(const io::JsonDocument& document, const std::string& pointer) {
    std::vector<std::string> parts = partsOf(pointer);
    if (fits(parts, "/break_even/*/at/*") || fits(parts, "/break_even/*/status") ||
        fits(parts, "/break_even/*")) {
        return crossingFigure(document, "/break_even/" + parts[1]);
    }
    if (fits(parts, "/digest"))
        return Figure{"planner.figure.digest", "numbers", {"/version", "/seed"}, {}};
    if (parts.size() < 3 || parts[0] != "alternatives")
        return std::nullopt;
    const std::string base = "/alternatives/" + parts[1];
    parts.erase(parts.begin(), parts.begin() + 2);
    if (auto figure = moneyFigure(document, base, parts))
        return figure;
    for (const Rule& rule : rules) {
        if (!fits(parts, rule.pattern))
            continue;
        Figure figure{std::string(rule.meaning),
                      std::string(rule.method),
                      {},
                      {},
                      std::string(formulaOf(rule))};
        for (const std::string_view part : rule.parts)
            if (!part.empty())
                figure.parts.push_back(base + filled(part, parts));
        return figure;
    }
    return std::nullopt;
}

} // namespace gpuplan::planner
