#include <gpuplan/workload/trace_writer.hpp>

#include <array>
#include <charconv>
#include <ostream>
#include <string>

namespace gpuplan::workload {

namespace {

/// value / 10^places without trailing zeros. value >= 0.
void appendScaled(std::string& to, std::int64_t value, int places) {
    std::array<char, 24> digits{};
    std::int64_t unit = 1;
    for (int i = 0; i < places; ++i)
        unit *= 10;
    const auto whole = std::to_chars(digits.data(), digits.data() + digits.size(), value / unit);
    to.append(digits.data(), whole.ptr);
    std::int64_t rest = value % unit;
    if (rest == 0)
        return;
    to += '.';
    for (; rest != 0; rest = rest * 10 % unit)
        to += static_cast<char>('0' + rest * 10 / unit);
}

void appendText(std::string& to, const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        to += text;
        return;
    }
    to += '"';
    for (const char c : text) {
        to += c;
        if (c == '"')
            to += c;
    }
    to += '"';
}

void appendName(std::string& to, const std::vector<std::uint32_t>& column, const StringPool& pool,
                std::size_t row) {
    if (!column.empty())
        appendText(to, pool[column[row]]);
}

} // namespace

void writeTrace(std::ostream& out, const JobTable& jobs) {
    constexpr std::size_t block = std::size_t{1} << 16U;
    std::string text = "job_id,user,submit_s,gpus,duration_s,walltime_s";
    text += jobs.team.empty() ? "" : ",team";
    text += jobs.model.empty() ? "\n" : ",model\n";
    for (std::size_t row = 0; row < jobs.size(); ++row) {
        appendText(text, jobs.ids.text(row));
        text += ',';
        appendName(text, jobs.user, jobs.users, row);
        text += ',';
        appendScaled(text, jobs.submit[row], 6);
        text += ',';
        appendScaled(text, jobs.gpus[row], 3);
        text += ',';
        appendScaled(text, jobs.duration[row], 6);
        text += ',';
        if (!jobs.estimate.empty() && jobs.estimate[row] >= 0)
            appendScaled(text, jobs.estimate[row], 6);
        if (!jobs.team.empty())
            text += ',';
        appendName(text, jobs.team, jobs.teams, row);
        if (!jobs.model.empty())
            text += ',';
        appendName(text, jobs.model, jobs.models, row);
        text += '\n';
        if (text.size() >= block) {
            out.write(text.data(), static_cast<std::streamsize>(text.size()));
            text.clear();
        }
    }
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

} // namespace gpuplan::workload
