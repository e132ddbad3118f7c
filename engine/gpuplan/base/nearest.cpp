#include <gpuplan/base/nearest.hpp>

#include <algorithm>
#include <utility>

namespace gpuplan {

namespace {

// A hostile name must not cost quadratic time; no known name is that long.
constexpr std::size_t longest = 256;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

std::size_t editDistance(std::string_view a, std::string_view b) {
    a = a.substr(0, longest);
    b = b.substr(0, longest);
    std::vector<std::size_t> twoAgo(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]))
                row[j] = std::min(row[j], twoAgo[j - 2] + 1);
        }
        std::swap(twoAgo, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& known,
                                 std::size_t most) {
    name = name.substr(0, longest);
    const std::size_t limit = std::max<std::size_t>(2, name.size() / 3);
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const std::string& candidate : known) {
        const std::size_t distance = editDistance(name, candidate);
        // As many edits as letters would make any name of any other.
        if (distance <= limit && distance < std::max(name.size(), candidate.size()))
            near.emplace_back(distance, candidate);
    }
    std::sort(near.begin(), near.end());
    std::vector<std::string> result;
    for (const auto& [distance, candidate] : near)
        if (result.size() < most)
            result.push_back(candidate);
    return result;
}

} // namespace gpuplan
