#include <gpuplan/base/file.hpp>
#include <gpuplan/workload/byte_source.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>
#include <zlib.h>
#include <zstd.h>

namespace gpuplan::workload {

namespace {

constexpr std::size_t blockSize = 1U << 16U;

/// The bytes as they lie on the disk; the first few can be looked at before they are read.
class RawSource final : public ByteSource {
public:
    RawSource(std::string path, int fd, std::optional<std::uint64_t> size)
        : m_path(std::move(path)), m_fd(fd), m_size(size) {}
    ~RawSource() override {
        if (m_fd > 2)
            ::close(m_fd);
    }

    /// Up to four first bytes.
    std::string_view peek() {
        while (m_peeked < m_head.size()) {
            const std::size_t got = fill(m_head.data() + m_peeked, m_head.size() - m_peeked);
            if (got == 0)
                break;
            m_peeked += got;
        }
        return {m_head.data(), m_peeked};
    }

    std::size_t read(char* to, std::size_t room) override {
        if (m_given < m_peeked) {
            const std::size_t count = std::min(room, m_peeked - m_given);
            std::memcpy(to, m_head.data() + m_given, count);
            m_given += count;
            return count;
        }
        return fill(to, room);
    }

    std::optional<std::uint64_t> size() const override { return m_size; }
    const std::string& path() const { return m_path; }

private:
    std::size_t fill(char* to, std::size_t room) {
        for (;;) {
            const ssize_t got = ::read(m_fd, to, room);
            if (got >= 0)
                return static_cast<std::size_t>(got);
            if (errno == EINTR)
                continue;
            m_trouble.outside({m_path, 0, 0, ""}, "base.file.read",
                              {inQuotes(m_path), std::generic_category().message(errno)});
            return 0;
        }
    }

    std::string m_path;
    int m_fd;
    std::optional<std::uint64_t> m_size;
    std::array<char, 4> m_head{};
    std::size_t m_peeked = 0;
    std::size_t m_given = 0;
};

/// What both unpackers share: a block of packed bytes and how they complain.
class Unpacker : public ByteSource {
public:
    explicit Unpacker(std::unique_ptr<RawSource> raw) : m_raw(std::move(raw)), m_block(blockSize) {}

protected:
    /// The next packed block; 0 at the end or after trouble.
    std::size_t more() {
        const std::size_t got = m_raw->read(m_block.data(), m_block.size());
        if (got == 0)
            m_trouble.append(m_raw->trouble());
        return got;
    }
    void complain(std::string_view key, std::vector<std::string> arguments = {}) {
        arguments.insert(arguments.begin(), inQuotes(m_raw->path()));
        m_trouble.outside({m_raw->path(), 0, 0, ""}, key, std::move(arguments));
    }
    const std::vector<char>& block() const { return m_block; }

private:
    std::unique_ptr<RawSource> m_raw;
    std::vector<char> m_block;
};

class GzipSource final : public Unpacker {
public:
    explicit GzipSource(std::unique_ptr<RawSource> raw) : Unpacker(std::move(raw)) {
        constexpr int gzipOnly = 15 + 16;
        GPUPLAN_EXPECTS(::inflateInit2(&m_stream, gzipOnly) == Z_OK, "zlib starts");
    }
    ~GzipSource() override { ::inflateEnd(&m_stream); }

    std::size_t read(char* to, std::size_t room) override {
        m_stream.next_out = reinterpret_cast<Bytef*>(to);
        m_stream.avail_out = static_cast<uInt>(std::min<std::size_t>(room, 1U << 30U));
        const uInt asked = m_stream.avail_out;
        while (m_stream.avail_out == asked && !m_ended) {
            if (m_stream.avail_in == 0 && !refill())
                break;
            if (m_betweenMembers && !startMember())
                break;
            const int code = ::inflate(&m_stream, Z_NO_FLUSH);
            if (code == Z_STREAM_END) {
                m_betweenMembers = true;
            } else if (code != Z_OK && code != Z_BUF_ERROR) {
                m_ended = true;
                complain("workload.source.corrupt",
                         {"gzip", m_stream.msg != nullptr ? m_stream.msg : "wrong data"});
            }
        }
        return asked - m_stream.avail_out;
    }

private:
    bool refill() {
        m_stream.avail_in = static_cast<uInt>(more());
        // zlib takes the input as not const but leaves it alone.
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(block().data()));
        if (m_stream.avail_in != 0)
            return true;
        m_ended = true;
        if (!m_betweenMembers && m_trouble.empty())
            complain("workload.source.truncated", {"gzip"});
        return false;
    }
    /// A gzip file may be several members end to end, then zero padding.
    bool startMember() {
        if (m_padding || *m_stream.next_in == 0) {
            m_padding = true;
            while (m_stream.avail_in != 0 && *m_stream.next_in == 0) {
                ++m_stream.next_in;
                --m_stream.avail_in;
            }
            if (m_stream.avail_in == 0)
                return refill() && startMember();
            m_ended = true;
            complain("workload.source.corrupt", {"gzip", "data after the end"});
            return false;
        }
        ::inflateReset(&m_stream);
        m_betweenMembers = false;
        return true;
    }

    z_stream m_stream{};
    bool m_ended = false;
    bool m_betweenMembers = false;
    bool m_padding = false;
};

class ZstdSource final : public Unpacker {
public:
    explicit ZstdSource(std::unique_ptr<RawSource> raw)
        : Unpacker(std::move(raw)), m_stream(::ZSTD_createDStream()) {
        GPUPLAN_EXPECTS(m_stream != nullptr, "zstd starts");
    }
    ~ZstdSource() override { ::ZSTD_freeDStream(m_stream); }

    std::size_t read(char* to, std::size_t room) override {
        ZSTD_outBuffer out{to, room, 0};
        while (out.pos == 0 && !m_ended) {
            if (m_in.pos == m_in.size && !m_mayHoldMore) {
                m_in = {block().data(), more(), 0};
                if (m_in.size == 0) {
                    m_ended = true;
                    if (m_hint != 0 && m_trouble.empty())
                        complain("workload.source.truncated", {"zstd"});
                    break;
                }
            }
            m_hint = ::ZSTD_decompressStream(m_stream, &out, &m_in);
            if (::ZSTD_isError(m_hint) != 0) {
                m_ended = true;
                complain("workload.source.corrupt", {"zstd", ::ZSTD_getErrorName(m_hint)});
            }
            // A full output block may leave unpacked bytes inside the decoder.
            m_mayHoldMore = out.pos == out.size;
        }
        return out.pos;
    }

private:
    ZSTD_DStream* m_stream;
    ZSTD_inBuffer m_in{nullptr, 0, 0};
    std::size_t m_hint = 0; ///< 0 between frames
    bool m_ended = false;
    bool m_mayHoldMore = false;
};

Diagnostics outside(const std::string& path, std::string_view key,
                    std::vector<std::string> arguments) {
    Diagnostics diagnostics;
    arguments.insert(arguments.begin(), inQuotes(path));
    diagnostics.outside({path, 0, 0, ""}, key, std::move(arguments));
    return diagnostics;
}

Result<std::unique_ptr<RawSource>> openRaw(const std::string& path) {
    if (path == "-")
        return std::make_unique<RawSource>("<stdin>", 0, std::nullopt);
    Diagnostics diagnostics = checkRegularFile(path);
    if (diagnostics.hasErrors())
        return diagnostics;
    // Not blocking: were the file swapped for a named pipe after the check, opening must not hang.
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return outside(path, "base.file.open", {std::generic_category().message(errno)});
    struct stat info {};
    const bool known = ::fstat(fd, &info) == 0;
    auto raw = std::make_unique<RawSource>(
        path, fd,
        known ? std::optional<std::uint64_t>(static_cast<std::uint64_t>(info.st_size))
              : std::nullopt);
    if (known && !S_ISREG(info.st_mode))
        return outside(path, "base.file.not_regular", {});
    return raw;
}

} // namespace

Result<std::unique_ptr<ByteSource>> openSource(const std::string& path) {
    auto opened = openRaw(path);
    if (!opened)
        return opened.diagnostics();
    std::unique_ptr<RawSource> raw = std::move(opened).value();
    const std::string_view head = raw->peek();
    if (raw->trouble().hasErrors())
        return raw->trouble();
    if (head.starts_with("\x1f\x8b"))
        return std::unique_ptr<ByteSource>(std::make_unique<GzipSource>(std::move(raw)));
    if (head.starts_with("\x28\xb5\x2f\xfd"))
        return std::unique_ptr<ByteSource>(std::make_unique<ZstdSource>(std::move(raw)));
    if (path.ends_with(".gz"))
        return outside(path, "workload.source.not_packed", {"gzip"});
    if (path.ends_with(".zst"))
        return outside(path, "workload.source.not_packed", {"zstd"});
    return std::unique_ptr<ByteSource>(std::move(raw));
}

} // namespace gpuplan::workload
