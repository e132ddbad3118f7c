#include <gpuplan/base/file.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
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
    Descriptor() = default;
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

protected:
    void open(const char* path, int flags) { m_fd = ::open(path, flags, 0666); }

private:
    int m_fd = -1;
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

/// Writes what `produce` makes and closes. \return 0, or the error
int fill(Descriptor& file, const std::function<void(std::ostream&)>& produce) {
    DescriptorBuffer buffer(file.get());
    std::ostream stream(&buffer);
    produce(stream);
    buffer.flushAll();
    int error = buffer.error();
    struct stat info {};
    // Synced before it gets its name: a crash leaves the old file or the whole new one.
    if (error == 0 && ::fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode) &&
        ::fsync(file.get()) != 0)
        error = errno;
    if (!file.close() && error == 0)
        error = errno;
    return error;
}

/// A new file beside `target`, removed again unless it was renamed.
class TemporaryFile : public Descriptor {
public:
    explicit TemporaryFile(const std::filesystem::path& target) {
        // Names left over from a killed run with our process id are stepped over.
        for (int number = 0; number < 1000 && get() < 0; ++number) {
            m_name = target.parent_path() / (".gpuplan-" + std::to_string(::getpid()) + "-" +
                                             std::to_string(number) + ".tmp");
            open(m_name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC);
            if (get() < 0 && errno != EEXIST) {
                m_name.clear();
                return;
            }
        }
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        if (!m_name.empty())
            ::unlink(m_name.c_str());
    }
    /// \return 0, or the error
    int renameTo(const std::filesystem::path& target) {
        if (std::rename(m_name.c_str(), target.c_str()) != 0)
            return errno;
        m_name.clear();
        return 0;
    }

private:
    std::filesystem::path m_name;
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
    // The system would see only what stands before a zero byte.
    if (path.find('\0') != std::string::npos)
        return trouble(path, "base.file.missing", {});
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

bool sameFile(const std::string& a, const std::string& b) {
    struct stat first {};
    struct stat second {};
    return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 &&
           S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
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
            return trouble(path, "base.file.too_large", {std::to_string(most)});
    }
}

Diagnostics writeWholeFile(const std::string& path,
                           const std::function<void(std::ostream&)>& produce) {
    if (path.empty() || path.find('\0') != std::string::npos)
        return trouble(path, "base.file.write", {reason(ENOENT)});
    struct stat info {};
    const bool exists = ::stat(path.c_str(), &info) == 0;
    if (exists && S_ISDIR(info.st_mode))
        return trouble(path, "base.file.directory", {});
    // A rename would go around a file's write protection.
    if (exists && ::access(path.c_str(), W_OK) != 0)
        return trouble(path, "base.file.write", {reason(errno)});
    // A device can not be replaced by a rename, so it is written to as it is; and standard output
    // keeps its own place in the file it may stand for.
    const bool standardOutput = path == "/dev/stdout";
    if (exists && (standardOutput || !S_ISREG(info.st_mode))) {
        Descriptor device(standardOutput ? ::dup(STDOUT_FILENO)
                                         : ::open(path.c_str(), O_WRONLY | O_CLOEXEC));
        const int error = device.get() < 0 ? errno : fill(device, produce);
        return error == 0 ? Diagnostics{} : trouble(path, "base.file.write", {reason(error)});
    }
    std::error_code unresolved;
    // Through a symbolic link: the file it names is replaced, the link stays.
    const std::filesystem::path target =
        exists ? std::filesystem::canonical(path, unresolved) : std::filesystem::path(path);
    if (unresolved)
        return trouble(path, "base.file.write", {unresolved.message()});
    TemporaryFile temporary(target);
    if (temporary.get() < 0)
        return trouble(path, "base.file.write", {reason(errno)});
    int error = 0;
    if (exists && ::fchmod(temporary.get(), info.st_mode & 07777U) != 0)
        error = errno;
    if (error == 0)
        error = fill(temporary, produce);
    if (error == 0)
        error = temporary.renameTo(target);
    return error == 0 ? Diagnostics{} : trouble(path, "base.file.write", {reason(error)});
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
        return trouble(path, "base.folder.make", {error.message()});
    return {};
}

} // namespace gpuplan
