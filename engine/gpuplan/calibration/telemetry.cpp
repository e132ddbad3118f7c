#include <gpuplan/calibration/telemetry.hpp>

#include <algorithm>

namespace gpuplan::calibration {

namespace {

/// Bus ids are written with four or eight digits of domain, in either case.
bool isSameBus(const std::string& a, const std::string& b) {
    const auto bare = [](const std::string& text) {
        std::string bus = text.substr(std::min(text.find_first_not_of('0'), text.size()));
        std::transform(bus.begin(), bus.end(), bus.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        return bus;
    };
    return bare(a) == bare(b);
}

bool mayBeSame(const std::string& a, const std::string& b) {
    return a.empty() || b.empty() || a == b;
}

bool isSameDevice(const GpuIdentity& a, const GpuIdentity& b) {
    if (a.slice != b.slice || a.pod != b.pod)
        return false;
    if (!a.pod.empty())
        return true;
    if (!a.uuid.empty() && !b.uuid.empty())
        return a.uuid == b.uuid;
    if (!mayBeSame(a.host, b.host) || !mayBeSame(a.model, b.model))
        return false;
    if (!a.bus.empty() && !b.bus.empty())
        return isSameBus(a.bus, b.bus);
    return !a.index.empty() && a.index == b.index;
}

void complete(std::string& known, const std::string& further) {
    if (known.empty())
        known = further;
}

} // namespace

const std::array<Metric, metricCount>& metrics() {
    static const std::array<Metric, metricCount> all{
        Metric::GpuUtil,     Metric::EngineActive, Metric::SmActive,
        Metric::SmOccupancy, Metric::TensorActive, Metric::DramActive,
        Metric::MemoryUsed,  Metric::MemoryShare,  Metric::Power};
    return all;
}

std::string_view name(Metric metric) {
    switch (metric) {
    case Metric::GpuUtil:
        return "gpu_util";
    case Metric::EngineActive:
        return "engine_active";
    case Metric::SmActive:
        return "sm_active";
    case Metric::SmOccupancy:
        return "sm_occupancy";
    case Metric::TensorActive:
        return "tensor_active";
    case Metric::DramActive:
        return "dram_active";
    case Metric::MemoryUsed:
        return "memory_used";
    case Metric::MemoryShare:
        return "memory_share";
    case Metric::Power:
        return "power";
    }
    return "";
}

std::string_view unit(Metric metric) {
    return metric == Metric::MemoryUsed ? "B" : metric == Metric::Power ? "W" : "1";
}

bool isShare(Metric metric) {
    return metric != Metric::MemoryUsed && metric != Metric::Power;
}

std::size_t Telemetry::gpu(const GpuIdentity& identity) {
    std::string key;
    for (const std::string* const part :
         {&identity.uuid, &identity.host, &identity.bus, &identity.index, &identity.slice,
          &identity.pod, &identity.model})
        key += *part + '\n';
    if (const auto known = m_known.find(key); known != m_known.end())
        return known->second;
    std::size_t place = gpus.size();
    if (const auto found = match(identity)) {
        place = *found;
        GpuIdentity& known = gpus[place].identity;
        complete(known.uuid, identity.uuid);
        complete(known.host, identity.host);
        complete(known.bus, identity.bus);
        complete(known.index, identity.index);
        complete(known.model, identity.model);
    } else {
        gpus.push_back({identity, {}});
    }
    m_known.emplace(std::move(key), place);
    return place;
}

/// One device, or none: of several that it may be, it is none for sure.
std::optional<std::size_t> Telemetry::match(const GpuIdentity& identity) const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < gpus.size(); ++i)
        if (isSameDevice(gpus[i].identity, identity)) {
            if (found)
                return std::nullopt;
            found = i;
        }
    return found;
}

} // namespace gpuplan::calibration
