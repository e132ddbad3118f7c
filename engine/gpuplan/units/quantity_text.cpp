#include <gpuplan/units/quantity_text.hpp>

namespace gpuplan {

std::optional<QuantityParts> splitQuantity(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && blank(text.back()))
        text.remove_suffix(1);
    std::size_t end = 0;
    while (end < text.size()) {
        const char c = text[end];
        const bool number = (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+';
        // An `e` belongs to the number only where digits follow it: `5 eV` and `5e3 W` differ.
        const bool exponent = (c == 'e' || c == 'E') && end > 0 && end + 1 < text.size() &&
                              ((text[end + 1] >= '0' && text[end + 1] <= '9') ||
                               text[end + 1] == '-' || text[end + 1] == '+');
        if (!number && !exponent)
            break;
        ++end;
    }
    const auto amount = Decimal::parse(text.substr(0, end));
    if (!amount)
        return std::nullopt;
    std::string_view rest = text.substr(end);
    if (!rest.empty() && (rest[0] == ',' || rest[0] == '_' || rest[0] == '\''))
        return std::nullopt;
    while (!rest.empty() && blank(rest.front()))
        rest.remove_prefix(1);
    std::string unit;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        if (blank(rest[i])) {
            const std::size_t next = rest.find_first_not_of(" \t", i);
            if (rest[next] == '/' || unit.back() == '/')
                continue;
        }
        unit += rest[i];
    }
    return QuantityParts{*amount, unit};
}

Result<QuantityParts> readQuantity(std::string_view text, std::string_view example) {
    Diagnostics diagnostics;
    const auto parts = splitQuantity(text);
    if (parts && !parts->unit.empty())
        return *parts;
    diagnostics.error({}, parts ? "base.quantity.no_unit" : "base.quantity.malformed",
                      {inQuotes(text), std::string(example)});
    return diagnostics;
}

} // namespace gpuplan
