#pragma once
/// Figures as people read them: shares, waits, prices per GPU-hour. `n/a` where a figure is not
/// known.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/metrics/result.hpp>
#include <gpuplan/report/rounding.hpp>

#include <optional>
#include <string>

namespace gpuplan::report {

/// `31 %`, one decimal below ten; `n/a` if unknown.
std::string percentText(const std::optional<double>& share);
/// `0 s`, `45 s`, `12 min`, `3.4 h`, `2.1 d`.
std::string spanText(double seconds);
/// Currency per GPU-hour to the cent, four places below a tenth.
std::string rateText(const std::optional<Decimal>& price);
/// GPU-hours without decimals, grouped.
std::string hoursText(GpuTime time);
/// `1 month`, `36 months`.
std::string monthsText(std::int64_t months, Language language);
/// A price as the ledger writes it, with thousands separators and no empty cents: `2,789,000 USD`.
std::string groupedPrice(const std::string& price);
/// An amount that is no ledger sum, as a present value; `n/a` if unknown or not finite.
std::string amountText(const std::optional<double>& amount, Places places);
/// `1,234,567 USD`.
std::string moneyWithCurrency(const Money& amount);

/// An account in a reader's words: `depreciation`; the account itself if it is none of ours.
std::string accountText(const std::string& account, Language language);
/// A cause of waste in a reader's words.
std::string causeName(const std::string& cause, Language language);

} // namespace gpuplan::report
