#include <gpuplan/report/csv.hpp>
#include <gpuplan/report/ledger_csv.hpp>
#include <gpuplan/report/rounding.hpp>
#include <gpuplan/report/sources.hpp>

#include <algorithm>

namespace gpuplan::report {

namespace {

std::string at(Instant start, history::Tick tick) {
    return instantText(start + Duration(tick));
}

std::string leaseText(const history::Lease& lease, std::uint32_t index, Instant start) {
    return "lease " + std::to_string(index) + ": node " + std::to_string(lease.node) +
           ", requested " + at(start, lease.requested) + ", ready " + at(start, lease.ready) +
           ", released " + at(start, lease.released);
}

std::string readingText(const history::MeterReading& reading, std::uint32_t index, Instant start) {
    GpuTime allocated;
    for (const GpuTime part : reading.allocatedByClass)
        allocated += part;
    return "meter " + std::to_string(index) + ": " + at(start, reading.from) + " to " +
           at(start, reading.to) + ", " + gpuHours(reading.capacity()).text() +
           " GPU-hours in service, " + gpuHours(allocated).text() + " allocated";
}

std::string joined(const std::vector<std::string>& fields) {
    std::string text;
    for (const std::string& field : fields) {
        if (!text.empty())
            text += ',';
        appendCsvField(text, field);
    }
    return text;
}

/// The columns from `pool` to the last.
std::string tailOf(const ledger::Transaction& transaction,
                   const metrics::AlternativeResult& alternative, Instant start) {
    const ledger::Basis& basis = transaction.basis;
    std::string text;
    appendCsvField(text, transaction.pool);
    for (const std::string& field :
         {transaction.site, causeText(alternative, transaction.cause, start), basis.quantity,
          basis.price, basis.formula, basis.source.source, basis.source.asOf,
          shownFile(basis.source.file), basis.source.pointer,
          confidenceText(basis.source.confidence), std::string(basis.estimated ? "true" : "false"),
          gpuplan::text(transaction.description)}) {
        text += ',';
        appendCsvField(text, field);
    }
    return text;
}

} // namespace

std::string_view name(PostingView view) {
    switch (view) {
    case PostingView::Both:
        return "both";
    case PostingView::Billed:
        return "billed";
    case PostingView::Effective:
        return "effective";
    case PostingView::Cash:
        return "cash";
    case PostingView::Balance:
        break;
    }
    return "balance";
}

std::vector<PostingView> postingViews(const ledger::Transaction& transaction) {
    const bool paysCash = std::any_of(
        transaction.postings.begin(), transaction.postings.end(),
        [](const ledger::Posting& p) { return ledger::covers(ledger::accounts::cash, p.account); });
    std::vector<PostingView> views;
    for (const ledger::Posting& posting : transaction.postings) {
        if (ledger::covers(ledger::accounts::cash, posting.account))
            views.push_back(PostingView::Cash);
        else if (ledger::covers("Expenses", posting.account))
            views.push_back(paysCash ? PostingView::Both : PostingView::Effective);
        else
            views.push_back(paysCash ? PostingView::Billed : PostingView::Balance);
    }
    return views;
}

std::string causeText(const metrics::AlternativeResult& alternative, const ledger::Cause& cause,
                      Instant start) {
    switch (cause.kind) {
    case ledger::CauseKind::Lease:
        return leaseText(alternative.history->leases.at(cause.index), cause.index, start);
    case ledger::CauseKind::MeterReading:
        return readingText(alternative.history->readings.at(cause.index), cause.index, start);
    case ledger::CauseKind::Scenario:
        break;
    }
    return "scenario";
}

const std::vector<std::string>& ledgerColumns() {
    static const std::vector<std::string> columns{
        "entry",  "alternative", "from", "to",      "account",    "amount",    "currency",
        "view",   "pool",        "site", "cause",   "quantity",   "price",     "formula",
        "source", "as_of",       "file", "pointer", "confidence", "estimated", "description",
    };
    return columns;
}

std::string ledgerCsv(const metrics::RunResult& result) {
    std::string csv;
    appendCsvRow(csv, ledgerColumns());
    std::size_t entry = 0;
    for (const metrics::AlternativeResult& alternative : result.alternatives) {
        for (const ledger::Transaction& transaction : alternative.journal->transactions()) {
            ++entry;
            // What all postings of a transaction share is put together once.
            const std::string head =
                joined({std::to_string(entry), alternative.name, instantText(transaction.from),
                        instantText(transaction.to)});
            const std::string tail = tailOf(transaction, alternative, result.scenario.start);
            const std::vector<PostingView> views = postingViews(transaction);
            for (std::size_t i = 0; i < transaction.postings.size(); ++i) {
                const ledger::Posting& posting = transaction.postings[i];
                csv += head;
                csv += ',';
                appendCsvField(csv, posting.account);
                csv += ',';
                csv += posting.amount.amountText();
                csv += ',';
                csv += posting.amount.currency().code();
                csv += ',';
                csv += name(views[i]);
                csv += ',';
                csv += tail;
                csv += '\n';
            }
        }
    }
    return csv;
}

} // namespace gpuplan::report
