#include <gpuplan/base/contract.hpp>
#include <gpuplan/ledger/journal.hpp>

#include <map>

namespace gpuplan::ledger {

bool covers(std::string_view account, std::string_view posted) {
    return posted.substr(0, account.size()) == account &&
           (posted.size() == account.size() || posted[account.size()] == ':');
}

EntryId Journal::append(Transaction transaction) {
    std::map<Currency, Int128> sums;
    for (const Posting& posting : transaction.postings)
        sums[posting.amount.currency()] += posting.amount.micros();
    for (const auto& [currency, sum] : sums)
        GPUPLAN_EXPECTS(sum == 0, "a transaction sums to zero in each currency");
    GPUPLAN_EXPECTS(transaction.from <= transaction.to, "a charge period does not run backwards");
    GPUPLAN_EXPECTS(transaction.to <= startOfMonth(transaction.from, 1),
                    "a charge lies inside one calendar month");
    m_transactions.push_back(std::move(transaction));
    return EntryId(static_cast<std::uint32_t>(m_transactions.size() - 1));
}

EntryId Journal::append(Transaction transaction, std::string_view account, std::string_view against,
                        const Money& amount) {
    transaction.postings = {{std::string(account), amount}, {std::string(against), -amount}};
    return append(std::move(transaction));
}

Money Journal::total(std::string_view account, Currency currency) const {
    Money sum(0, currency);
    for (const Transaction& transaction : m_transactions)
        for (const Posting& posting : transaction.postings)
            if (posting.amount.currency() == currency && covers(account, posting.account))
                sum += posting.amount;
    return sum;
}

} // namespace gpuplan::ledger
