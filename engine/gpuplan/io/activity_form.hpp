#pragma once
/// `"activity": {"compute": 0.42, "comm": 0.28, "idle_held": 0.3, ...}`: shares of allocated GPU
/// time by state; or `{"profile": "profile.json"}`, which takes them from a calibration. Files have
/// shares of 1, the model parts per million.

#include <gpuplan/io/forms.hpp>
#include <gpuplan/model/scenario.hpp>

namespace gpuplan::io {

struct ActivityForm {
    // A profile is read at once: written again, the shares stand in its place.
    using Value = model::Activity;
    /// The shares must sum to 1 within 1e-9. Ones with more than 6 places are brought to parts per
    /// million so that these still sum to 1,000,000: what is cut off goes to those that lost most.
    bool read(const JsonValue& json, model::Activity& target, Reading& reading) const;
    void write(JsonWriter& out, const model::Activity& value) const;
    Shape shape() const;
};

} // namespace gpuplan::io
