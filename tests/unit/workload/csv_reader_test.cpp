#include <gpuplan/workload/csv_reader.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>

using namespace gpuplan;
using namespace gpuplan::workload;

namespace {

/// Bytes from memory, handed out in blocks of a given size so that rows straddle them.
class TextSource : public ByteSource {
public:
    TextSource(std::string text, std::size_t block) : m_text(std::move(text)), m_block(block) {}
    std::size_t read(char* to, std::size_t room) override {
        const std::size_t count = std::min({room, m_block, m_text.size() - m_at});
        std::memcpy(to, m_text.data() + m_at, count);
        m_at += count;
        return count;
    }

private:
    std::string m_text;
    std::size_t m_block;
    std::size_t m_at = 0;
};

struct Row {
    std::uint64_t line;
    std::uint64_t offset;
    std::vector<std::string> values;
    bool operator==(const Row&) const = default;
};

std::vector<Row> rowsOf(const std::string& text, char delimiter = ',', std::size_t block = 4096) {
    TextSource source(text, block);
    LineReader lines(source, "test.csv");
    CsvReader reader(lines, delimiter);
    std::vector<Row> rows;
    while (reader.next()) {
        rows.push_back({reader.line(), reader.offset(), {}});
        for (const std::string_view value : reader.fields())
            rows.back().values.emplace_back(value);
    }
    CHECK(reader.trouble().empty());
    return rows;
}

std::string troubleOf(const std::string& text) {
    TextSource source(text, 1U << 16U);
    LineReader lines(source, "test.csv");
    CsvReader reader(lines, ',');
    while (reader.next()) {
    }
    return reader.trouble().empty() ? "" : reader.trouble()[0].message.key;
}

} // namespace

TEST_CASE("rows carry the line and byte offset at which they begin", "[workload][csv]") {
    const std::vector<Row> expected{{1, 0, {"a", "b"}}, {2, 4, {"1", ""}}, {4, 9, {"", "2"}}};

    CHECK(rowsOf("a,b\n1,\n \n,2") ==
          std::vector<Row>{{1, 0, {"a", "b"}}, {2, 4, {"1", ""}}, {4, 9, {"", "2"}}});
    CHECK(rowsOf("a,b\n1,\n \n,2\n") == expected);
}

TEST_CASE("any size of block gives the same rows", "[workload][csv]") {
    const std::string text = "\xef\xbb\xbfid,name\r\n1,\"a \"\"b\"\"\r\nc,d\"\r\n2,plain\r\n";
    const std::vector<Row> expected{
        {1, 3, {"id", "name"}}, {2, 12, {"1", "a \"b\"\nc,d"}}, {4, 30, {"2", "plain"}}};

    for (const std::size_t block : {1U, 2U, 3U, 5U, 7U, 4096U})
        CHECK(rowsOf(text, ',', block) == expected);
}

TEST_CASE("the delimiter is any byte", "[workload][csv]") {
    CHECK(rowsOf("a|b,c|\"d|e\"\n", '|') == std::vector<Row>{{1, 0, {"a", "b,c", "d|e"}}});
    CHECK(guessDelimiter("job;gpus;\"a,b,c,d\"") == ';');
    CHECK(guessDelimiter("job\tgpus") == '\t');
    CHECK(guessDelimiter("runtime") == ',');
}

TEST_CASE("text after a closing quote marks the row", "[workload][csv]") {
    TextSource source("\"a\"b,c\n\"a\",c\n", 4096);
    LineReader lines(source, "test.csv");
    CsvReader reader(lines, ',');

    REQUIRE(reader.next());
    CHECK(reader.isMalformed());
    REQUIRE(reader.next());
    CHECK_FALSE(reader.isMalformed());
}

TEST_CASE("a quote that is never closed is refused, not swallowed", "[workload][csv]") {
    CHECK(troubleOf("a,b\n1,\"open\n2,x\n") == "workload.quote_not_closed");
    CHECK(troubleOf("a,b\n1,\"" + std::string(longestLine, '\n')) == "workload.quote_not_closed");
}

TEST_CASE("a line may be as long as the limit, and no longer", "[workload][csv]") {
    CHECK(troubleOf(std::string(longestLine, 'x')).empty());
    CHECK(troubleOf(std::string(longestLine, 'x') + "\r\n1\n").empty());
    CHECK(troubleOf(std::string(longestLine + 1, 'x')) == "workload.line_too_long");
    CHECK(troubleOf("a\n" + std::string(5 * longestLine, 'x')) == "workload.line_too_long");
}

TEST_CASE("UTF-16 text is named as such", "[workload][csv]") {
    CHECK(troubleOf(std::string("\xff\xfe\x61\x00\x0a\x00", 6)) == "workload.utf16");
}

TEST_CASE("reading stops when asked", "[workload][csv]") {
    TextSource source(std::string(100, '\n'), 10);
    LineReader lines(source, "test.csv", [] { return true; });

    CHECK_FALSE(lines.next());
    CHECK(lines.stopped());
    CHECK(lines.trouble().empty());
}
