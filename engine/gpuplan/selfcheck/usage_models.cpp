#include <gpuplan/selfcheck/calc_table.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::selfcheck {

namespace {

/// Integral of a step function: each value holds until the next change.
void timeAverage(Inputs& in, Outputs& out) {
    const Value::List& changes = in.list("changes");
    const double end = in.number("end");
    double integral = 0.0;
    double begin = 0.0;
    double since = 0.0;
    double used = 0.0;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const std::vector<double> change = changes[i].asNumbers();
        if (i == 0)
            begin = change[0];
        else if (change[0] < since)
            in.refuse("changes", "selfcheck.not_ascending", {numberText(change[0])});
        else
            integral += used * (change[0] - since);
        since = change[0];
        used = change[1];
        if (used < 0.0 || used > in.number("capacity"))
            in.refuse("changes", "selfcheck.over_capacity",
                      {numberText(used), numberText(in.number("capacity"))});
    }
    if (end <= begin || end < since)
        in.refuse("end", "selfcheck.end_before_changes", {numberText(end)});
    integral += used * (end - since);
    const double mean = integral / (end - begin);
    out.number("integral", integral);
    out.number("mean_used", mean);
    out.number("utilization", mean / in.number("capacity"));
}

} // namespace

std::vector<CalcModel> usageModels() {
    return {
        {"metrics.time_average",
         "time-weighted use of a pool from the changes of its use",
         "states",
         {number("capacity", "GPU", above(0)),
          listOf("changes", listOf("", number("", "1"), 2, 2), 1, 1'000'000),
          number("end", "time")},
         {{"integral", "GPU time"}, {"mean_used", "GPU"}, {"utilization", "1"}},
         timeAverage},
    };
}

} // namespace gpuplan::selfcheck
