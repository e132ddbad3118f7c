#include <gpuplan/report/chart.hpp>

#include <string_view>

namespace gpuplan::report {

namespace {

std::string field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

} // namespace

std::string csv(const ChartTable& table) {
    std::string text;
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        text += (column == 0 ? "" : ",") + field(table.columns[column]);
    text += '\n';
    for (const std::vector<std::optional<Decimal>>& row : table.rows) {
        for (std::size_t column = 0; column < row.size(); ++column)
            text += (column == 0 ? "" : ",") + (row[column] ? row[column]->text() : "");
        text += '\n';
    }
    return text;
}

} // namespace gpuplan::report
