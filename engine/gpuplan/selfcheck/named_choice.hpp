#pragma once
/// Inputs whose texts are the names that scenario files have for the values of an enumeration.

#include <gpuplan/base/contract.hpp>
#include <gpuplan/io/forms.hpp>
#include <gpuplan/selfcheck/calc_model.hpp>

#include <string>
#include <utility>
#include <vector>

namespace gpuplan::selfcheck {

template <typename E>
InputSpec choiceOf(std::string name, const io::Names<E>& names) {
    std::vector<std::string> texts;
    for (const auto& [text, value] : names)
        texts.push_back(text);
    return choice(std::move(name), std::move(texts));
}

/// The value of a checked input.
template <typename E>
E chosen(const io::Names<E>& names, const std::string& text) {
    for (const auto& [known, value] : names)
        if (known == text)
            return value;
    throw ContractViolation("an input is checked against its choices");
}

} // namespace gpuplan::selfcheck
