#include <gpuplan/planner/explain_origins.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gpuplan::planner {

namespace {

using io::JsonKind;
using io::JsonValue;

constexpr std::string_view hardware = "Assets:Hardware";
constexpr std::string_view depreciation = "Expenses:OnPrem:Depreciation";
constexpr std::string_view maintenance = "Expenses:OnPrem:Maintenance";

std::string textOf(const JsonValue& object, std::string_view key) {
    const auto value = object.find(key);
    return value && value->is(JsonKind::Text) ? std::string(value->text()) : std::string();
}

/// `/waste/1` stands for `/waste/1/cost` too.
bool isPartOf(std::string_view group, std::string_view pointer) {
    return pointer.substr(0, group.size()) == group &&
           (pointer.size() == group.size() || pointer[group.size()] == '/');
}

template <typename Visit>
void forEachItem(const ResultReading& reading, const std::string& pointer, Visit visit) {
    if (const auto list = valueAt(reading.document, pointer))
        for (const JsonValue item : list->items())
            visit(item);
}

/// What the scenario calls the values that an account's postings are made from.
std::vector<std::string_view> fieldsOf(std::string_view account) {
    if (account == depreciation)
        return {"/residual_share", "/lines/"};
    if (account == maintenance)
        return {"/maintenance_per_year", "/lines/"};
    if (account == "Expenses:OnPrem:Power")
        return {"/energy_price", "/pue", "/idle_power", "/full_power"};
    if (account == "Expenses:OnPrem:Colocation")
        return {"/colocation", "/full_power"};
    if (account == "Expenses:OnPrem:Staff")
        return {"/staff", "/salary"};
    if (account == hardware)
        return {"/lines/"};
    if (account.starts_with("Expenses:Cloud:Spot"))
        return {"/spot/"};
    if (account == "Expenses:Egress")
        return {"/egress/"};
    if (account == "Expenses:Preparation")
        return {"/offline/", "/input"};
    if (account == "Expenses:Storage")
        return {"/storage/"};
    return {};
}

bool holdsOneOf(std::string_view place, const std::set<std::string_view>& fields) {
    return std::any_of(fields.begin(), fields.end(), [place](std::string_view field) {
        return place.find(field) != std::string_view::npos;
    });
}

std::optional<Decimal> assumedShare(const ResultReading& reading, const std::string& place) {
    std::optional<Decimal> share;
    forEachItem(reading, "/assumptions", [&](const JsonValue& item) {
        if (!place.empty() && textOf(item, "pointer") == place)
            share = Decimal::parse(textOf(item, "value"));
    });
    return share;
}

/// `2789000.00 USD x (1 - 0.33) = 1868630.00 USD`, or the residual value where no share is told.
void addStep(const ResultReading& reading, const LedgerRow& row, const Money& bought,
             Explanation& explanation) {
    const Result<Money> written = Money::parse(row.price);
    if (!written || written->currency() != bought.currency())
        return;
    try {
        const auto share = assumedShare(reading, row.pointer);
        const Decimal price = Decimal::scaled(bought.micros(), 6);
        const bool comesOut = share && Money::of(price * (Decimal::integer(1) - *share),
                                                 bought.currency()) == *written;
        const std::string how =
            comesOut ? " x (1 - " + share->text() + ")" : " - " + (bought - *written).text();
        explanation.steps.push_back(
            {"planner.explain.written_off", {row.pool, bought.text() + how, written->text()}});
    } catch (const ArithmeticOverflow&) {
        return; // hand-made amounts: the transactions stand for themselves
    }
}

/// Which alternatives the figure is about, by position, and the fields of each that it uses.
class Scope {
public:
    Scope(const ResultReading& reading, const Explanation& explanation) {
        const std::string& what = explanation.what;
        const auto name = [&](const std::string& pointer) {
            const auto value = valueAt(reading.document, pointer);
            return value && value->is(JsonKind::Text) ? std::string(value->text()) : std::string();
        };
        std::set<std::string> whole;
        if (what.starts_with("/break_even/")) {
            const std::string base = what.substr(0, what.find('/', 12));
            whole = {name(base + "/a"), name(base + "/b")};
            m_discounted = true;
        }
        std::size_t index = 0;
        forEachItem(reading, "/alternatives", [&](const JsonValue& item) {
            const std::string base = "/alternatives/" + std::to_string(index++);
            const std::string own = textOf(item, "name");
            if (whole.contains(own))
                m_whole.insert(base);
            for (const LedgerRow& row : explanation.postings)
                if (row.alternative == own)
                    for (const std::string_view field : fieldsOf(row.account))
                        m_fields[base].insert(field);
            if (isPartOf(base, what))
                ofFigure(base, what.substr(base.size()), explanation);
        });
    }

    bool covers(const std::string& place) const {
        if (m_discounted && place == "/discount_rate")
            return true;
        const auto isAbove = [&](const std::string& base) { return isPartOf(base, place); };
        // What a kilowatt-hour emits is in no cost.
        const bool isCost = place.find("/carbon") == std::string::npos;
        return (isCost && std::any_of(m_whole.begin(), m_whole.end(), isAbove)) ||
               std::any_of(m_fields.begin(), m_fields.end(), [&](const auto& entry) {
                   return isAbove(entry.first) && holdsOneOf(place, entry.second);
               });
    }
    const std::set<std::string>& whole() const { return m_whole; }

private:
    void ofFigure(const std::string& base, std::string_view figure,
                  const Explanation& explanation) {
        for (const std::string_view one : {"/npv", "/irr", "/payback_months", "/equivalent"})
            m_discounted = m_discounted || figure.starts_with(one);
        const bool isCost = figure.starts_with("/cost_per") || figure.ends_with("/cost") ||
                            figure.ends_with("/total") ||
                            (figure.starts_with("/cost") && explanation.ledgerMissing);
        if ((m_discounted || isCost) && !figure.starts_with("/jobs"))
            m_whole.insert(base);
        if (figure == "/energy_kwh" || figure == "/carbon_kg")
            m_fields[base].insert({"/pue", "/idle_power", "/full_power"});
        if (figure == "/carbon_kg")
            m_fields[base].insert("/carbon");
    }

    std::set<std::string> m_whole;
    std::map<std::string, std::set<std::string_view>> m_fields;
    bool m_discounted = false;
};

} // namespace

void addPurchases(const ResultReading& reading, Explanation& explanation) {
    if (!reading.ledger)
        return;
    using Pool = std::pair<std::string, std::string>; // alternative, pool
    std::map<Pool, const LedgerRow*> pools;           // with a row of depreciation, if any
    std::set<std::uint64_t> shown;
    for (const LedgerRow& row : explanation.postings) {
        shown.insert(row.entry);
        if (row.account == depreciation || row.account == maintenance) {
            const LedgerRow*& known = pools[{row.alternative, row.pool}];
            if (row.account == depreciation && known == nullptr)
                known = &row;
        }
    }
    if (pools.empty())
        return;
    std::map<Pool, Money> bought;
    for (const LedgerRow& row : *reading.ledger) {
        const Pool pool{row.alternative, row.pool};
        if (row.account != hardware || row.view != "billed" || row.amount.isNegative() ||
            !pools.contains(pool))
            continue;
        const auto [sum, isFirst] = bought.try_emplace(pool, row.amount);
        if (!isFirst && sum->second.currency() == row.amount.currency())
            sum->second += row.amount;
        if (!shown.contains(row.entry))
            explanation.purchases.push_back(row);
    }
    for (const auto& [pool, row] : pools)
        if (const auto sum = bought.find(pool); row != nullptr && sum != bought.end())
            addStep(reading, *row, sum->second, explanation);
}

void addAssumptions(const ResultReading& reading, Explanation& explanation) {
    const std::string& what = explanation.what;
    const std::size_t slash = what.starts_with("/alternatives/") ? what.find('/', 14) : what.npos;
    const std::string base = what.substr(0, slash);
    if (slash != std::string::npos)
        forEachItem(reading, base + "/estimated", [&](const JsonValue& item) {
            if (item.is(JsonKind::Text) && isPartOf(item.text(), what.substr(slash)))
                explanation.estimated = true;
        });
    const bool ofTheJobs = explanation.estimated && slash != std::string::npos;
    const Scope scope(reading, explanation);
    forEachItem(reading, "/assumptions", [&](const JsonValue& item) {
        const std::string place = textOf(item, "pointer");
        const bool ofTheSpot = isPartOf(base, place) && place.find("/spot/") != std::string::npos;
        if (scope.covers(place) || (ofTheJobs && (place.ends_with("/activity") || ofTheSpot)))
            explanation.assumptions.push_back({place, textOf(item, "value"), textOf(item, "source"),
                                               textOf(item, "as_of"), textOf(item, "confidence")});
    });
    // What the run assumed itself. Lines that begin with a price say where the price is from, as
    // the postings do.
    for (const std::string& whole : scope.whole())
        forEachItem(reading, whole + "/assumptions", [&](const JsonValue& item) {
            if (item.is(JsonKind::Text) && !item.text().empty() &&
                (item.text()[0] < '0' || item.text()[0] > '9'))
                explanation.assumptions.push_back(
                    {item.pointer(), std::string(item.text()), "", "", ""});
        });
}

} // namespace gpuplan::planner
