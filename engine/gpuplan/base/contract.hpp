#pragma once
/// Promises between parts of the program, checked in release builds too.

#include <stdexcept>
#include <string>

namespace gpuplan {

/// A broken promise inside the program (a bug of ours, never bad user input). Caught once in
/// `main`, where it becomes exit code 70.
class ContractViolation : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

[[noreturn]] void failContract(const char* condition, const char* text, const char* file, int line);

} // namespace gpuplan

#define GPUPLAN_EXPECTS(condition, text)                                                           \
    ((condition) ? static_cast<void>(0)                                                            \
                 : ::gpuplan::failContract(#condition, text, __FILE__, __LINE__))
