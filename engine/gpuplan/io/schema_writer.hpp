#pragma once
/// JSON Schemas (2020-12) from the shapes of the field tables. A schema says what can be said in
/// that language: bounds of texts with units and sums over fields stand in its descriptions.

#include <gpuplan/io/shape.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::io {

/// \param name  `scenario`: in title and identifier   \param version  of the file format
/// \param roots  what a file can be: one shape, or several of which exactly one must fit
std::string jsonSchema(std::string_view name, int version,
                       const std::vector<const ObjectShape*>& roots);

/// Every object reachable from `root`, each once, in the order of the fields; `root` first.
std::vector<const ObjectShape*> reachableObjects(const ObjectShape& root);

/// `1 s to 100 years`, `more than 0, up to 10`, `1 to 255 entries`; empty: no bounds.
std::string boundsWords(const Shape& shape);

/// A row a field: object, field, need, form, bounds, default, example, meaning. With a header row.
std::string fieldListCsv(const std::vector<const ObjectShape*>& roots);

} // namespace gpuplan::io
