#include <gpuplan/base/hash.hpp>

#include <array>
#include <sha2.h>

namespace gpuplan {

std::string hex64(std::uint64_t value) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string result(16, '0');
    for (std::size_t i = 16; i-- > 0; value >>= 4U)
        result[i] = digits[value & 15U];
    return result;
}

std::string sha256(std::string_view bytes) {
    std::array<char, SHA256_DIGEST_STRING_LENGTH> digest{};
    SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), digest.data());
    return {digest.data(), SHA256_DIGEST_STRING_LENGTH - 1};
}

} // namespace gpuplan
