#pragma once
/// What `gpuplan catalog` shows, one function a sub-command. Results go to the console's `out`.

#include "command.hpp"

#include <gpuplan/catalog/catalog.hpp>

namespace gpuplan::cli {

/// All kinds with their number of records and dates, or the records of one kind.
/// \param kind    one of catalogKinds(), empty for the overview
/// \param filter  words a record must all have in what is shown of it, case ignored
void listCatalog(const catalog::Catalogs& catalogs, const std::string& kind,
                 const std::string& filter, const Console& console);

/// Every value of every record of that id. Complains of an unknown id with near ones.
ExitCode showCatalog(const catalog::Catalogs& catalogs, const std::string& id,
                     const Console& console);

/// Problems and doubts of the files, or of the console's folder if there are none, and how many
/// values are unknown.
ExitCode checkCatalog(const std::vector<std::string>& files, const Console& console);

} // namespace gpuplan::cli
