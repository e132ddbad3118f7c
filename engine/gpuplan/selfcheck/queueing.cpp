#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/math.hpp>
#include <gpuplan/selfcheck/queueing.hpp>

namespace gpuplan::selfcheck {

double erlangB(double load, std::int64_t servers) {
    GPUPLAN_EXPECTS(load >= 0.0 && servers >= 0, "a load and servers are 0 or more");
    double blocked = 1.0;
    for (std::int64_t k = 1; k <= servers; ++k)
        blocked = load * blocked / (static_cast<double>(k) + load * blocked);
    return blocked;
}

double erlangC(double load, std::int64_t servers) {
    GPUPLAN_EXPECTS(load < static_cast<double>(servers), "a queue needs spare servers");
    const double blocked = erlangB(load, servers);
    return blocked / (1.0 - load / static_cast<double>(servers) * (1.0 - blocked));
}

double ManyServers::spareRate() const {
    return static_cast<double>(servers) / meanService - arrivalPerSecond;
}

double ManyServers::meanWait() const {
    return waitProbability() / spareRate();
}

double ManyServers::waitBeyond(double time) const {
    return waitProbability() * des::exp(-spareRate() * time);
}

double ManyServers::waitQuantile(double q) const {
    GPUPLAN_EXPECTS(q >= 0.0 && q < 1.0, "a quantile is below 1");
    const double waiting = waitProbability();
    return waiting > 1.0 - q ? des::log(waiting / (1.0 - q)) / spareRate() : 0.0;
}

} // namespace gpuplan::selfcheck
