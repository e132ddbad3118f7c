#include <gpuplan/io/composed_forms.hpp>

namespace gpuplan::io {

bool checkList(const JsonValue& json, std::size_t least, std::size_t most, Reading& reading) {
    if (!json.is(JsonKind::Array))
        return reading.wrongType(json, "io.wanted.list");
    if (json.size() >= least && json.size() <= most)
        return true;
    const std::string size = std::to_string(json.size());
    if (least == most)
        return reading.problem(json.location(), "io.list.exact", {size, std::to_string(least)});
    return reading.problem(json.location(), "io.list.size",
                           {size, std::to_string(least), std::to_string(most)});
}

Shape listShape(Shape element, std::size_t least, std::size_t most) {
    Shape shape;
    shape.kind = Shape::Kind::List;
    shape.words = element.kind == Shape::Kind::Object ? element.words : "list of " + element.words;
    if (!element.example.empty()) {
        shape.example = "[" + element.example;
        for (std::size_t i = 1; i < (least == most ? least : 1); ++i)
            shape.example += ", " + element.example;
        shape.example += "]";
    }
    shape.leastSize = least;
    shape.mostSize = most;
    shape.element = std::make_shared<const Shape>(std::move(element));
    return shape;
}

} // namespace gpuplan::io
