#include <gpuplan/selfcheck/calc_table.hpp>
#include <gpuplan/selfcheck/queueing.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::selfcheck {

namespace {

void manyServers(Inputs& in, Outputs& out) {
    const ManyServers queue{in.number("arrival_per_s"), in.number("mean_service_s"),
                            in.integer("servers")};
    if (queue.load() >= static_cast<double>(queue.servers)) {
        in.refuse("servers", "selfcheck.unstable", {numberText(queue.load())});
        return;
    }
    const double wait = queue.meanWait();
    out.number("rho", queue.utilization());
    out.number("p_wait", queue.waitProbability());
    out.number("mean_wait_s", wait);
    out.number("mean_queue_len", queue.arrivalPerSecond * wait);
    out.number("mean_sojourn_s", wait + queue.meanService);
    out.number("wait_quantile_s", in.has("quantile")
                                      ? std::optional(queue.waitQuantile(in.number("quantile")))
                                      : std::nullopt);
    out.number("p_wait_gt_threshold",
               in.has("threshold_s") ? std::optional(queue.waitBeyond(in.number("threshold_s")))
                                     : std::nullopt);
}

} // namespace

std::vector<CalcModel> queueModels() {
    return {
        {"queue.mmc",
         "waiting in a pool of equal GPUs, Poisson arrivals, exponential run times",
         "queueing",
         {number("arrival_per_s", "1/s", above(0)), number("mean_service_s", "s", above(0)),
          integer("servers", "1", 1, 1e7),
          optional(number("quantile", "1", {.least = 0, .most = 1, .mostOut = true})),
          optional(number("threshold_s", "s", atLeast(0)))},
         {{"rho", "1"},
          {"p_wait", "1"},
          {"mean_wait_s", "s"},
          {"mean_queue_len", "jobs"},
          {"mean_sojourn_s", "s"},
          {"wait_quantile_s", "s"},
          {"p_wait_gt_threshold", "1"}},
         manyServers},
    };
}

} // namespace gpuplan::selfcheck
