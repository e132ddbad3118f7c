#pragma once
/// The inputs a person can turn in the window: what each shows, accepts and changes. No widgets.
///
/// A field reads its text from a scenario and makes an edited scenario from a text, through the
/// engine's own parsers and units. Texts here are plain (`.` as decimal point, no grouping).

#include <gpuplan/base/result.hpp>
#include <gpuplan/model/scenario.hpp>
#include <gpuplan/units/decimal.hpp>

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace gpuplan::gui {

/// Stops of a slider: step times least..most.
struct SliderRange {
    Decimal step = Decimal::integer(1);
    int least = 0;
    int most = 0;
};

/// One of the values that a field can have.
struct InputChoice {
    QString value; ///< as the field's text has it
    QString label; ///< as people read it
};

struct InputField {
    QString pointer; ///< JSON pointer of the value; also the field's name
    QString group;   ///< heading it stands under
    QString label;   ///< with mnemonic
    QString unit;    ///< shown beside the number
    QString help;    ///< what it means and what is allowed
    QString absent;  ///< what stands there when nothing is given; empty: a value is needed
    std::optional<SliderRange> slider;
    std::vector<InputChoice> choices; ///< empty: any text that can be read
    /// The value's text without unit; empty if not given.
    std::function<QString(const model::Scenario&)> text;
    /// The scenario with this text's value, or what is wrong with the text. Whether the value may
    /// be so large or small is not asked here but in editedField.
    std::function<Result<model::Scenario>(const model::Scenario&, const QString&)> edited;
    /// The first scenario with the second's value and its source.
    std::function<model::Scenario(const model::Scenario&, const model::Scenario&)> restored;
};

/// The scenario after `text` was put into the field, checked by the rules of scenario files:
/// unchanged where the text says what stands
/// there, with the file's own source where it says what the file says.
Result<model::Scenario> editedField(const InputField& field, const model::Scenario& now,
                                    const model::Scenario& base, const QString& text);

/// `base` with the alternatives of `now`: those it knows as it knows them, added ones as they are
/// now. What the fields of `now` can be held against, and set back to.
model::Scenario comparableBase(const model::Scenario& base, const model::Scenario& now);

/// A typed whole number; its range is the reader's to check.
Result<std::int64_t> wholeNumber(const QString& pointer, const QString& typed);

/// The fields of a scenario: horizon, jobs a day of each class and its step (step_fields.hpp), and
/// for each alternative nodes, price overrides and energy price. The list holds for every scenario
/// of the same shape.
std::vector<InputField> inputFields(const model::Scenario& scenario);

} // namespace gpuplan::gui
