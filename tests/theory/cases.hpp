#pragma once
/// Inputs and expected values of the reference cases that are engine experiments.

#include <string>

struct Expected {
    double value = 0;
    double least = 0; ///< value -/+ its tolerance, or the row's own limits
    double most = 0;
};

class EngineCase {
public:
    /// The case of that id; a test fails if there is none.
    explicit EngineCase(std::string id) : m_id(std::move(id)) {}
    double input(const std::string& name) const;
    /// The row of that output with basis `engine`.
    Expected expected(const std::string& name) const;

private:
    std::string m_id;
};
