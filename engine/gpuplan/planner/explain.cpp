#include <gpuplan/base/nearest.hpp>
#include <gpuplan/planner/explain.hpp>
#include <gpuplan/planner/explain_figures.hpp>

#include <algorithm>
#include <charconv>
#include <set>

namespace gpuplan::planner {

namespace {

using io::JsonKind;
using io::JsonValue;

constexpr std::size_t mostParts = 40; // of an object asked for as a whole

std::string valueText(const JsonValue& value) {
    switch (value.kind()) {
    case JsonKind::Null:
        return "null";
    case JsonKind::Bool:
        return value.boolean() ? "true" : "false";
    case JsonKind::Number:
        return std::string(value.numberText());
    case JsonKind::Text:
        return std::string(value.text());
    case JsonKind::Array:
        return "[" + std::to_string(value.size()) + "]";
    case JsonKind::Object:
        break;
    }
    return "{" + std::to_string(value.size()) + "}";
}

std::string textOf(const JsonValue& object, std::string_view key) {
    const auto value = object.find(key);
    return value && value->is(JsonKind::Text) ? std::string(value->text()) : std::string();
}

/// `/waste/1` stands for `/waste/1/cost` too.
bool isPartOf(std::string_view group, std::string_view pointer) {
    return pointer.substr(0, group.size()) == group &&
           (pointer.size() == group.size() || pointer[group.size()] == '/');
}

bool costsMore(const Money& a, const Money& b) {
    const auto size = [](const Money& money) {
        return money.isNegative() ? -Int128{money.micros()} : Int128{money.micros()};
    };
    return size(a) > size(b);
}

class Explainer {
public:
    Explainer(const ResultReading& reading, std::string what)
        : m_reading(reading), m_what(std::move(what)) {}

    Result<Explanation> run() {
        m_explanation.what = m_what;
        if (!m_what.empty() && m_what[0] == '/' && byPointer())
            return std::move(m_explanation);
        if (m_what.empty() || m_what[0] != '/') {
            if (byEntry() || byAccount())
                return std::move(m_explanation);
        }
        return unknown();
    }

private:
    bool byPointer() {
        const auto value = valueAt(m_reading.document, m_what);
        if (!value)
            return false;
        const std::string pointer = value->pointer();
        m_explanation.what = pointer;
        m_explanation.value = valueText(*value);
        children(*value);
        const auto figure = figureAt(m_reading.document, pointer);
        if (figure) {
            m_explanation.meaning = text(figure->meaningKey);
            m_explanation.method = "docs/method.md#" + figure->method;
            for (const std::string& part : figure->parts)
                addPart(part);
            if (figure->postings)
                addPostings(*figure->postings);
        }
        assumptions(pointer);
        return true;
    }

    bool byEntry() {
        std::uint64_t entry = 0;
        const char* const end = m_what.data() + m_what.size();
        const auto read = std::from_chars(m_what.data(), end, entry);
        if (read.ec != std::errc() || read.ptr != end || !m_reading.ledger)
            return false;
        for (const LedgerRow& row : *m_reading.ledger)
            if (row.entry == entry)
                m_explanation.postings.push_back(row);
        if (m_explanation.postings.empty())
            return false;
        const LedgerRow& first = m_explanation.postings.front();
        m_explanation.what = text(Message{"planner.explain.entry", {m_what}});
        m_explanation.value = first.quantity + (first.price.empty() ? "" : " x " + first.price);
        m_explanation.meaning = first.description;
        if (!first.formula.empty())
            m_explanation.method = "docs/method.md#" + first.formula;
        m_explanation.estimated = first.estimated;
        gatherPrices();
        return true;
    }

    bool byAccount() {
        if (m_what.empty() || !m_reading.ledger)
            return false;
        PostingFilter filter;
        filter.account = m_what;
        addPostings(filter);
        if (m_explanation.postings.empty())
            return false;
        m_explanation.value = m_explanation.sum->text();
        m_explanation.meaning = text("planner.figure.account");
        m_explanation.method = "docs/method.md#ledger";
        return true;
    }

    void children(const JsonValue& value) {
        for (const JsonValue item : value.items())
            if (m_explanation.parts.size() < mostParts)
                m_explanation.parts.push_back({item.pointer(), valueText(item)});
        for (const io::JsonMember member : value.members())
            if (m_explanation.parts.size() < mostParts)
                m_explanation.parts.push_back({member.value.pointer(), valueText(member.value)});
    }

    void addPart(const std::string& pointer) {
        if (const auto value = valueAt(m_reading.document, pointer))
            m_explanation.parts.push_back({pointer, valueText(*value)});
    }

    void addPostings(const PostingFilter& filter) {
        if (!m_reading.ledger) {
            m_explanation.ledgerMissing = true;
            return;
        }
        for (const LedgerRow& row : *m_reading.ledger)
            if (filter.matches(row))
                m_explanation.postings.push_back(row);
        std::stable_sort(
            m_explanation.postings.begin(), m_explanation.postings.end(),
            [](const LedgerRow& a, const LedgerRow& b) { return costsMore(a.amount, b.amount); });
        gatherPrices();
    }

    /// Sums per price, and over all where there is one currency.
    void gatherPrices() {
        std::vector<ExplainedPrice>& list = m_explanation.prices;
        for (const LedgerRow& row : m_explanation.postings) {
            const auto same = [&row](const ExplainedPrice& known) {
                return known.alternative == row.alternative && known.account == row.account &&
                       known.price == row.price && known.source == row.source &&
                       known.asOf == row.asOf && known.estimated == row.estimated &&
                       known.amount.currency() == row.amount.currency();
            };
            auto found = std::find_if(list.begin(), list.end(), same);
            if (found == list.end())
                found =
                    list.insert(list.end(), {row.alternative, row.account, row.price, row.source,
                                             row.asOf, row.confidence, row.estimated, 0,
                                             Money(0, row.amount.currency())});
            ++found->postings;
            found->amount += row.amount;
        }
        std::stable_sort(list.begin(), list.end(),
                         [](const ExplainedPrice& a, const ExplainedPrice& b) {
                             return costsMore(a.amount, b.amount);
                         });
        for (const ExplainedPrice& price : list) {
            if (!m_explanation.sum)
                m_explanation.sum = Money(0, price.amount.currency());
            if (m_explanation.sum->currency() != price.amount.currency()) {
                m_explanation.sum.reset();
                return;
            }
            *m_explanation.sum += price.amount;
        }
    }

    /// A figure on the alternative's list of estimates rests on what jobs are assumed to do.
    void assumptions(const std::string& pointer) {
        const std::size_t second = pointer.find('/', 1);
        const std::size_t third =
            second == std::string::npos ? std::string::npos : pointer.find('/', second + 1);
        if (!pointer.starts_with("/alternatives/") || third == std::string::npos)
            return;
        const auto estimated = valueAt(m_reading.document, pointer.substr(0, third) + "/estimated");
        for (const JsonValue item : estimated ? estimated->items() : noItems())
            if (item.is(JsonKind::Text) && isPartOf(item.text(), pointer.substr(third)))
                m_explanation.estimated = true;
        if (!m_explanation.estimated)
            return;
        const auto list = valueAt(m_reading.document, "/assumptions");
        for (const JsonValue item : list ? list->items() : noItems()) {
            const std::string place = textOf(item, "pointer");
            const bool ofTheJobs = place.ends_with("/activity");
            const bool ofTheSpot = isPartOf(pointer.substr(0, third), place) &&
                                   place.find("/spot/") != std::string::npos;
            if (ofTheJobs || ofTheSpot)
                m_explanation.assumptions.push_back({place, textOf(item, "value"),
                                                     textOf(item, "source"), textOf(item, "as_of"),
                                                     textOf(item, "confidence")});
        }
    }

    JsonValue::Items noItems() const {
        // A text has no items.
        return valueAt(m_reading.document, "/format")->items();
    }

    Diagnostics unknown() const {
        std::vector<std::string> known = allPointers(m_reading.document);
        if (m_reading.ledger) {
            std::set<std::string> accounts;
            for (const LedgerRow& row : *m_reading.ledger)
                for (std::size_t colon = row.account.find(':');;
                     colon = row.account.find(':', colon + 1)) {
                    accounts.insert(row.account.substr(0, colon));
                    if (colon == std::string::npos)
                        break;
                }
            known.insert(known.end(), accounts.begin(), accounts.end());
        }
        Diagnostics problems;
        const std::string& file = m_reading.document.file();
        const std::string entries = m_reading.ledger && !m_reading.ledger->empty()
                                        ? std::to_string(m_reading.ledger->back().entry)
                                        : "0";
        problems.error({file, 0, 0, ""}, "planner.explain.unknown", {inQuotes(m_what), entries},
                       nearest(m_what, known));
        return problems;
    }

    const ResultReading& m_reading;
    std::string m_what;
    Explanation m_explanation;
};

} // namespace

Result<Explanation> explain(const ResultReading& reading, const std::string& what) {
    return Explainer(reading, what).run();
}

} // namespace gpuplan::planner
