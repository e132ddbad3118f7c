#include <gpuplan/report/csv.hpp>

namespace gpuplan::report {

void appendCsvRow(std::string& to, const std::vector<std::string>& fields) {
    bool first = true;
    for (const std::string& field : fields) {
        if (!first)
            to += ',';
        first = false;
        if (field.find_first_of(",\"\r\n") == std::string::npos) {
            to += field;
            continue;
        }
        to += '"';
        for (const char c : field) {
            if (c == '"')
                to += '"';
            to += c;
        }
        to += '"';
    }
    to += '\n';
}

} // namespace gpuplan::report
