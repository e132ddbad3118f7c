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
            const std::vector<PostingView> views = postingViews(transaction);
            const std::string cause =
                causeText(alternative, transaction.cause, result.scenario.start);
            const std::string description = text(transaction.description);
            const ledger::Basis& basis = transaction.basis;
            for (std::size_t i = 0; i < transaction.postings.size(); ++i) {
                const ledger::Posting& posting = transaction.postings[i];
                appendCsvRow(csv, {std::to_string(entry),
                                   alternative.name,
                                   instantText(transaction.from),
                                   instantText(transaction.to),
                                   posting.account,
                                   posting.amount.amountText(),
                                   posting.amount.currency().code(),
                                   std::string(name(views[i])),
                                   transaction.pool,
                                   transaction.site,
                                   cause,
                                   basis.quantity,
                                   basis.price,
                                   basis.formula,
                                   basis.source.source,
                                   basis.source.asOf,
                                   shownFile(basis.source.file),
                                   basis.source.pointer,
                                   confidenceText(basis.source.confidence),
                                   basis.estimated ? "true" : "false",
                                   description});
            }
        }
    }
    return csv;
}

} // namespace gpuplan::report
