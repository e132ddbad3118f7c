#pragma once
/// Hashes: FNV-1a 64 for names and event logs, SHA-256 for files and digests.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gpuplan {

/// FNV-1a 64 (offset basis 0xcbf29ce484222325, prime 0x100000001b3), byte by byte.
class Fnv1a64 {
public:
    constexpr void add(unsigned char byte) { m_state = (m_state ^ byte) * 0x100000001b3ULL; }
    constexpr void add(std::string_view bytes) {
        for (const char c : bytes)
            add(static_cast<unsigned char>(c));
    }
    /// The eight bytes of `word`, least significant first.
    constexpr void addWord(std::uint64_t word) {
        for (int i = 0; i < 8; ++i, word >>= 8U)
            add(static_cast<unsigned char>(word & 255U));
    }
    constexpr std::uint64_t value() const { return m_state; }

private:
    std::uint64_t m_state = 0xcbf29ce484222325ULL;
};

constexpr std::uint64_t fnv1a64(std::string_view bytes) {
    Fnv1a64 hash;
    hash.add(bytes);
    return hash.value();
}

/// 16 lower-case hex digits.
std::string hex64(std::uint64_t value);

/// SHA-256 as 64 lower-case hex digits.
std::string sha256(std::string_view bytes);

} // namespace gpuplan
