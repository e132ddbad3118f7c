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

void oneServer(Inputs& in, Outputs& out) {
    const double load = in.number("arrival_per_s") * in.number("mean_service_s");
    if (load >= 1.0)
        in.refuse("mean_service_s", "selfcheck.unstable", {numberText(load)});
    else
        out.number("mean_wait_s", oneServerWait(in.number("arrival_per_s"),
                                                in.number("mean_service_s"), in.number("scv")));
}

/// Allen and Cunneen's approximation.
void anyLaw(Inputs& in, Outputs& out) {
    const ManyServers queue{in.number("arrival_per_s"), in.number("mean_service_s"),
                            in.integer("servers")};
    if (queue.load() >= static_cast<double>(queue.servers))
        in.refuse("servers", "selfcheck.unstable", {numberText(queue.load())});
    else
        out.number("mean_wait_s",
                   (in.number("scv_arrival") + in.number("scv_service")) / 2.0 * queue.meanWait());
}

void poolSize(Inputs& in, Outputs& out) {
    out.number("servers", static_cast<double>(
                              serversForWait(in.number("offered_load"), in.number("mean_service_s"),
                                             in.number("wait_limit_s"), in.number("probability"))));
}

void branches(Inputs& in, Outputs& out) {
    const Hyperexponential law = balancedBranches(in.number("mean"), in.number("scv"));
    out.number("p1", law.firstShare);
    out.number("rate1", law.firstRate);
    out.number("rate2", law.secondRate);
}

void burst(Inputs& in, Outputs& out) {
    const Overflow result =
        overflow({in.number("arrival_per_s"), in.number("mean_service_s"), in.integer("own_gpus")},
                 in.number("wait_threshold_s"));
    out.number("overflow_fraction", result.fraction);
    out.number("own_utilization", result.ownUtilization);
    out.number("mean_queue_s", result.meanQueue);
    out.number("p_no_wait", result.noWait);
}

} // namespace

std::vector<CalcModel> queueModels() {
    const Range some = atLeast(0);
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
        {"queue.mg1",
         "mean wait at one server with run times of any law",
         "queueing",
         {number("arrival_per_s", "1/s", above(0)), number("mean_service_s", "s", above(0)),
          number("scv", "1", some)},
         {{"mean_wait_s", "s"}},
         oneServer},
        {"queue.ggc",
         "approximate mean wait in a pool, arrivals and run times of any law",
         "queueing",
         {number("arrival_per_s", "1/s", above(0)), number("mean_service_s", "s", above(0)),
          number("scv_arrival", "1", some), number("scv_service", "1", some),
          integer("servers", "1", 1, 1e7)},
         {{"mean_wait_s", "s"}},
         anyLaw},
        {"queue.mmc_size",
         "smallest pool that keeps a wait",
         "queueing",
         {number("offered_load", "1", {.least = 0, .most = 1e6, .leastOut = true}),
          number("mean_service_s", "s", above(0)), number("wait_limit_s", "s", some),
          number("probability", "1", {.least = 1e-12, .most = 1})},
         {{"servers", "1"}},
         poolSize},
        {"dist.h2",
         "two-branch exponential law of given mean and variation",
         "queueing",
         {number("mean", "1", above(0)), number("scv", "1", atLeast(1))},
         {{"p1", "1"}, {"rate1", "1"}, {"rate2", "1"}},
         branches},
        {"burst.overflow",
         "own pool that sends jobs to the cloud after a wait",
         "queueing",
         {integer("own_gpus", "GPU", 1, 1e6), number("arrival_per_s", "1/s", above(0)),
          number("mean_service_s", "s", above(0)), number("wait_threshold_s", "s", some)},
         {{"overflow_fraction", "1"},
          {"own_utilization", "1"},
          {"mean_queue_s", "s"},
          {"p_no_wait", "1"}},
         burst},
    };
}

} // namespace gpuplan::selfcheck
