#include "probe/track/ledger.h"

#include <fmt/format.h>

#include <algorithm>

namespace niclab::probe {

std::uint64_t Account::total_dropped() const {
    std::uint64_t total = 0;
    for (const auto& [cause, n] : dropped) total += n;
    return total;
}

std::int64_t Account::missing() const {
    return static_cast<std::int64_t>(sent + inserted) -
           static_cast<std::int64_t>(delivered + total_dropped() + in_flight);
}

std::map<std::string, std::uint64_t> Account::entries() const {
    std::map<std::string, std::uint64_t> all{
        {"sent", sent}, {"inserted", inserted}, {"delivered", delivered}, {"in_flight", in_flight}};
    for (const auto& [cause, n] : dropped) all["dropped." + cause] = n;
    return all;
}

bool Ledger::balances() const {
    return std::all_of(accounts_.begin(), accounts_.end(), [](const Account& a) { return a.balances(); });
}

std::vector<std::string> Ledger::imbalances() const {
    std::vector<std::string> sentences;
    for (const Account& a : accounts_) {
        if (a.balances()) continue;
        sentences.push_back(fmt::format("{}: of {} {} sent {}", a.direction, a.sent, a.unit,
                                        a.missing() > 0 ? fmt::format("{} are not accounted for", a.missing())
                                                        : fmt::format("{} too many are accounted for", -a.missing())));
    }
    return sentences;
}

std::string Ledger::table() const {
    std::string text;
    for (const Account& a : accounts_) {
        text += fmt::format("{:<18} {:<7} sent {:>9}  delivered {:>9}  dropped {:>6}  in flight {:>5}", a.direction,
                            a.unit, a.sent, a.delivered, a.total_dropped(), a.in_flight);
        for (const auto& [cause, n] : a.dropped)
            if (n > 0) text += fmt::format("  {} {}", cause, n);
        text += a.balances() ? "\n" : "  DOES NOT BALANCE\n";
    }
    return text;
}

}  // namespace niclab::probe
