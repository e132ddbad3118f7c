#include <gpuplan/finance/checkpoint.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>

namespace gpuplan::selfcheck {

namespace {

void intervals(Inputs& in, Outputs& out) {
    const double checkpoint = in.number("checkpoint_s");
    const double mtbf = in.number("mtbf_s");
    out.number("young_s", finance::youngInterval(checkpoint, mtbf));
    out.number("daly_s", finance::dalyInterval(checkpoint, mtbf));
    out.number("exact_s", finance::bestInterval(checkpoint, mtbf));
}

void expectedTime(Inputs& in, Outputs& out) {
    const double work = in.number("work_s");
    const double expected =
        finance::expectedTime(work, {in.number("interval_s"), in.number("checkpoint_s"),
                                     in.number("restart_s"), in.number("mtbf_s")});
    out.number("expected_s", expected);
    out.number("goodput", work / expected);
}

void effectivePrice(Inputs& in, Outputs& out) {
    const double multiplier = finance::timeMultiplier(
        {in.number("interval_s"), in.number("checkpoint_s"), in.number("restart_s"),
         finance::mtbfFromLossesPerHour(in.number("preemptions_per_h"))});
    out.number("time_multiplier", multiplier);
    out.number("price_per_useful_h",
               in.number("on_demand_per_h") * (1.0 - in.number("discount")) * multiplier);
}

} // namespace

std::vector<CalcModel> failureModels() {
    const Range some = atLeast(0);
    return {
        {"ckpt.interval",
         "best work between checkpoints by Young, by Daly and exactly",
         "checkpoints",
         {number("checkpoint_s", "s", some), number("mtbf_s", "s", above(0))},
         {{"young_s", "s"}, {"daly_s", "s"}, {"exact_s", "s"}},
         intervals},
        {"ckpt.expected_time",
         "expected time of a job under failures",
         "checkpoints",
         {number("work_s", "s", above(0)), number("interval_s", "s", above(0)),
          number("checkpoint_s", "s", some), number("restart_s", "s", some),
          number("mtbf_s", "s", above(0))},
         {{"expected_s", "s"}, {"goodput", "1"}},
         expectedTime},
        {"spot.effective_price",
         "price of a useful hour on interruptible capacity",
         "spot",
         {number("preemptions_per_h", "1/h", some), number("checkpoint_s", "s", some),
          number("restart_s", "s", some), number("interval_s", "s", above(0)),
          number("on_demand_per_h", "USD/h", some), number("discount", "1", between(0, 1))},
         {{"time_multiplier", "1"}, {"price_per_useful_h", "USD/h"}},
         effectivePrice},
    };
}

} // namespace gpuplan::selfcheck
