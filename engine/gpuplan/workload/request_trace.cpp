#include <gpuplan/units/time.hpp>
#include <gpuplan/workload/csv_reader.hpp>
#include <gpuplan/workload/request_trace.hpp>
#include <gpuplan/workload/trace_fields.hpp>

#include <algorithm>
#include <limits>
#include <optional>

namespace gpuplan::workload {

namespace {

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t mostTokens = 10'000'000;
constexpr std::size_t mostComplaints = 20;

class Reader {
public:
    Reader(LineReader& lines, Diagnostics& diagnostics)
        : m_lines(lines), m_diagnostics(diagnostics), m_rows(lines, ',') {}

    void read(RequestRecord& record) {
        if (!readHeader())
            return;
        while (m_complaints < mostComplaints && m_rows.next()) {
            if (m_rows.isMalformed() || m_rows.fields().size() != m_columns.size())
                complain(
                    "", "workload.request.columns",
                    {std::to_string(m_rows.fields().size()), std::to_string(m_columns.size())});
            else if (m_bins)
                readBin(record);
            else
                readRow(record);
        }
        m_diagnostics.append(m_rows.trouble());
        if (!m_lines.stopped() && record.rows.empty() && record.bins.empty() &&
            !m_diagnostics.hasErrors())
            m_diagnostics.error({m_lines.name(), 0, 0, ""}, "workload.request.none");
        finish(record);
    }

private:
    std::optional<std::size_t> find(std::string_view name) const {
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (equalsIgnoringCase(m_columns[i], name))
                return i;
        return std::nullopt;
    }
    std::optional<std::size_t> find(std::string_view name, std::string_view other) const {
        const auto found = find(name);
        return found ? found : find(other);
    }

    bool readHeader() {
        if (!m_rows.next()) {
            m_diagnostics.append(m_rows.trouble());
            if (!m_diagnostics.hasErrors() && !m_lines.stopped())
                m_diagnostics.error({m_lines.name(), 0, 0, ""}, "workload.empty_file");
            return false;
        }
        for (const std::string_view name : m_rows.fields())
            m_columns.emplace_back(trimmed(name));
        const auto from = find("bin_start_s");
        m_to = find("bin_end_s");
        m_count = find("requests");
        m_bins = from && m_to && m_count;
        m_seconds = find("at_s");
        m_stamp = find("TIMESTAMP");
        m_input = find("input_tokens", "ContextTokens");
        m_output = find("output_tokens", "GeneratedTokens");
        m_from = from;
        if (m_bins || m_seconds || m_stamp)
            return true;
        m_diagnostics.error({m_lines.name(), static_cast<std::size_t>(m_rows.line()), 0, ""},
                            "workload.request.no_list");
        return false;
    }

    void complain(std::string_view column, std::string_view key,
                  std::vector<std::string> arguments) {
        ++m_complaints;
        m_diagnostics.error(
            {m_lines.name(), static_cast<std::size_t>(m_rows.line()), 0, std::string(column)}, key,
            std::move(arguments));
    }

    std::optional<std::int64_t> value(std::size_t column, int power, std::int64_t most) {
        const std::string_view text = m_rows.fields()[column];
        const Field field = parseScaled(text, power, most);
        if (field.isGood() && field.value >= 0 && (power > 0 || !field.rounded))
            return field.value;
        complain(m_columns[column], "workload.request.value",
                 {inQuotes(text), inQuotes(m_columns[column])});
        return std::nullopt;
    }

    std::optional<std::int64_t> time() {
        if (m_seconds)
            return value(*m_seconds, 6, largestTime);
        const std::string_view text = trimmed(m_rows.fields()[*m_stamp]);
        if (const auto stamp = parseInstant(text))
            return stamp->time_since_epoch().count();
        complain(m_columns[*m_stamp], "workload.request.stamp", {inQuotes(text)});
        return std::nullopt;
    }

    void readRow(RequestRecord& record) {
        const auto at = time();
        const auto tokens = [this](std::optional<std::size_t> column) {
            if (!column)
                return std::optional<std::int64_t>(0);
            auto count = value(*column, 0, mostTokens);
            if (count && *count == 0) // nothing asked or nothing said still takes a token
                count = 1;
            return count;
        };
        const auto input = tokens(m_input);
        const auto output = tokens(m_output);
        if (!at || !input || !output)
            return;
        if (!m_zero)
            m_zero = *at - *at % second;
        if (*at < m_last)
            complain("", "workload.request.order", {});
        m_last = *at;
        record.rows.push_back(
            {*at - *m_zero, static_cast<std::int32_t>(*input), static_cast<std::int32_t>(*output)});
        count(1);
    }

    void readBin(RequestRecord& record) {
        const auto from = value(*m_from, 6, largestTime);
        const auto to = value(*m_to, 6, largestTime);
        const auto requests = value(*m_count, 0, static_cast<std::int64_t>(mostRecordedRequests));
        if (!from || !to || !requests)
            return;
        if (!m_zero)
            m_zero = *from;
        if (*from < m_last || *to <= *from)
            complain("", "workload.request.bins", {});
        m_last = *to;
        record.bins.push_back({*from - *m_zero, *to - *m_zero, *requests});
        count(*requests);
    }

    void count(std::int64_t more) {
        m_total += static_cast<std::size_t>(more);
        if (m_total > mostRecordedRequests && m_complaints < mostComplaints) {
            complain("", "workload.request.many", {std::to_string(mostRecordedRequests)});
            m_complaints = mostComplaints;
        }
    }

    static void finish(RequestRecord& record) {
        if (!record.rows.empty())
            record.length = (record.rows.back().at / second + 1) * second;
        if (!record.bins.empty())
            record.length = record.bins.back().to;
    }

    LineReader& m_lines;
    Diagnostics& m_diagnostics;
    CsvReader m_rows;
    std::vector<std::string> m_columns;
    std::optional<std::size_t> m_seconds;
    std::optional<std::size_t> m_stamp;
    std::optional<std::size_t> m_input;
    std::optional<std::size_t> m_output;
    std::optional<std::size_t> m_from;
    std::optional<std::size_t> m_to;
    std::optional<std::size_t> m_count;
    bool m_bins = false;
    std::optional<std::int64_t> m_zero;
    std::int64_t m_last = std::numeric_limits<std::int64_t>::min();
    std::size_t m_total = 0;
    std::size_t m_complaints = 0;
};

} // namespace

Result<RequestRecord> readRequests(const std::string& path, const std::function<bool()>& stop) {
    Result<std::unique_ptr<ByteSource>> source = openSource(path);
    if (!source)
        return source.diagnostics();
    const std::unique_ptr<ByteSource> bytes = std::move(source).value();
    LineReader lines(*bytes, path, stop);
    Diagnostics diagnostics;
    RequestRecord record;
    Reader(lines, diagnostics).read(record);
    diagnostics.append(bytes->trouble());
    return {std::move(record), std::move(diagnostics)};
}

} // namespace gpuplan::workload
