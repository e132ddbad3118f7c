#pragma once
/// Files read with care and written whole or not at all.

#include <gpuplan/base/result.hpp>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace gpuplan {

/// The whole of a regular file, or of standard input for `-`. A missing file, a directory, a pipe
/// or device, or more than `most` bytes is an error (Trouble::Outside), never a hang.
Result<std::string> readWholeFile(const std::string& path,
                                  std::uint64_t most = std::uint64_t{1} << 30U);

/// Checks that `path` names a readable regular file. \return no errors if so.
Diagnostics checkRegularFile(const std::string& path);

/// Whether both names lead to one existing file, also through links: writing one would destroy the
/// other.
bool sameFile(const std::string& a, const std::string& b);

/// Writes `content` under a temporary name beside `path`, syncs it and renames it into place. On
/// any trouble (full disk included, and if `produce` throws) nothing is left at `path` but what was
/// there before. A file that exists keeps its permissions; a symbolic link stays one. Writing to
/// a device such as /dev/full or /dev/stdout is done directly.
Diagnostics writeWholeFile(const std::string& path, std::string_view content);

/// As writeWholeFile, for content too large for memory: `produce` writes to the stream it is given.
Diagnostics writeWholeFile(const std::string& path,
                           const std::function<void(std::ostream&)>& produce);

/// Makes a folder and its parents. \return errors with Trouble::Outside.
Diagnostics makeFolder(const std::string& path);

} // namespace gpuplan
