#pragma once
/// Forms of values that only catalogs have: sizes and rates as vendors give them, measures of one
/// fixed unit, amounts of any unit.

#include <gpuplan/catalog/catalog.hpp>
#include <gpuplan/io/forms.hpp>

#include <string>
#include <string_view>

namespace gpuplan::io {

/// `"80 GB"`, `"80 GiB"`: any size of 0 to 10^18 bytes.
struct SizeForm {
    using Value = Bytes;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, Value value) const;
    Shape shape() const;
};

/// `"3350 GB/s"` or `"400 Gbit/s"`.
struct RateForm {
    using Value = Bandwidth;
    bool inBits = false; ///< written in Gbit/s
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, Value value) const;
    Shape shape() const;
};

/// A number of 0 or more of one fixed unit: `"989 TFLOPS"`.
struct MeasureForm {
    using Value = double;
    std::string unit;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, Value value) const;
    Shape shape() const;
};

/// A number and its unit, which may be any text: `"6.5 per 1,000 node-days"`.
struct AmountForm {
    struct Value {
        Decimal number;
        std::string unit;
    };
    std::string example;
    bool read(const JsonValue& json, Value& target, Reading& reading) const;
    void write(JsonWriter& out, const Value& value) const;
    Shape shape() const;
};

/// In GB; in GiB or MiB where only these keep it whole.
std::string sizeText(Bytes size);
std::string rateText(Bandwidth rate);    ///< in GB/s
std::string bitRateText(Bandwidth rate); ///< in Gbit/s
/// Plain notation: `2000000`, not `2e+06`.
std::string plainNumber(double value);

const Names<catalog::PriceKind>& priceKindNames();
const Names<catalog::BillRole>& billRoleNames();
std::string nameOf(catalog::PriceKind kind);
std::string nameOf(catalog::BillRole role);

} // namespace gpuplan::io
