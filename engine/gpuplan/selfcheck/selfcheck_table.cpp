/// What people read of a Selfcheck: the table, remarks, accuracy and counts.

#include <gpuplan/report/document.hpp>
#include <gpuplan/selfcheck/calc_output.hpp>
#include <gpuplan/selfcheck/selfcheck_output.hpp>
#include <gpuplan/units/number_text.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace gpuplan::selfcheck {

namespace {

using report::Align;

std::string significant(double value, int digits) {
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::general, digits);
    return {buffer.data(), end.ptr};
}

std::string percent(double share) {
    return significant(100.0 * share, 3) + " %";
}

/// Two places where they say something, else two digits: what is off must not show as 0.00 %.
std::string signedPercent(const CheckedRow& row) {
    if (!row.deviation)
        return "-";
    const double share = *row.deviation;
    if (std::fabs(share) >= 5e-5)
        return (share > 0 ? "+" : "") + fixedText(100.0 * share, 2) + " %";
    return (row.ok ? fixedText(0.0, 2) : significant(100.0 * share, 2)) + " %";
}

/// The entry of a list or object that is furthest off stands for all; of a single value itself.
struct Leaves {
    std::size_t count = 0;
    const Value* got = nullptr; ///< null if nothing was computed or the forms differ
    const Value* want = nullptr;
    double size = -1.0; ///< of the entry's deviation
};

void look(const Value* got, const Value& want, Leaves& leaves) {
    if (const Value::List* const list = want.list()) {
        const Value::List* const other = got == nullptr ? nullptr : got->list();
        for (std::size_t i = 0; i < list->size(); ++i)
            look(other == nullptr || i >= other->size() ? nullptr : &(*other)[i], (*list)[i],
                 leaves);
        return;
    }
    if (const Value::Object* const object = want.object()) {
        const bool isObject = got != nullptr && got->object() != nullptr;
        for (const Member& member : *object)
            look(isObject ? find(*got->object(), member.name) : nullptr, member.value, leaves);
        return;
    }
    ++leaves.count;
    ExpectedRow row;
    row.value = want;
    const auto off = got == nullptr ? std::nullopt : deviation(*got, row);
    const double size = off ? std::fabs(*off) : std::numeric_limits<double>::infinity();
    if (size > leaves.size)
        leaves = {leaves.count, got, &want, size};
}

Leaves leavesOf(const CheckedRow& row) {
    const Value* const got = row.value ? &*row.value : nullptr;
    if (row.expected.isBand())
        return {1, got, nullptr};
    Leaves leaves;
    look(got, row.expected.value, leaves);
    if (leaves.count == 0) // an empty list
        return {1, got, &row.expected.value};
    return leaves;
}

class TableText {
public:
    TableText(const Selfcheck& result, Language language)
        : m_result(result), m_language(language) {}

    report::Document document() const {
        report::Document document;
        document.title = say("selfcheck.title");
        document.sections.push_back({"", {rows()}});
        document.sections.push_back({say("selfcheck.sources"), {sources()}});
        if (report::List list = remarks(); !list.items.empty())
            document.sections.push_back({say("selfcheck.remarks"), {std::move(list)}});
        if (!m_result.accuracy.empty())
            document.sections.push_back({say("selfcheck.accuracy"), {accuracy()}});
        const auto count = [&](CaseStatus status) {
            return std::to_string(m_result.count(status));
        };
        document.sections.push_back(
            {"",
             {report::Paragraph{say("selfcheck.counts",
                                    {count(CaseStatus::Ok), count(CaseStatus::Off),
                                     count(CaseStatus::NoModel), count(CaseStatus::NotRun)})}}});
        return document;
    }

private:
    std::string say(const std::string& key, std::vector<std::string> arguments = {}) const {
        return text(Message{key, std::move(arguments)}, m_language);
    }

    std::string status(CaseStatus value) const {
        switch (value) {
        case CaseStatus::Ok:
            return say("selfcheck.status.ok");
        case CaseStatus::Off:
            return say("selfcheck.status.off");
        case CaseStatus::NotRun:
            return say("selfcheck.status.not_run");
        case CaseStatus::NoModel:
            return say("selfcheck.status.no_model");
        }
        return "";
    }

    std::string cell(const Value& value) const {
        if (const double* const number = value.number())
            return significant(*number, 5);
        if (const std::string* const words = value.text())
            return *words;
        if (const bool* const flag = value.flag())
            return *flag ? "true" : "false";
        return value.isNone() ? say("selfcheck.none") : valueAsJson(value);
    }

    std::string band(const ExpectedRow& row) const {
        const auto end = [](const std::optional<double>& value) {
            return value ? significant(*value, 5) : std::string("...");
        };
        return say("selfcheck.band", {end(row.least), end(row.most)});
    }

    std::string tolerance(const CheckedRow& row) const {
        if (row.expected.isBand())
            return say("selfcheck.within_band");
        if (!row.expected.relative && row.expected.absolute)
            return "+-" + significant(*row.expected.absolute, 3);
        const double relative = row.tolerance().value_or(0.0);
        return relative == 0.0 ? say("selfcheck.exact") : percent(relative);
    }

    report::Table rows() const {
        report::Table table{{{say("selfcheck.column.case"), Align::Left},
                             {say("selfcheck.column.output"), Align::Left},
                             {say("selfcheck.column.basis"), Align::Left},
                             {say("selfcheck.column.value")},
                             {say("selfcheck.column.expected")},
                             {say("selfcheck.column.deviation")},
                             {say("selfcheck.column.tolerance")},
                             {say("selfcheck.column.verdict"), Align::Left}},
                            {},
                            false};
        for (const CheckedCase& one : m_result.cases)
            for (const CheckedRow& row : one.rows)
                table.rows.push_back(cells(one, row));
        return table;
    }

    std::vector<std::string> cells(const CheckedCase& one, const CheckedRow& row) const {
        const bool isComputed = one.status == CaseStatus::Ok || one.status == CaseStatus::Off;
        const Leaves leaves = leavesOf(row);
        std::string output = row.expected.name;
        if (leaves.count > 1)
            output = say("selfcheck.worst_of", {output, std::to_string(leaves.count)});
        if (!row.expected.unit.empty() && row.expected.unit != "1")
            output += " (" + row.expected.unit + ")";
        return {one.reference.id,
                output,
                row.expected.basis,
                leaves.got == nullptr ? "-" : cell(*leaves.got),
                row.expected.isBand() ? band(row.expected) : cell(*leaves.want),
                signedPercent(row),
                tolerance(row),
                status(!isComputed ? one.status
                       : row.ok    ? CaseStatus::Ok
                                   : CaseStatus::Off)};
    }

    report::Table sources() const {
        report::Table table{{{say("selfcheck.column.case"), Align::Left},
                             {say("selfcheck.column.about"), Align::Left},
                             {say("selfcheck.column.source"), Align::Left}},
                            {},
                            false};
        for (const CheckedCase& one : m_result.cases)
            table.rows.push_back({one.reference.id, one.reference.title, one.reference.source});
        return table;
    }

    report::List remarks() const {
        report::List list;
        for (const CheckedCase& one : m_result.cases) {
            const std::string& id = one.reference.id;
            if (!one.refusal.empty())
                list.items.push_back(say("selfcheck.remark.refused",
                                         {id, text(one.refusal[0].message, m_language)}));
            for (const CheckedRow& row : one.rows) {
                if (one.status == CaseStatus::Off && one.refusal.empty() && !row.value)
                    list.items.push_back(
                        say("selfcheck.remark.no_output", {id, inQuotes(row.expected.output)}));
                if (row.missesGoal())
                    list.items.push_back(
                        say("selfcheck.remark.goal",
                            {id, row.expected.name, percent(row.tolerance().value_or(0.0)),
                             percent(std::fabs(*row.deviation)), percent(*row.expected.goal)}));
            }
        }
        for (const auto& [wanted, key] :
             {std::pair{CaseStatus::NoModel, "selfcheck.remark.no_model"},
              std::pair{CaseStatus::NotRun, "selfcheck.remark.not_run"}})
            if (m_result.count(wanted) != 0)
                list.items.push_back(say(key, {idsOf(wanted)}));
        return list;
    }

    std::string idsOf(CaseStatus wanted) const {
        std::string ids;
        for (const CheckedCase& one : m_result.cases)
            if (one.status == wanted)
                ids += (ids.empty() ? "" : ", ") + one.reference.id;
        return ids;
    }

    report::List accuracy() const {
        report::List list;
        for (const Accuracy& one : m_result.accuracy) {
            const std::string name = say("selfcheck.goal." + one.goal.id);
            std::string ids;
            for (const std::string& id : one.goal.cases)
                ids += (ids.empty() ? "" : ", ") + id;
            if (!one.worst) {
                list.items.push_back(say("selfcheck.accuracy.unknown", {name, ids}));
                continue;
            }
            const std::string mean = percent(*one.mean);
            const std::string worst = percent(*one.worst);
            if (one.goal.mean)
                list.items.push_back(
                    say("selfcheck.accuracy.both", {name, ids, mean, worst, percent(*one.goal.mean),
                                                    percent(one.goal.worst), verdict(one)}));
            else
                list.items.push_back(
                    say("selfcheck.accuracy.worst",
                        {name, ids, mean, worst, percent(one.goal.worst), verdict(one)}));
        }
        return list;
    }

    std::string verdict(const Accuracy& one) const {
        if (one.met())
            return say("selfcheck.goal_met");
        const double meanMiss = one.goal.mean ? *one.mean - *one.goal.mean : 0.0;
        const double miss = std::max(meanMiss, *one.worst - one.goal.worst);
        return say("selfcheck.goal_missed", {significant(100.0 * miss, 2)});
    }

    const Selfcheck& m_result;
    Language m_language;
};

} // namespace

std::string selfcheckAsTable(const Selfcheck& result, Language language) {
    return report::plainText(TableText(result, language).document());
}

} // namespace gpuplan::selfcheck
