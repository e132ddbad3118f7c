#include <gpuplan/des/math.hpp>
#include <gpuplan/selfcheck/calc_table.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace gpuplan::selfcheck {

namespace {

void newsvendor(Inputs& in, Outputs& out) {
    const double committed = in.number("committed_price");
    const double burst = in.number("burst_price");
    if (committed >= burst) {
        in.refuse("committed_price", "selfcheck.below",
                  {inQuotes("committed_price"), inQuotes("burst_price")});
        return;
    }
    const double ratio = 1.0 - committed / burst;
    out.number("critical_ratio", ratio);
    out.number("size",
               in.number("demand_mean") + in.number("demand_sd") * des::inverseNormal(ratio));
}

/// The load-duration argument: a further committed unit pays while the hours that need it, on
/// demand, cost more than all hours committed.
void loadDuration(Inputs& in, Outputs& out) {
    std::vector<double> demand = in.numbers("demand_by_hour");
    std::sort(demand.begin(), demand.end());
    const double committed = in.number("committed_per_h");
    const double onDemand = in.number("on_demand_per_h");
    const auto hours = static_cast<double>(demand.size());
    const auto hoursAbove = [&](double level) {
        return static_cast<double>(demand.end() -
                                   std::upper_bound(demand.begin(), demand.end(), level));
    };
    double level = 0.0;
    for (const double next : demand) {
        if (hoursAbove(level) * onDemand <= hours * committed)
            break;
        level = next;
    }
    double all = 0.0;
    double above = 0.0;
    for (const double need : demand) {
        all += need;
        above += std::max(0.0, need - level);
    }
    out.number("level", level);
    out.number("cost", hours * level * committed + above * onDemand);
    out.number("cost_all_on_demand", all * onDemand);
}

/// Sum over the hours of min(demand, level), from sorted demand and its running sums.
class Served {
public:
    explicit Served(std::vector<double> demand) : m_demand(std::move(demand)) {
        std::sort(m_demand.begin(), m_demand.end());
        m_sums.push_back(0.0);
        for (const double need : m_demand)
            m_sums.push_back(m_sums.back() + need);
    }
    const std::vector<double>& demand() const { return m_demand; }
    double all() const { return m_sums.back(); }
    double upTo(double level) const {
        const auto below = std::upper_bound(m_demand.begin(), m_demand.end(), level);
        return m_sums[static_cast<std::size_t>(below - m_demand.begin())] +
               level * static_cast<double>(m_demand.end() - below);
    }

private:
    std::vector<double> m_demand;
    std::vector<double> m_sums; ///< of the first 0, 1, 2, ... hours
};

/// Costs are straight between the levels at which an hour changes its tier, so one of the whole
/// numbers next to these is the best; the smallest of equal ones.
void threeTiers(Inputs& in, Outputs& out) {
    const Served served(in.numbers("demand_by_hour"));
    const auto hours = static_cast<double>(served.demand().size());
    const double spotCap = in.number("spot_cap");
    const auto cost = [&](double owned) {
        const double own = served.upTo(owned);
        const double ownAndSpot = served.upTo(owned + spotCap);
        return hours * owned * in.number("owned_per_h") +
               own * in.number("owned_variable_per_used_h") +
               (ownAndSpot - own) * in.number("spot_per_h") +
               (served.all() - ownAndSpot) * in.number("on_demand_per_h");
    };
    std::set<double> levels = {0.0};
    for (const double need : served.demand())
        for (const double change : {need, std::max(0.0, need - spotCap)}) {
            levels.insert(std::floor(change));
            levels.insert(std::ceil(change));
        }
    double owned = 0.0;
    double least = std::numeric_limits<double>::infinity();
    for (const double level : levels)
        if (const double one = cost(level); one < least * (1.0 - 1e-12)) {
            least = one;
            owned = level;
        }
    out.number("owned", owned);
    out.number("cost", least);
}

/// Points that no other point beats in both coordinates, sorted by the first; equal ones once.
void pareto(Inputs& in, Outputs& out) {
    std::vector<std::vector<double>> points;
    for (const Value& point : in.list("points"))
        points.push_back(point.asNumbers());
    std::sort(points.begin(), points.end());
    Value::List front;
    double best = std::numeric_limits<double>::infinity();
    for (const std::vector<double>& point : points)
        if (point[1] < best) {
            best = point[1];
            front.push_back(Value::numbers(point));
        }
    out.set("front", Value(std::move(front)));
}

} // namespace

std::vector<CalcModel> optimizationModels() {
    const Range some = atLeast(0);
    const InputSpec demand =
        listOf("demand_by_hour", number("", "GPU", between(0, 100'000)), 1, 8784);
    return {
        {"opt.newsvendor",
         "size of a committed pool for normal demand",
         "optimization",
         {number("demand_mean", "GPU"), number("demand_sd", "GPU", some),
          number("committed_price", "money/h", above(0)),
          number("burst_price", "money/h", above(0))},
         {{"critical_ratio", "1"}, {"size", "GPU"}},
         newsvendor},
        {"opt.load_duration",
         "committed level of least cost for a load by the hour",
         "optimization",
         {demand, number("committed_per_h", "money/h", some),
          number("on_demand_per_h", "money/h", some)},
         {{"level", "GPU"}, {"cost", "money"}, {"cost_all_on_demand", "money"}},
         loadDuration},
        {"opt.three_tier",
         "own GPUs of least cost with capped spot and on demand behind",
         "optimization",
         {demand, number("owned_per_h", "money/h", some),
          number("owned_variable_per_used_h", "money/h", some),
          number("spot_per_h", "money/h", some), number("spot_cap", "GPU", some),
          number("on_demand_per_h", "money/h", some)},
         {{"owned", "GPU"}, {"cost", "money"}},
         threeTiers},
        {"opt.pareto",
         "points that no other point beats in both coordinates, both to be small",
         "optimization",
         {listOf("points", listOf("", number("", "1"), 2, 2), 1, 100'000)},
         {{"front", ""}},
         pareto},
    };
}

} // namespace gpuplan::selfcheck
