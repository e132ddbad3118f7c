#include <gpuplan/report/figures.hpp>
#include <gpuplan/report/rounding.hpp>
#include <gpuplan/units/number_text.hpp>

#include <array>
#include <cmath>

namespace gpuplan::report {

namespace {

struct Wording {
    std::string_view name;
    std::string_view key;
};

constexpr std::array accountWords{
    Wording{ledger::accounts::cash, "report.account.cash"},
    Wording{ledger::accounts::hardware, "report.account.hardware"},
    Wording{ledger::accounts::prepaid, "report.account.prepaid"},
    Wording{ledger::accounts::onDemand, "report.account.on_demand"},
    Wording{ledger::accounts::spot, "report.account.spot"},
    Wording{ledger::accounts::spotRework, "report.account.spot_rework"},
    Wording{ledger::accounts::commitment, "report.account.commitment"},
    Wording{ledger::accounts::unusedCommitment, "report.account.unused_commitment"},
    Wording{ledger::accounts::storage, "report.account.storage"},
    Wording{ledger::accounts::egress, "report.account.egress"},
    Wording{ledger::accounts::preparation, "report.account.preparation"},
    Wording{ledger::accounts::depreciation, "report.account.depreciation"},
    Wording{ledger::accounts::disposal, "report.account.disposal"},
    Wording{ledger::accounts::power, "report.account.power"},
    Wording{ledger::accounts::colocation, "report.account.colocation"},
    Wording{ledger::accounts::staff, "report.account.staff"},
    Wording{ledger::accounts::maintenance, "report.account.maintenance"},
    Wording{ledger::accounts::other, "report.account.other"},
};

constexpr std::array causeWords{
    Wording{"unallocated", "report.cause.unallocated"},
    Wording{"down", "report.cause.down"},
    Wording{"provisioning", "report.cause.provisioning"},
    Wording{"idle_held", "report.cause.idle_held"},
    Wording{"restart", "report.cause.restart"},
    Wording{"checkpoint", "report.cause.checkpoint"},
    Wording{"fetch", "report.cause.fetch"},
    Wording{"prep", "report.cause.prep"},
    Wording{"h2d", "report.cause.h2d"},
    Wording{"sync", "report.cause.sync"},
    Wording{"comm", "report.cause.comm"},
    Wording{"unused_commitment", "report.cause.unused_commitment"},
    Wording{"rounding", "report.cause.rounding"},
};

template <std::size_t N>
std::string worded(const std::array<Wording, N>& words, const std::string& name,
                   Language language) {
    for (const Wording& word : words)
        if (word.name == name)
            return text(word.key, language);
    return name;
}

} // namespace

std::string percentText(const std::optional<double>& share) {
    if (!share || !std::isfinite(*share))
        return "n/a";
    const double percent = *share * 100;
    return fixedText(percent, std::abs(percent) < 9.95 ? 1 : 0) + " %";
}

std::string spanText(double seconds) {
    if (!std::isfinite(seconds))
        return "n/a";
    if (seconds < 99.5)
        return fixedText(seconds, 0) + " s";
    if (seconds < 99.5 * 60)
        return fixedText(seconds / 60, 0) + " min";
    if (seconds < 47.95 * 3600)
        return fixedText(seconds / 3600, 1) + " h";
    return fixedText(seconds / 86400, 1) + " d";
}

std::string rateText(const std::optional<Decimal>& price) {
    if (!price)
        return "n/a";
    const double value = price->toDouble();
    return grouped(fixedText(value, std::abs(value) < 0.1 ? 4 : 2));
}

std::string hoursText(GpuTime time) {
    return grouped(toText(divideHalfEven(time.base(), Int128{3'600'000'000'000})));
}

std::string amountText(const std::optional<double>& amount, Places places) {
    if (!amount || !std::isfinite(*amount))
        return "n/a";
    return grouped(fixedText(*amount, places == Places::Whole ? 0 : 2));
}

std::string moneyWithCurrency(const Money& amount) {
    return moneyText(amount) + " " + amount.currency().code();
}

std::string monthsText(std::int64_t months, Language language) {
    return text(Message{months == 1 ? "report.month" : "report.months", {std::to_string(months)}},
                language);
}

std::string groupedPrice(const std::string& price) {
    const std::size_t blank = price.find(' ');
    std::string amount = price.substr(0, blank);
    if (!parseNumber(amount))
        return price;
    if (amount.ends_with(".00"))
        amount.resize(amount.size() - 3);
    return grouped(amount) + (blank == std::string::npos ? "" : price.substr(blank));
}

std::string accountText(const std::string& account, Language language) {
    return worded(accountWords, account, language);
}

std::string causeName(const std::string& cause, Language language) {
    return worded(causeWords, cause, language);
}

} // namespace gpuplan::report
