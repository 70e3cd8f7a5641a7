/// @file Conservation: all that was sent is delivered, dropped for a named cause, or under way.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace niclab::probe {

/// The counts of one direction in cells, frames, PDUs or octets. Each number must be counted at its
/// event, none computed from the others.
struct Account {
    std::string direction, unit;
    std::uint64_t sent = 0, delivered = 0, in_flight = 0;
    std::uint64_t inserted = 0;                    ///< Appeared on the way without a sender.
    std::map<std::string, std::uint64_t> dropped;  ///< By cause.

    /// Whether it counts units of the line; other accounts count what the programs send.
    bool of_line() const { return unit != "pdus" && unit != "octets"; }
    std::uint64_t total_dropped() const;
    bool balances() const { return missing() == 0; }
    /// Sent or inserted, and not accounted for; negative: more is accounted for than was sent.
    std::int64_t missing() const;
    /// "sent", "inserted", "delivered", "in_flight" and "dropped.<cause>" to number.
    std::map<std::string, std::uint64_t> entries() const;
};

/// All accounts of a run.
class Ledger {
public:
    void add(Account account) { accounts_.push_back(std::move(account)); }
    const std::vector<Account>& accounts() const { return accounts_; }
    bool balances() const;
    /// One sentence for each account that does not balance.
    std::vector<std::string> imbalances() const;
    /// One line per account, for people.
    std::string table() const;

private:
    std::vector<Account> accounts_;
};

}  // namespace niclab::probe
