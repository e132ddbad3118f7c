#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/math.hpp>
#include <gpuplan/selfcheck/queueing.hpp>

#include <cmath>

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

double oneServerWait(double arrivalPerSecond, double meanService, double scv) {
    const double load = arrivalPerSecond * meanService;
    GPUPLAN_EXPECTS(load < 1.0, "a queue needs spare servers");
    return load * meanService * (1.0 + scv) / (2.0 * (1.0 - load));
}

std::int64_t serversForWait(double load, double meanService, double limit, double probability) {
    GPUPLAN_EXPECTS(load > 0.0 && probability > 0.0, "a load and a probability are above 0");
    double blocked = 1.0; // Erlang B, one server more each round
    for (std::int64_t servers = 1;; ++servers) {
        const auto count = static_cast<double>(servers);
        blocked = load * blocked / (count + load * blocked);
        if (count <= load)
            continue;
        const double waiting = blocked / (1.0 - load / count * (1.0 - blocked));
        if (waiting * des::exp(-(count - load) * limit / meanService) <= probability)
            return servers;
    }
}

Hyperexponential balancedBranches(double mean, double scv) {
    GPUPLAN_EXPECTS(mean > 0.0 && scv >= 1.0, "two branches vary at least as one does");
    const double p = (1.0 + std::sqrt((scv - 1.0) / (scv + 1.0))) / 2.0;
    return {p, 2.0 * p / mean, 2.0 * (1.0 - p) / mean};
}

Overflow overflow(const ManyServers& own, double threshold) {
    const double lambda = own.arrivalPerSecond;
    const double load = own.load();
    const double capacity = static_cast<double>(own.servers) / own.meanService;
    const double theta = capacity - lambda;
    const double x = theta * threshold;
    // All weights over that of c-1 busy servers, w_(c-1) = 1: sum of w_j for j < c.
    double idle = 1.0;
    for (std::int64_t j = 1; j < own.servers; ++j)
        idle = idle * static_cast<double>(j) / load + 1.0;
    // Queued and overflowing jobs carry e^(-theta v); above capacity that grows, so all is scaled
    // by e^x and only falling exponentials are left.
    const double scale = x < 0.0 ? des::exp(x) : 1.0;
    const double fall = x < 0.0 ? 1.0 : des::exp(-x);
    // (1 - e^-x)/x and (1 - e^-x (1+x))/x^2, by series near 0, both times the scale.
    double first = 1.0 - x / 2.0 + x * x / 6.0;
    double second = 0.5 - x / 3.0 + x * x / 8.0 - x * x * x / 30.0;
    if (x > 1e-3) {
        first = -des::expm1(-x) / x;
        second = (1.0 - fall * (1.0 + x)) / (x * x);
    } else if (x < -1e-3) {
        first = des::expm1(x) / x;
        second = (scale - (1.0 + x)) / (x * x);
    } else {
        first *= scale;
        second *= scale;
    }
    const double inner = lambda * threshold * first;
    const double tail = lambda * fall / capacity;
    const double all = idle * scale + inner + tail;
    Overflow result;
    result.fraction = tail / all;
    result.ownUtilization = lambda * (1.0 - result.fraction) / capacity;
    result.meanQueue = (lambda * threshold * threshold * second + threshold * tail) / all;
    result.noWait = 1.0 - (inner + tail) / all;
    return result;
}

} // namespace gpuplan::selfcheck
