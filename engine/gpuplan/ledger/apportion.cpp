#include <gpuplan/base/contract.hpp>
#include <gpuplan/ledger/apportion.hpp>

#include <algorithm>
#include <numeric>

namespace gpuplan::ledger {

namespace {

struct Share {
    Int128 floor = 0;
    Int128 remainder = 0;
};

/// whole * weight / sum, rounded down, and what is left. Binary long division of the 256-bit
/// product: the quotient never passes `whole`, and the remainder stays below `sum`.
Share exactShare(UInt128 whole, UInt128 weight, UInt128 sum) {
    UInt128 quotient = 0;
    UInt128 remainder = 0;
    for (int bit = 127; bit >= 0; --bit) {
        // Both < sum <= 2^127, so the doubled remainder plus the weight stays inside 128 bits.
        quotient <<= 1U;
        remainder <<= 1U;
        if (remainder >= sum) {
            remainder -= sum;
            ++quotient;
        }
        if (((whole >> static_cast<unsigned>(bit)) & 1U) != 0) {
            remainder += weight;
            if (remainder >= sum) {
                remainder -= sum;
                ++quotient;
            }
        }
    }
    return {static_cast<Int128>(quotient), static_cast<Int128>(remainder)};
}

} // namespace

std::vector<Int128> apportion(Int128 whole, std::span<const Int128> weights) {
    GPUPLAN_EXPECTS(!weights.empty(), "something is dealt out to someone");
    Int128 sum = 0;
    for (const Int128 weight : weights) {
        GPUPLAN_EXPECTS(weight >= 0, "a weight is not negative");
        sum = addChecked(sum, weight);
    }
    std::vector<Int128> parts(weights.size());
    if (sum == 0) {
        parts.front() = whole;
        return parts;
    }
    const bool negative = whole < 0;
    const UInt128 size = negative ? -static_cast<UInt128>(whole) : static_cast<UInt128>(whole);
    std::vector<Int128> remainders(weights.size());
    Int128 left = static_cast<Int128>(size);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        // The whole weight alone: no remainder, and the division below wants weight < sum.
        const Share share = weights[i] == sum ? Share{static_cast<Int128>(size), 0}
                                              : exactShare(size, static_cast<UInt128>(weights[i]),
                                                           static_cast<UInt128>(sum));
        parts[i] = share.floor;
        remainders[i] = share.remainder;
        left -= share.floor;
    }
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
    for (std::size_t i = 0; left > 0; ++i, --left)
        ++parts[order[i]];
    if (negative)
        for (Int128& part : parts)
            part = -part;
    return parts;
}

std::vector<Money> apportion(const Money& whole, std::span<const Int128> weights) {
    std::vector<Money> parts;
    for (const Int128 part : apportion(Int128{whole.micros()}, weights))
        parts.emplace_back(toInt64(part), whole.currency());
    return parts;
}

} // namespace gpuplan::ledger
