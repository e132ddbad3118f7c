#pragma once
/// A running sum that terms also leave again.

namespace gpuplan::des {

/// Carries the rounding of each addition along (Knuth's exact sum of two), so that terms can come
/// and go a million times and the rest stays right to the last bits. An infinite term spoils it.
class CompensatedSum {
public:
    CompensatedSum() = default;
    explicit CompensatedSum(double value) : m_high(value) {}

    void add(double term) {
        const double sum = m_high + term;
        const double part = sum - m_high;
        m_low += (m_high - (sum - part)) + (term - part);
        m_high = sum + m_low;
        m_low -= m_high - sum;
    }
    void subtract(double term) { add(-term); }
    double value() const { return m_high; }

    /// `whole` less the sum, with the carried rounding in it.
    double missingFrom(double whole) const { return (whole - m_high) - m_low; }

private:
    double m_high = 0;
    double m_low = 0;
};

} // namespace gpuplan::des
