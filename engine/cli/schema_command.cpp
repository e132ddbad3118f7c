#include "command.hpp"

#include <gpuplan/calibration/profile_output.hpp>
#include <gpuplan/io/catalog_fields.hpp>
#include <gpuplan/io/scenario_fields.hpp>
#include <gpuplan/io/schema_writer.hpp>
#include <gpuplan/report/result_schema.hpp>

#include <algorithm>
#include <ostream>

namespace gpuplan::cli {

namespace {

/// A file format with a field table.
struct FormatTables {
    std::string name;
    int version;
    std::vector<const io::ObjectShape*> roots;
};

std::vector<FormatTables> formatTables() {
    return {
        {"scenario", 1, {&io::scenarioFields().shape()}},
        {"catalog", 1, io::catalogShapes()},
    };
}

ExitCode run(const Arguments& arguments, Console& console) {
    const std::string name = arguments.positional("FORMAT");
    const std::vector<FormatTables> formats = formatTables();
    const auto format = std::find_if(formats.begin(), formats.end(),
                                     [&](const FormatTables& each) { return each.name == name; });
    if (name == "result") {
        console.out << report::resultSchema();
        return ExitCode::Done;
    }
    if (name == "profile") {
        console.out << calibration::profileSchema();
        return ExitCode::Done;
    }
    if (format == formats.end()) {
        std::string known;
        for (const FormatTables& each : formats)
            known += each.name + ", ";
        known += "result, profile";
        return console.usage({"io.schema.unknown", {inQuotes(name), known}}, "schema");
    }
    // A schema is JSON whatever is asked for; csv gives the tables row by row.
    if (console.format == Format::Csv)
        console.out << io::fieldListCsv(format->roots);
    else
        console.out << io::jsonSchema(format->name, format->version, format->roots);
    return ExitCode::Done;
}

} // namespace

CommandSpec schemaCommand() {
    return {"schema",
            text("io.schema.summary"),
            "gpuplan schema scenario > scenario.schema.json",
            {{"FORMAT", text("io.schema.format")}},
            {},
            run};
}

} // namespace gpuplan::cli
