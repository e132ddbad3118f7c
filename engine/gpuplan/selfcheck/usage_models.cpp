#include <gpuplan/selfcheck/calc_table.hpp>
#include <gpuplan/units/number_text.hpp>

#include <array>

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

/// Shares of a step's time by cause: what each further stage adds to the ideal step.
void ladder(Inputs& in, Outputs& out) {
    struct Rung {
        const char* input;
        const char* share;
    };
    constexpr std::array rungs = {Rung{"compute_s", "compute"}, Rung{"plus_comm_s", "comm"},
                                  Rung{"plus_sync_s", "sync"},  Rung{"plus_h2d_s", "h2d"},
                                  Rung{"plus_prep_s", "prep"},  Rung{"plus_fetch_s", "fetch"}};
    const double whole = in.number(rungs.back().input);
    Value::Object shares;
    double before = 0.0;
    double sum = 0.0;
    for (const Rung& rung : rungs) {
        const double time = in.number(rung.input);
        if (time < before)
            in.refuse(rung.input, "selfcheck.ladder", {inQuotes(rung.input)});
        const double share = (time - before) / whole;
        shares.push_back({rung.share, Value(share)});
        sum += share;
        before = time;
    }
    out.set("shares", Value(std::move(shares)));
    out.number("sum", sum);
}

void levels(Inputs& in, Outputs& out) {
    const auto mostly = [&in](const char* part, const char* whole) {
        if (in.number(part) > in.number(whole))
            in.refuse(part, "selfcheck.at_most", {inQuotes(part), inQuotes(whole)});
    };
    mostly("gpus_held", "gpus_available");
    mostly("held_s", "window_s");
    mostly("running_s", "held_s");
    const double step = in.number("step_s");
    const double compute = in.number("compute_s");
    const double comm = in.number("exposed_comm_s");
    const double prep = in.number("gpu_prep_s");
    if (compute + comm + prep > step * (1.0 + 1e-12))
        in.refuse("step_s", "selfcheck.step_parts");
    const double running = in.number("running_s") / in.number("held_s") / step;
    out.number("allocated", in.number("gpus_held") * in.number("held_s") /
                                (in.number("gpus_available") * in.number("window_s")));
    out.number("busy_of_held", running * (compute + comm + prep));
    out.number("sm_active_of_held",
               running * (compute * in.number("sm_compute") + comm * in.number("sm_comm") +
                          prep * in.number("sm_prep")));
    out.number("tensor_active_of_held",
               running * in.number("flops_per_step_per_gpu") / in.number("peak_flops"));
}

} // namespace

std::vector<CalcModel> usageModels() {
    const Range some = atLeast(0);
    const Range share = between(0, 1);
    return {
        {"metrics.time_average",
         "time-weighted use of a pool from the changes of its use",
         "states",
         {number("capacity", "GPU", above(0)),
          listOf("changes", listOf("", number("", "1"), 2, 2), 1, 1'000'000),
          number("end", "time")},
         {{"integral", "GPU time"}, {"mean_used", "GPU"}, {"utilization", "1"}},
         timeAverage},
        {"attribution.ladder",
         "shares of a step's time by cause, from step times with one stage more each",
         "attribution",
         {number("compute_s", "s", above(0)), number("plus_comm_s", "s", some),
          number("plus_sync_s", "s", some), number("plus_h2d_s", "s", some),
          number("plus_prep_s", "s", some), number("plus_fetch_s", "s", some)},
         {{"shares", "1"}, {"sum", "1"}},
         ladder},
        {"util.levels",
         "the levels of utilization of one job",
         "utilization",
         {number("gpus_available", "GPU", above(0)), number("window_s", "s", above(0)),
          number("gpus_held", "GPU", some), number("held_s", "s", above(0)),
          number("running_s", "s", some), number("step_s", "s", above(0)),
          number("compute_s", "s", some), number("exposed_comm_s", "s", some),
          number("gpu_prep_s", "s", some), number("flops_per_step_per_gpu", "FLOP", some),
          number("peak_flops", "FLOP/s", above(0)), number("sm_compute", "1", share),
          number("sm_comm", "1", share), number("sm_prep", "1", share)},
         {{"allocated", "1"},
          {"busy_of_held", "1"},
          {"sm_active_of_held", "1"},
          {"tensor_active_of_held", "1"}},
         levels},
    };
}

} // namespace gpuplan::selfcheck
