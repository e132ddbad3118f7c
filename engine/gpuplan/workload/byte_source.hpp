#pragma once
/// Bytes of a trace, a block at a time: a plain file, `.gz`, `.zst`, or standard input for `-`.
/// Memory is a fixed block whatever the size of the file.

#include <gpuplan/base/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace gpuplan::workload {

class ByteSource {
public:
    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    /// Fills up to `room` bytes. \return how many; 0 at the end and after trouble.
    virtual std::size_t read(char* to, std::size_t room) = 0;
    /// Trouble met while reading (a truncated archive, a failing disk); Trouble::Outside.
    const Diagnostics& trouble() const { return m_trouble; }
    /// Unpacked size where it is known beforehand: of a plain file.
    virtual std::optional<std::uint64_t> size() const { return std::nullopt; }

protected:
    Diagnostics m_trouble;
};

/// Opens `path`, or standard input for `-`. Packed data is known by its first bytes; a file named
/// `.gz` or `.zst` must hold such data. Refused with Trouble::Outside: a missing file, a directory,
/// a named pipe, a socket or a device.
Result<std::unique_ptr<ByteSource>> openSource(const std::string& path);

} // namespace gpuplan::workload
