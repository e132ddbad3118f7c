#pragma once
/// The catalogs' field tables as shapes, for schema and field list.

#include <gpuplan/io/shape.hpp>

#include <vector>

namespace gpuplan::io {

/// A whole file of each kind of catalog: format, kind and records.
std::vector<const ObjectShape*> catalogShapes();

} // namespace gpuplan::io
