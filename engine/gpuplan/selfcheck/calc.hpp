#pragma once
/// `gpuplan calc`: a JSON document of inputs through one model.
///
/// In: `{"rate": 0.09, ...}` or `{"each": [{...}, {...}]}`. Out: a row of outputs for each object.
/// Every unknown, missing, ill-typed and out-of-range input of every object is reported at once.

#include <gpuplan/base/result.hpp>
#include <gpuplan/io/json_document.hpp>
#include <gpuplan/selfcheck/calc_model.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::selfcheck {

struct Calculation {
    std::vector<Value::Object> rows; ///< outputs, in the model's order
    bool each = false;               ///< the inputs had the form {"each": [...]}
    bool stopped = false;            ///< asked to stop before all rows were done
};

/// Checks and evaluates. \param stopRequested  asked between rows; may be empty
Result<Calculation> calculate(const CalcModel& model, const io::JsonValue& inputs,
                              const std::function<bool()>& stopRequested = {});

/// Checks one object against the table of inputs. Errors go to `diagnostics`; nothing if any.
std::optional<Inputs> readInputs(const CalcModel& model, const io::JsonValue& object,
                                 Diagnostics& diagnostics);

} // namespace gpuplan::selfcheck
