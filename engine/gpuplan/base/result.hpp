#pragma once
/// A value, perhaps with warnings, or errors.

#include <gpuplan/base/contract.hpp>
#include <gpuplan/base/diagnostic.hpp>

#include <optional>
#include <utility>

namespace gpuplan {

/// What reading input gives back. Holds a value unless there were errors; warnings can stand beside
/// it.
template <typename T>
class Result {
public:
    /// \param value  the good value   \param diagnostics  warnings and notes only
    Result(T value, Diagnostics diagnostics = {}) // NOLINT: a value is a result
        : m_value(std::move(value)), m_diagnostics(std::move(diagnostics)) {
        if (m_diagnostics.hasErrors())
            m_value.reset();
    }
    /// \param diagnostics  holds at least one error
    Result(Diagnostics diagnostics) // NOLINT: errors are a result
        : m_diagnostics(std::move(diagnostics)) {
        GPUPLAN_EXPECTS(m_diagnostics.hasErrors(), "a result without value needs an error");
    }

    explicit operator bool() const { return m_value.has_value(); }
    bool ok() const { return m_value.has_value(); }
    const T& value() const& {
        GPUPLAN_EXPECTS(m_value.has_value(), "the result holds errors, not a value");
        return *m_value;
    }
    T&& value() && {
        GPUPLAN_EXPECTS(m_value.has_value(), "the result holds errors, not a value");
        return std::move(*m_value);
    }
    const T& operator*() const& { return value(); }
    const T* operator->() const { return &value(); }
    const Diagnostics& diagnostics() const { return m_diagnostics; }

private:
    std::optional<T> m_value;
    Diagnostics m_diagnostics;
};

} // namespace gpuplan
