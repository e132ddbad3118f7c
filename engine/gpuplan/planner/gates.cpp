#include <gpuplan/base/nearest.hpp>
#include <gpuplan/planner/gates.hpp>

#include <algorithm>

namespace gpuplan::planner {

namespace {

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string::npos)
        return "";
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string> names(const model::Scenario& scenario) {
    std::vector<std::string> list;
    for (const model::Alternative& alternative : scenario.alternatives)
        list.push_back(alternative.name);
    return list;
}

std::optional<Money> moneyIn(const std::string& text, const model::Scenario& scenario,
                             Diagnostics& problems) {
    const Result<Money> money = Money::parse(text);
    if (!money) {
        problems.append(money.diagnostics());
        return std::nullopt;
    }
    if (money->currency() != scenario.currency) {
        problems.error({}, "planner.gate.currency", {inQuotes(text), scenario.currency.code()});
        return std::nullopt;
    }
    return *money;
}

/// A side begins with a digit where it is an amount, and no alternative is called so.
bool isKnown(const std::string& side, const model::Scenario& scenario, Diagnostics& problems) {
    const std::vector<std::string> known = names(scenario);
    if (std::find(known.begin(), known.end(), side) != known.end())
        return true;
    if (!side.empty() && side[0] >= '0' && side[0] <= '9')
        return moneyIn(side, scenario, problems).has_value();
    std::string list;
    for (const std::string& name : known)
        list += (list.empty() ? "" : ", ") + name;
    problems.error({}, "planner.gate.unknown", {inQuotes(side), list}, nearest(side, known));
    return false;
}

/// Splits at the operator that leaves known names on both sides, for names can hold `<` too.
std::optional<Requirement> split(const std::string& text, const model::Scenario& scenario,
                                 Diagnostics& problems) {
    Diagnostics last;
    for (std::size_t at = text.find_first_of("<>"); at != std::string::npos;
         at = text.find_first_of("<>", at + 1)) {
        const bool orEqual = at + 1 < text.size() && text[at + 1] == '=';
        Requirement made{text, trimmed(text.substr(0, at)),
                         trimmed(text.substr(at + (orEqual ? 2 : 1))), orEqual};
        if (text[at] == '>')
            std::swap(made.left, made.right);
        Diagnostics found;
        const bool left = isKnown(made.left, scenario, found);
        const bool right = isKnown(made.right, scenario, found);
        if (left && right)
            return made;
        last = found;
    }
    if (last.empty())
        last.error({}, "planner.gate.malformed", {inQuotes(text)});
    problems.append(last);
    return std::nullopt;
}

Money sideOf(const std::string& side, const metrics::RunResult& result) {
    for (const metrics::AlternativeResult& alternative : result.alternatives)
        if (alternative.name == side)
            return alternative.cost.total;
    return Money::parse(side).value();
}

void missed(Diagnostics& list, std::string_view key, std::vector<std::string> arguments) {
    list.add({Severity::Error, Trouble::Target, {}, {std::string(key), std::move(arguments)}, {}});
}

} // namespace

Result<Gates> readGates(const std::optional<std::string>& maxCost,
                        const std::vector<std::string>& requirements,
                        const model::Scenario& scenario) {
    Gates gates;
    Diagnostics problems;
    if (maxCost)
        gates.maxCost = moneyIn(*maxCost, scenario, problems);
    for (const std::string& text : requirements)
        if (auto requirement = split(text, scenario, problems))
            gates.requirements.push_back(std::move(*requirement));
    if (problems.hasErrors())
        return problems;
    return gates;
}

Diagnostics checkGates(const Gates& gates, const metrics::RunResult& result) {
    Diagnostics list;
    const metrics::AlternativeResult& cheapest = result.alternatives.at(result.cheapest());
    if (gates.maxCost && cheapest.cost.total > *gates.maxCost)
        missed(list, "planner.gate.budget",
               {cheapest.name, cheapest.cost.total.text(), gates.maxCost->text()});
    for (const Requirement& requirement : gates.requirements) {
        const Money left = sideOf(requirement.left, result);
        const Money right = sideOf(requirement.right, result);
        if (left < right || (requirement.orEqual && left == right))
            continue;
        missed(list, "planner.gate.missed",
               {inQuotes(requirement.text), requirement.left, left.text(), requirement.right,
                right.text()});
    }
    return list;
}

} // namespace gpuplan::planner
