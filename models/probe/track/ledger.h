/// @file  Nothing disappears: what was sent is delivered, dropped for a named cause, or on its way.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace niclab::probe {

/// One direction's cells or frames, PDUs or octets. Each number is to be counted where it happens, none computed from the others.
struct Account {
    std::string direction, unit;
    std::uint64_t sent = 0, delivered = 0, in_flight = 0;
    std::uint64_t inserted = 0;                    ///< Appeared on the way without having been sent.
    std::map<std::string, std::uint64_t> dropped;  ///< By cause.

    /// It counts what the line carries; the other two count what the programs send.
    bool of_line() const { return unit != "pdus" && unit != "octets"; }
    std::uint64_t total_dropped() const;
    bool balances() const { return missing() == 0; }
    /// Sent or inserted and not accounted for; negative: accounted for more than was sent.
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
    /// One line an account, for people.
    std::string table() const;

private:
    std::vector<Account> accounts_;
};

}  // namespace niclab::probe
