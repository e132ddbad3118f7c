#include <gpuplan/base/file.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <ostream>
#include <streambuf>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace gpuplan {

namespace {

class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (m_fd > 2)
            ::close(m_fd);
    }
    int get() const { return m_fd; }
    /// Close now and report: a full disk can show only here.
    bool close() {
        const int fd = m_fd;
        m_fd = -1;
        return ::close(fd) == 0;
    }

private:
    int m_fd;
};

std::string reason(int code) {
    return std::generic_category().message(code);
}

/// A stream buffer over a descriptor that remembers the first error.
class DescriptorBuffer : public std::streambuf {
public:
    explicit DescriptorBuffer(int fd) : m_fd(fd) {
        setp(m_data.data(), m_data.data() + m_data.size());
    }
    int error() const { return m_error; }
    bool flushAll() { return sync() == 0; }

protected:
    int_type overflow(int_type c) override {
        if (sync() != 0)
            return traits_type::eof();
        if (!traits_type::eq_int_type(c, traits_type::eof())) {
            *pptr() = traits_type::to_char_type(c);
            pbump(1);
        }
        return traits_type::not_eof(c);
    }
    int sync() override {
        const char* at = pbase();
        while (at < pptr() && m_error == 0) {
            const ssize_t wrote = ::write(m_fd, at, static_cast<std::size_t>(pptr() - at));
            if (wrote < 0 && errno == EINTR)
                continue;
            if (wrote < 0)
                m_error = errno;
            else
                at += wrote;
        }
        setp(m_data.data(), m_data.data() + m_data.size());
        return m_error == 0 ? 0 : -1;
    }

private:
    int m_fd;
    int m_error = 0;
    std::array<char, 1 << 16> m_data{};
};

Diagnostics trouble(const std::string& path, std::string_view key, std::vector<std::string> more) {
    Diagnostics diagnostics;
    more.insert(more.begin(), inQuotes(path));
    diagnostics.outside({path, 0, 0, ""}, key, std::move(more));
    return diagnostics;
}

} // namespace

Diagnostics checkRegularFile(const std::string& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) {
        if (errno == ENOENT)
            return trouble(path, "base.file.missing", {});
        return trouble(path, "base.file.open", {reason(errno)});
    }
    if (S_ISDIR(info.st_mode))
        return trouble(path, "base.file.directory", {});
    if (!S_ISREG(info.st_mode))
        return trouble(path, "base.file.not_regular", {});
    if (::access(path.c_str(), R_OK) != 0)
        return trouble(path, "base.file.open", {reason(errno)});
    return {};
}

Result<std::string> readWholeFile(const std::string& path, std::uint64_t most) {
    const bool standardInput = path == "-";
    if (!standardInput) {
        Diagnostics diagnostics = checkRegularFile(path);
        if (diagnostics.hasErrors())
            return diagnostics;
    }
    Descriptor file(standardInput ? 0 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0)
        return trouble(path, "base.file.open", {reason(errno)});
    std::string content;
    std::array<char, 1 << 16> block{};
    for (;;) {
        const ssize_t got = ::read(file.get(), block.data(), block.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return trouble(path, "base.file.read", {reason(errno)});
        if (got == 0)
            return content;
        content.append(block.data(), static_cast<std::size_t>(got));
        if (content.size() > most)
            return trouble(path, "base.file.too_large",
                           {"more than " + std::to_string(most), std::to_string(most)});
    }
}

Diagnostics writeWholeFile(const std::string& path,
                           const std::function<void(std::ostream&)>& produce) {
    struct stat info {};
    const bool exists = ::stat(path.c_str(), &info) == 0;
    if (exists && S_ISDIR(info.st_mode))
        return trouble(path, "base.file.directory", {});
    // A device can not be replaced by a rename, so it is written to as it is.
    const bool direct = exists && !S_ISREG(info.st_mode);
    const std::string target = direct ? path : path + ".tmp" + std::to_string(::getpid());
    const int flags = direct ? O_WRONLY : O_WRONLY | O_CREAT | O_TRUNC;
    Descriptor file(::open(target.c_str(), flags | O_CLOEXEC, 0666));
    if (file.get() < 0)
        return trouble(path, "base.file.write", {reason(errno)});
    int error = 0;
    {
        DescriptorBuffer buffer(file.get());
        std::ostream stream(&buffer);
        produce(stream);
        if (!buffer.flushAll() || buffer.error() != 0)
            error = buffer.error();
    }
    if (error == 0 && !direct && ::fsync(file.get()) != 0)
        error = errno;
    if (!file.close() && error == 0)
        error = errno;
    if (error == 0 && !direct && std::rename(target.c_str(), path.c_str()) != 0)
        error = errno;
    if (error != 0) {
        if (!direct)
            ::unlink(target.c_str());
        return trouble(path, "base.file.write", {reason(error)});
    }
    return {};
}

Diagnostics writeWholeFile(const std::string& path, std::string_view content) {
    return writeWholeFile(path, [&](std::ostream& stream) {
        stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    });
}

Diagnostics makeFolder(const std::string& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error)
        return trouble(path, "base.file.write", {error.message()});
    return {};
}

} // namespace gpuplan
