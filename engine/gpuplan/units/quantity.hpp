#pragma once
/// Physical quantities that can not be mixed up: bytes, power, energy, bandwidth, GPU counts.

#include <gpuplan/base/result.hpp>
#include <gpuplan/units/decimal.hpp>
#include <gpuplan/units/time.hpp>

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace gpuplan {

/// An integer count of a dimension's base unit. Adds and compares only with its own kind; a sum
/// past the range is an ArithmeticOverflow, here and in all that follow.
template <typename Dimension>
class Quantity {
public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(std::int64_t base) : m_base(base) {}
    /// `80 GiB`, `10.2 kW`: by the dimension's units, half to even to the base unit.
    static Result<Quantity> parse(std::string_view text);

    constexpr std::int64_t base() const { return m_base; }
    /// The largest unit that keeps it exact: `80 GiB`, `10200 W`.
    std::string text() const;

    constexpr auto operator<=>(const Quantity&) const = default;
    constexpr Quantity operator+(Quantity other) const {
        return Quantity(toInt64(Int128{m_base} + other.m_base));
    }
    constexpr Quantity operator-(Quantity other) const {
        return Quantity(toInt64(Int128{m_base} - other.m_base));
    }

private:
    std::int64_t m_base = 0;
};

namespace dimension {
struct Bytes;
struct BytesPerSecond;
struct Watt;
struct WattMicrosecond;
} // namespace dimension

/// Bytes. GB = 1e9 B, GiB = 2^30 B.
using Bytes = Quantity<dimension::Bytes>;
/// Bytes per second; text in bit/s (`400 Gbit/s`) or B/s (`3350 GB/s`).
using Bandwidth = Quantity<dimension::BytesPerSecond>;
/// Milliwatts.
using Power = Quantity<dimension::Watt>;

extern template class Quantity<dimension::Bytes>;
extern template class Quantity<dimension::BytesPerSecond>;
extern template class Quantity<dimension::Watt>;

inline constexpr Power kilowatts(std::int64_t value) {
    return Power(value * 1'000'000);
}
inline double inKilowatts(Power power) {
    return static_cast<double>(power.base()) / 1e6;
}
inline double inGigabytes(Bytes bytes) {
    return static_cast<double>(bytes.base()) / 1e9;
}

/// GPUs in thousandths: shares of a GPU are counted exactly.
class GpuCount {
public:
    constexpr GpuCount() = default;
    static constexpr GpuCount whole(std::int64_t gpus) {
        return GpuCount(toInt64(Int128{gpus} * 1000));
    }
    static constexpr GpuCount milli(std::int64_t thousandths) { return GpuCount(thousandths); }
    constexpr std::int64_t inMilli() const { return m_milli; }
    constexpr auto operator<=>(const GpuCount&) const = default;
    constexpr GpuCount operator+(GpuCount other) const {
        return GpuCount(toInt64(Int128{m_milli} + other.m_milli));
    }
    constexpr GpuCount operator-(GpuCount other) const {
        return GpuCount(toInt64(Int128{m_milli} - other.m_milli));
    }
    constexpr GpuCount& operator+=(GpuCount other) { return *this = *this + other; }
    constexpr GpuCount& operator-=(GpuCount other) { return *this = *this - other; }
    /// `4`, `0.5`.
    std::string text() const { return Decimal::scaled(m_milli, 3).text(); }

private:
    constexpr explicit GpuCount(std::int64_t milli) : m_milli(milli) {}
    std::int64_t m_milli = 0;
};

/// GPU-microseconds in thousandths, 128 bits: 10^4 GPUs over three years pass int64.
class GpuTime {
public:
    constexpr GpuTime() = default;
    constexpr explicit GpuTime(Int128 milliMicroseconds) : m_value(milliMicroseconds) {}
    static constexpr GpuTime of(GpuCount gpus, Duration span) {
        return GpuTime(Int128{gpus.inMilli()} * span.count());
    }
    constexpr Int128 base() const { return m_value; }
    /// GPU-hours as the nearest double.
    double inHours() const { return gpuplan::toDouble(m_value) / 3.6e12; }
    constexpr auto operator<=>(const GpuTime&) const = default;
    constexpr GpuTime operator+(GpuTime other) const {
        return GpuTime(addChecked(m_value, other.m_value));
    }
    constexpr GpuTime operator-(GpuTime other) const {
        return GpuTime(subtractChecked(m_value, other.m_value));
    }
    constexpr GpuTime& operator+=(GpuTime other) { return *this = *this + other; }
    constexpr GpuTime& operator-=(GpuTime other) { return *this = *this - other; }

private:
    Int128 m_value = 0;
};

/// Milliwatt-microseconds, 128 bits.
class Energy {
public:
    constexpr Energy() = default;
    constexpr explicit Energy(Int128 milliwattMicroseconds) : m_value(milliwattMicroseconds) {}
    static constexpr Energy of(Power power, Duration span) {
        return Energy(Int128{power.base()} * span.count());
    }
    constexpr Int128 base() const { return m_value; }
    double inKilowattHours() const { return gpuplan::toDouble(m_value) / 3.6e15; }
    constexpr auto operator<=>(const Energy&) const = default;
    constexpr Energy operator+(Energy other) const {
        return Energy(addChecked(m_value, other.m_value));
    }
    constexpr Energy& operator+=(Energy other) { return *this = *this + other; }

private:
    Int128 m_value = 0;
};

/// Reads `12.5 kWh`, `3 MWh`.
Result<Energy> parseEnergy(std::string_view text);

} // namespace gpuplan
