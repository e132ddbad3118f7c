#pragma once
/// The one stream of jobs every importer and generator ends in: columns, one row a job, in the
/// order of the trace.

#include <gpuplan/units/quantity.hpp>
#include <gpuplan/units/time.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::workload {

/// Texts kept once; an index stands for a text.
class StringPool {
public:
    /// The index of `text`, new if it was not there.
    std::uint32_t intern(std::string_view text);
    std::optional<std::uint32_t> find(std::string_view text) const;
    const std::string& operator[](std::uint32_t index) const { return m_texts[index]; }
    std::size_t size() const { return m_texts.size(); }

private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t indexAndOne = 0; ///< 0: free
    };
    /// The slot that holds the text, or the free one where it belongs.
    std::size_t slotOf(std::string_view text, std::uint32_t hash) const;
    void grow();

    std::vector<std::string> m_texts;
    std::vector<Slot> m_slots; ///< a power of two, at most half of them taken
};

/// Job names: nothing kept while they run 1, 2, 3, ...; then plain integers; then text.
class JobIds {
public:
    void append(std::string_view id);
    std::size_t size() const { return m_size; }
    std::string text(std::size_t row) const;
    /// The number, where every id is one; rows of a table with text ids have none.
    std::optional<std::int64_t> number(std::size_t row) const;
    bool areNumbers() const { return m_ends.empty(); }
    /// They are 1, 2, 3, ... in the order of the rows.
    bool areConsecutive() const { return m_numbers.empty() && m_ends.empty(); }
    /// Orders two rows by their ids, numbers by value: negative, 0 or positive.
    int compare(std::size_t a, std::size_t b) const;

private:
    std::string_view view(std::size_t row) const;

    std::size_t m_size = 0;
    std::vector<std::int64_t> m_numbers; ///< empty while the ids are 1..size
    std::string m_texts;                 ///< all texts end to end
    std::vector<std::size_t> m_ends;
};

/// Columns of equal length; optional ones are empty if no row has the value. Times in microseconds
/// since the trace's zero (`zero` gives its calendar time where known).
struct JobTable {
    JobIds ids;
    std::vector<std::int64_t> submit;
    std::vector<std::int64_t> duration; ///< run time on the trace's own hardware, >= 0
    std::vector<std::int64_t> estimate; ///< user's limit; empty: none given; -1: not in this row
    std::vector<std::int32_t> gpus;     ///< thousandths of a GPU, >= 0
    std::vector<std::uint32_t> user;    ///< into `users`; empty: not given
    std::vector<std::uint32_t> team;
    std::vector<std::uint32_t> model;
    std::vector<std::uint8_t> jobClass; ///< into the profile's classes; empty: all 0
    StringPool users;
    StringPool teams;
    StringPool models;
    std::optional<Instant> zero;

    std::size_t size() const { return submit.size(); }
    GpuCount gpuCount(std::size_t row) const { return GpuCount::milli(gpus[row]); }
    /// Sum of GPUs x duration.
    GpuTime gpuTime() const;
    /// Rows by (submit, number of the id, row): the order in which a queue sees them. Empty if the
    /// rows already stand so.
    std::vector<std::uint32_t> queueOrder() const;
};

} // namespace gpuplan::workload
