#include <gpuplan/units/quantity.hpp>
#include <gpuplan/units/quantity_text.hpp>

#include <span>

namespace gpuplan {

namespace {

/// One unit: value in base units = amount * top / bottom.
struct Unit {
    std::string_view name;
    std::int64_t top;
    std::int64_t bottom = 1;
};

template <typename Dimension>
struct Units;

template <>
struct Units<dimension::Bytes> {
    static constexpr std::string_view name = "size";
    static constexpr std::string_view example = "\"80 GiB\"";
    static constexpr Unit list[] = {
        {"B", 1},
        {"KB", 1000},
        {"kB", 1000},
        {"KiB", 1024},
        {"MB", 1'000'000},
        {"MiB", 1'048'576},
        {"GB", 1'000'000'000},
        {"GiB", 1'073'741'824},
        {"TB", 1'000'000'000'000},
        {"TiB", 1'099'511'627'776},
        {"PB", 1'000'000'000'000'000},
        {"PiB", 1'125'899'906'842'624},
    };
    static constexpr Unit shown[] = {{"TiB", 1'099'511'627'776},
                                     {"TB", 1'000'000'000'000},
                                     {"GiB", 1'073'741'824},
                                     {"GB", 1'000'000'000},
                                     {"MiB", 1'048'576},
                                     {"MB", 1'000'000},
                                     {"KiB", 1024},
                                     {"kB", 1000},
                                     {"B", 1}};
};

template <>
struct Units<dimension::BytesPerSecond> {
    static constexpr std::string_view name = "bandwidth";
    static constexpr std::string_view example = "\"400 Gbit/s\" or \"3350 GB/s\"";
    static constexpr Unit list[] = {
        {"bit/s", 1, 8},
        {"kbit/s", 125},
        {"Mbit/s", 125'000},
        {"Gbit/s", 125'000'000},
        {"Tbit/s", 125'000'000'000},
        {"B/s", 1},
        {"kB/s", 1000},
        {"MB/s", 1'000'000},
        {"GB/s", 1'000'000'000},
        {"TB/s", 1'000'000'000'000},
        {"MiB/s", 1'048'576},
        {"GiB/s", 1'073'741'824},
    };
    static constexpr Unit shown[] = {
        {"GB/s", 1'000'000'000}, {"MB/s", 1'000'000}, {"kB/s", 1000}, {"B/s", 1}};
};

template <>
struct Units<dimension::Watt> {
    static constexpr std::string_view name = "power";
    static constexpr std::string_view example = "\"10.2 kW\"";
    static constexpr Unit list[] = {
        {"mW", 1}, {"W", 1000}, {"kW", 1'000'000}, {"MW", 1'000'000'000}};
    static constexpr Unit shown[] = {{"kW", 1'000'000}, {"W", 1000}, {"mW", 1}};
};

bool isEnergyUnit(std::string_view unit) {
    return unit == "kWh" || unit == "Wh" || unit == "MWh" || unit == "J";
}

Result<Int128> inBaseUnits(std::string_view text, std::span<const Unit> units,
                           std::string_view dimensionName, std::string_view example) {
    const Result<QuantityParts> parts = readQuantity(text, example);
    if (!parts)
        return parts.diagnostics();
    Diagnostics diagnostics;
    for (const Unit& unit : units) {
        if (unit.name != parts->unit)
            continue;
        if (parts->amount.isNegative()) {
            diagnostics.error({}, "base.quantity.negative", {inQuotes(text)});
            return diagnostics;
        }
        try {
            return multiplyDivideHalfEven(
                parts->amount.mantissa(), unit.top,
                multiplyChecked(unit.bottom, powerOfTen(parts->amount.places())));
        } catch (const ArithmeticOverflow&) {
            diagnostics.error({}, "base.quantity.too_large", {inQuotes(text)});
            return diagnostics;
        }
    }
    if (dimensionName == "power" && isEnergyUnit(parts->unit))
        diagnostics.error({}, "base.quantity.energy_not_power",
                          {inQuotes(text), std::string(example)});
    else
        diagnostics.error({}, "base.quantity.unit",
                          {inQuotes(text), inQuotes(parts->unit), std::string(dimensionName),
                           std::string(example)});
    return diagnostics;
}

} // namespace

template <typename Dimension>
Result<Quantity<Dimension>> Quantity<Dimension>::parse(std::string_view text) {
    using U = Units<Dimension>;
    const Result<Int128> value = inBaseUnits(text, U::list, U::name, U::example);
    if (!value)
        return value.diagnostics();
    try {
        return Quantity(toInt64(*value));
    } catch (const ArithmeticOverflow&) {
        Diagnostics diagnostics;
        diagnostics.error({}, "base.quantity.too_large", {inQuotes(text)});
        return diagnostics;
    }
}

template <typename Dimension>
std::string Quantity<Dimension>::text() const {
    const Unit* last = nullptr;
    for (const Unit& unit : Units<Dimension>::shown) {
        last = &unit;
        if (m_base != 0 && m_base % unit.top == 0)
            break;
    }
    return std::to_string(m_base / last->top) + " " + std::string(last->name);
}

template class Quantity<dimension::Bytes>;
template class Quantity<dimension::BytesPerSecond>;
template class Quantity<dimension::Watt>;

Result<Energy> parseEnergy(std::string_view text) {
    // One watt-hour is 1000 mW * 3.6e9 us.
    static constexpr Unit units[] = {{"Wh", 3'600'000'000'000},
                                     {"kWh", 3'600'000'000'000'000},
                                     {"MWh", 3'600'000'000'000'000'000}};
    constexpr std::string_view example = "\"412.6 MWh\"";
    const auto parts = splitQuantity(text);
    if (parts && (parts->unit == "W" || parts->unit == "kW" || parts->unit == "MW")) {
        Diagnostics diagnostics;
        diagnostics.error({}, "base.quantity.power_not_energy",
                          {inQuotes(text), std::string(example)});
        return diagnostics;
    }
    const Result<Int128> value = inBaseUnits(text, units, "energy", example);
    if (!value)
        return value.diagnostics();
    return Energy(*value);
}

} // namespace gpuplan
