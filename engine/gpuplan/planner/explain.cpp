#include <gpuplan/base/nearest.hpp>
#include <gpuplan/planner/explain.hpp>
#include <gpuplan/planner/explain_figures.hpp>
#include <gpuplan/planner/explain_origins.hpp>
#include <gpuplan/report/figures.hpp>

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
        const bool isPointer = !m_what.empty() && m_what[0] == '/';
        if (!isPointer && !m_reading.ledger)
            return withoutLedger();
        if (!(isPointer ? byPointer() : byEntry() || byAccount()))
            return unknown();
        if (m_problems.hasErrors())
            return std::move(m_problems);
        addPurchases(m_reading, m_explanation);
        addAssumptions(m_reading, m_explanation);
        return std::move(m_explanation);
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
            m_explanation.formula = figure->formula;
            for (const std::string& part : figure->parts)
                addPart(part);
            if (figure->postings) {
                addPostings(*figure->postings);
                check(*value, *figure->postings);
            }
        }
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
        for (const LedgerRow& row : *m_reading.ledger)
            if (isAccountText(m_what, row.account)) {
                filter.account = m_explanation.what = row.account;
                break;
            }
        addPostings(filter);
        if (m_explanation.postings.empty())
            return false;
        m_explanation.value = m_explanation.sum ? m_explanation.sum->text() : "";
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
        const auto value = valueAt(m_reading.document, pointer);
        if (!value)
            return;
        m_explanation.parts.push_back({pointer, valueText(*value)});
        const auto figure = figureAt(m_reading.document, pointer);
        if (figure && figure->postings)
            check(*value, *figure->postings);
    }

    /// An amount must be what its postings sum to: else the result was changed after the run.
    void check(const JsonValue& value, const PostingFilter& filter) {
        const auto told =
            value.is(JsonKind::Text) ? Decimal::parse(value.text()) : std::optional<Decimal>();
        if (!m_reading.ledger || (!told && !value.is(JsonKind::Text)))
            return;
        try {
            std::size_t postings = 0;
            std::optional<Money> sum;
            for (const LedgerRow& row : *m_reading.ledger) {
                if (!filter.matches(row))
                    continue;
                ++postings;
                if (sum && sum->currency() != row.amount.currency())
                    return;
                sum = sum ? *sum + row.amount : row.amount;
            }
            const Decimal found = sum ? Decimal::scaled(sum->micros(), 6) : Decimal();
            if (told != found)
                m_problems.error(value.location(), "planner.explain.differs",
                                 {value.pointer(), inQuotes(value.text()), std::to_string(postings),
                                  sum ? sum->text() : "0"});
        } catch (const ArithmeticOverflow&) {
            m_problems.error(value.location(), "planner.explain.differs",
                             {value.pointer(), inQuotes(value.text()), "", "n/a"});
        }
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

    Diagnostics withoutLedger() const {
        Diagnostics problems;
        problems.outside({m_reading.ledgerFile, 0, 0, ""}, "planner.explain.ledger_missing",
                         {inQuotes(m_what)});
        return problems;
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
            for (const std::string& account : accounts)
                known.push_back(report::accountText(account, Language::English));
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
    Diagnostics m_problems;
};

} // namespace

Result<Explanation> explain(const ResultReading& reading, const std::string& what) {
    return Explainer(reading, what).run();
}

} // namespace gpuplan::planner
