#include "probe/account/pci_account.h"

#include <algorithm>
#include <utility>

namespace niclab::probe {

namespace {
/// C/BE#[7:4] are low when enabled; after the end of an odd burst none is.
bool upper_enabled(const check::PciSample& s) { return (~unsigned{s.cbe} & 0xF0u) != 0; }
}  // namespace

const char* to_string(PciEnd end) {
    static const char* const names[] = {
        "complete", "retry", "disconnect_with_data", "disconnect_without_data", "target_abort", "master_abort"};
    return names[static_cast<unsigned>(end)];
}

PciAccount::PciAccount(const std::vector<Card>& cards, std::vector<std::string> masters, std::vector<int> pair_of_agent)
    : pair_of_agent_(std::move(pair_of_agent)) {
    for (const Card& card : cards) states_.push_back({card, {}});
    for (std::string& name : masters) masters_.push_back({std::move(name), 0, {}, {}, {}, {}});
}

unsigned PciAccount::state(const check::PciSample& s, int pair) {
    const bool gnt = pair >= 0 && (s.gnt >> pair & 1u);
    if (!s.frame && s.irdy) return 6;
    if (s.frame && !s.irdy && !s.devsel && !s.trdy) return 2;
    if (s.frame && s.devsel && s.trdy) return 5;
    if (s.frame && s.irdy && s.devsel) return 4;
    if (s.frame && s.irdy) return 3;
    return !s.frame && !s.trdy && gnt ? 1 : 0;
}

void PciAccount::pass(std::uint64_t clocks) {
    clocks_ += clocks;
    for (States& of : states_) of.clocks[state(p_, of.card.pair)] += clocks;
    if (!p_.idle()) busy_ += clocks;
    if (p_.irdy && p_.trdy) data_ += clocks;
}

void PciAccount::sample(const check::PciSample& s) {
    if (!first_) pass(s.cycle - p_.cycle);
    first_ = false;
    requests(s);
    if (running_ && (s.idle() || (s.frame && !p_.frame))) end(s.at);
    if (s.frame && !p_.frame)
        begin(s);
    else if (running_)
        running(s);
    p_ = s;
}

void PciAccount::requests(const check::PciSample& s) {
    if (s.req == p_.req && s.gnt == p_.gnt) return;
    for (unsigned k = 0; k < masters_.size(); ++k) {
        const std::uint32_t bit = 1u << k;
        if ((s.req & bit) != 0 && (p_.req & bit) == 0) asked_[k] = s.cycle;
        if ((s.gnt & bit) != 0 && (p_.gnt & bit) == 0) granted_[k] = s.cycle;
    }
}

void PciAccount::begin(const check::PciSample& s) {
    running_ = true;
    devsel_ = stopped_ = stop_with_data_ = wide_ = false;
    t_ = PciTransaction{};
    t_.at = s.at;
    t_.command = s.cbe & 0xF;
    t_.address = s.ad;
    start_ = s.cycle;
    for (std::size_t a = 0; a < pair_of_agent_.size(); ++a)
        if (s.enables[a] & check::kFrame) t_.master = pair_of_agent_[a];
    if (t_.master < 0) return;
    const auto k = static_cast<std::size_t>(t_.master);
    const std::uint64_t asked = std::min(asked_[k], s.cycle), granted = std::max(asked, std::min(granted_[k], s.cycle));
    t_.arbitration = static_cast<std::uint32_t>(granted - asked);
    t_.acquisition = static_cast<std::uint32_t>(s.cycle - granted);
    asked_[k] = s.cycle;  // A REQ# that stays asserted requests the next transaction.
}

void PciAccount::running(const check::PciSample& s) {
    devsel_ |= s.devsel;
    wide_ |= s.ack64;  // REQ64# was asserted with FRAME#, possibly before this answer.
    const bool moved = s.irdy && s.trdy;
    if (moved && t_.dwords == 0) t_.target = static_cast<std::uint32_t>(s.cycle - start_);
    if (moved) t_.dwords += wide_ && upper_enabled(s) ? 2 : 1;
    if (!moved && t_.dwords > 0 && !stopped_) ++t_.waits;
    if (s.stop && !stopped_ && s.irdy) stopped_ = true, stop_with_data_ = s.trdy;
    if (s.stop && !s.devsel) t_.end = PciEnd::TargetAbort;
    t_.clocks = static_cast<std::uint32_t>(s.cycle - start_) + 1;
}

void PciAccount::end(core::Femtoseconds at) {
    running_ = false;
    t_.over = at;
    if (!devsel_)
        t_.end = PciEnd::MasterAbort;
    else if (stopped_ && t_.end != PciEnd::TargetAbort)
        t_.end = stop_with_data_  ? PciEnd::DisconnectWithData
                 : t_.dwords == 0 ? PciEnd::Retry
                                  : PciEnd::DisconnectWithoutData;
    if (t_.master >= 0) {
        Master& m = masters_[static_cast<std::size_t>(t_.master)];
        m.dwords += t_.dwords;
        ++m.ends[static_cast<unsigned>(t_.end)];
        m.arbitration.add(t_.arbitration);
        m.acquisition.add(t_.acquisition);
        if (t_.dwords > 0) m.target.add(t_.target);
    }
    if (done) done(t_);
}

PciAccount::Delta PciAccount::since(const PciAccount& before) const {
    Delta s{clocks_ - before.clocks_,
            busy_ - before.busy_,
            data_ - before.data_,
            {},
            devsel_,
            stopped_,
            stop_with_data_,
            wide_,
            t_,
            p_,
            {},
            {}};
    for (unsigned k = 0; k < masters_.size(); ++k) {
        if (asked_[k] != before.asked_[k]) s.asked.emplace_back(k, p_.cycle - asked_[k]);
        if (granted_[k] != before.granted_[k]) s.granted.emplace_back(k, p_.cycle - granted_[k]);
    }
    for (std::size_t c = 0; c < states_.size(); ++c) {
        s.states.push_back(states_[c].clocks);
        for (unsigned n = 0; n < kStates; ++n) s.states[c][n] -= before.states_[c].clocks[n];
    }
    return s;
}

void PciAccount::count(const Delta& s) {
    clocks_ += s.clocks, busy_ += s.busy, data_ += s.data;
    for (std::size_t c = 0; c < states_.size(); ++c)
        for (unsigned n = 0; n < kStates; ++n) states_[c].clocks[n] += s.states[c][n];
}

void PciAccount::repeat(const Delta& s, std::uint64_t cycle, core::Femtoseconds at) {
    count(s);
    devsel_ = s.devsel, stopped_ = s.stopped, stop_with_data_ = s.stop_with_data, wide_ = s.wide;
    t_.dwords = s.t.dwords, t_.clocks = s.t.clocks, t_.target = s.t.target, t_.waits = s.t.waits, t_.end = s.t.end;
    const std::uint32_t req = p_.req, gnt = p_.gnt;
    p_ = s.last;
    p_.cycle = cycle, p_.at = at, p_.req = req, p_.gnt = gnt;
}

void PciAccount::repeat_idle(const Delta& s, std::uint64_t cycle, core::Femtoseconds at) {
    count(s);
    for (const auto& [k, ago] : s.asked) asked_[k] = cycle - ago;
    for (const auto& [k, ago] : s.granted) granted_[k] = cycle - ago;
    p_ = s.last;
    p_.cycle = cycle, p_.at = at;
}

}  // namespace niclab::probe
