#pragma once
/// The double-entry journal: append-only, every transaction balanced in every currency, every
/// amount with the reason it exists. Accounts say what kind of cost, tags say for whom.
///
/// In: transactions from pricers. Out: postings, in order, for metrics to sum; sums are exact.

#include <gpuplan/base/messages.hpp>
#include <gpuplan/base/provenance.hpp>
#include <gpuplan/base/strong_id.hpp>
#include <gpuplan/units/money.hpp>
#include <gpuplan/units/time.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::ledger {

/// Accounts used by the pricers; a colon parts the levels.
namespace accounts {
inline constexpr std::string_view cash = "Assets:Cash";
inline constexpr std::string_view hardware = "Assets:Hardware";
inline constexpr std::string_view prepaid = "Assets:Prepaid";
inline constexpr std::string_view onDemand = "Expenses:Cloud:OnDemand";
inline constexpr std::string_view spot = "Expenses:Cloud:Spot";
inline constexpr std::string_view spotRework = "Expenses:Cloud:SpotRework";
inline constexpr std::string_view commitment = "Expenses:Cloud:Commitment";
inline constexpr std::string_view unusedCommitment = "Expenses:Cloud:UnusedCommitment";
inline constexpr std::string_view storage = "Expenses:Storage";
inline constexpr std::string_view egress = "Expenses:Egress";
inline constexpr std::string_view depreciation = "Expenses:OnPrem:Depreciation";
inline constexpr std::string_view disposal = "Expenses:OnPrem:Disposal";
inline constexpr std::string_view power = "Expenses:OnPrem:Power";
inline constexpr std::string_view colocation = "Expenses:OnPrem:Colocation";
inline constexpr std::string_view staff = "Expenses:OnPrem:Staff";
inline constexpr std::string_view maintenance = "Expenses:OnPrem:Maintenance";
inline constexpr std::string_view preparation = "Expenses:Preparation";
inline constexpr std::string_view other = "Expenses:Other";
} // namespace accounts

/// What a charge rests on: `quantity` at `price`, each explained.
struct Basis {
    std::string quantity; ///< "412.6 MWh"
    std::string price;    ///< "0.086 USD/kWh"; empty where no price applies
    std::string formula;  ///< anchor in docs/method.md: "energy"
    Provenance source;    ///< of the price
    bool estimated = false;
    bool operator==(const Basis&) const = default;
};

/// What in the history led to a charge.
enum class CauseKind : std::uint8_t { Lease, MeterReading, Scenario };
struct Cause {
    CauseKind kind = CauseKind::Scenario;
    std::uint32_t index = 0; ///< row of that table; 0 for Scenario
    bool operator==(const Cause&) const = default;
};

struct Posting {
    std::string account;
    Money amount; ///< debit positive, credit negative
    bool operator==(const Posting&) const = default;
};

struct Transaction {
    Instant from{}; ///< charge period, start included
    Instant to{};   ///< end excluded; equal to `from` for a purchase
    Message description;
    std::string pool; ///< tag; empty for the whole alternative
    std::string site; ///< tag
    Cause cause;
    Basis basis;
    std::vector<Posting> postings;
    bool operator==(const Transaction&) const = default;
};

/// Two views of the same lines: what is paid when, and what is used when.
enum class View { Billed, Effective };

class Journal {
public:
    /// Sums to zero in each currency and lies within one calendar month (or is an instant), else
    /// ContractViolation: a bug in a pricer, not user input.
    EntryId append(Transaction transaction);
    /// debit `account`, credit `against`, one amount.
    EntryId append(Transaction transaction, std::string_view account, std::string_view against,
                   const Money& amount);

    const std::vector<Transaction>& transactions() const { return m_transactions; }
    std::size_t size() const { return m_transactions.size(); }

    /// Sum of the postings of an account and those below it (`Expenses` sums all expenses).
    Money total(std::string_view account, Currency currency) const;

private:
    std::vector<Transaction> m_transactions;
};

/// True for the account itself and those below it: `Expenses:Cloud` covers `Expenses:Cloud:Spot`.
bool covers(std::string_view account, std::string_view posted);

} // namespace gpuplan::ledger
