/// @file Observers that pass the pins of a running simulation to the checkers.
///
/// Behaviour: passive: they read wires at clock edges, acquire no clock and write nothing.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "check/aal5_checker.h"
#include "check/cell_row.h"
#include "check/line_checker.h"
#include "check/pci_checker.h"
#include "check/utopia_checker.h"
#include "core/clocked.h"
#include "fiber/pins.h"
#include "pci/fast/two_level_bus.h"
#include "phy/fast/octet_line.h"
#include "probe/account/pci_account.h"
#include "utopia/config.h"
#include "utopia/fast/cell_link.h"
#include "utopia/pins.h"

namespace niclab::probe {

/// An observer of one PCI bus. The clocks of a repeated transaction (pci/fast/transaction_timing.h) are
/// checked and counted once per recorded timing, provided that REQ# and GNT# do not change in it. The
/// same applies to those of an idle bus (pci/fast/idle.h). Repeated wait clocks are checked at their
/// end.
class PciWatch : public sc_core::sc_module, public core::ActivitySource {
public:
    /// All agents must be attached to `bus`. Its agent "host" is the host bridge, `cards` are the
    /// cards. Without a `report` the clocks are counted and no rule is checked.
    PciWatch(sc_core::sc_module_name name, const core::Clock& clock, const pci::Bus& bus, const std::string& bus_name,
             const std::vector<std::string>& cards, check::Report* report);

    /// Called for every sample, after the checker.
    std::function<void(const check::PciSample&)> sampled;
    /// Names for the enables of a sample, in their order.
    const std::vector<std::string>& agents() const { return config_.agents; }
    std::uint64_t transactions() const { return checker_ ? checker_->transactions() : 0; }
    PciAccount& account() { return synchronize_to_now(), account_; }
    /// Number of clocks of the bus up to now.
    std::uint64_t clocks() const { return clock_.cycle(); }
    /// Counts the clocks up to now; to be called once, at the end.
    void finish() { synchronize_to_now(), account_.stay(clock_.cycle()); }
    core::Activity activity() const override { return {calls_, 0, 0}; }

private:
    /// The changes that the clocks of a recorded timing make in the account and the checker.
    struct ReplayEffect {
        PciAccount::Delta account;
        std::unique_ptr<check::PciChecker> checker;  ///< The state of the checker after them.
        check::Report report;                        ///< Violations: such a timing is checked each time.
    };
    /// The same for the clocks of an idle bus that passed.
    struct IdleReplayEffect : ReplayEffect {
        check::PciSample before;  ///< The sample before them.
        bool repeats = true;      ///< They can be checked once.
    };

    /// Of the bus; nullptr before it was at transaction level.
    const pci::TransactionBus* records() const { return two_level_ ? two_level_->records() : nullptr; }
    void on_clock();
    void look();
    void on_transaction();
    bool goes_on() const;
    bool begins_transaction();
    void synchronize();
    void synchronize_to_now();
    void repeat();
    check::PciSample transaction_sample(pci::TransactionClock c, std::uint64_t n);
    const ReplayEffect& seen(const pci::TransactionTiming& timing);
    template <class Samples>
    void record(ReplayEffect& seen, std::uint64_t n, const Samples& samples);
    bool take_idle(const pci::TransactionBus& bus) {
        if (sampled) two_level_->disable_idle_repetition();
        return bus.repeated_idle().number != repeated_idle_ && take_new_idle(bus.repeated_idle());
    }
    void take_wait(const pci::TransactionBus& bus) {
        if (bus.repeated_wait().number != repeated_wait_) take_new_wait(bus.repeated_wait());
    }
    bool take_new_idle(const pci::TransactionBus::RepeatedIdle& repeated);
    void take_new_wait(const pci::TransactionBus::RepeatedWait& repeated);
    void judge_idle(const pci::TransactionBus::RepeatedIdle& repeated);
    check::PciSample idle_sample(const pci::TransactionBus::RepeatedIdle& repeated, std::uint64_t n);
    const IdleReplayEffect& seen(const pci::TransactionBus::RepeatedIdle& repeated);
    bool judged_alike(const pci::TransactionBus::RepeatedIdle& repeated) const;
    check::PciSample sample(const pci::Levels& bus, std::uint64_t cycle, core::Femtoseconds at);
    void add_drive(check::PciSample& s, unsigned half, const pci::Levels& drive) const;
    void report_sample(const check::PciSample& s);
    check::PciChecker::Config config(const std::string& bus_name);

    const core::Clock& clock_;
    const pci::Bus& bus_;
    const pci::TwoLevelBus* two_level_;  ///< The bus, or nullptr if it is always at signal level.
    std::vector<unsigned> agent_of_half_;
    check::PciChecker::Config config_;
    std::unique_ptr<check::PciChecker> checker_;  ///< If rules are checked.
    PciAccount account_;
    pci::Levels last_;
    bool second_address_ = false;
    std::uint32_t req_ = 0, gnt_ = 0;
    std::vector<std::unique_ptr<ReplayEffect>> replay_effects_;  ///< By the number of the recorded timing.
    /// The recorded timing that is being skipped, the number of clocks up to now, the first of
    /// them, and the parity of its address then.
    struct Passed {
        const pci::TransactionTiming* timing = nullptr;
        std::uint64_t clocks = 0, cycle = 0;
        core::Femtoseconds at = 0;
        unsigned initiator_half = 0, target_half = 0;
        bool par = false, par64 = false;
    } passed_;
    /// By the number of the recorded timing and the number of its clocks that passed: one for each
    /// sample before them.
    std::vector<std::vector<std::vector<std::unique_ptr<IdleReplayEffect>>>> idle_replay_effects_;
    std::uint64_t repeated_idle_ = 0;  ///< Number of the last idle interval of the bus,
    std::uint64_t repeated_wait_ = 0;  ///< and of its last wait clocks that were repeated.
    std::uint64_t calls_ = 0;
};

/// The changes by `n` samples, `samples(0)` first; the account itself is not changed.
template <class Samples>
void PciWatch::record(ReplayEffect& seen, std::uint64_t n, const Samples& samples) {
    const pci::Levels last = last_;
    const std::uint32_t req = req_, gnt = gnt_;
    PciAccount account = account_;
    if (checker_) seen.checker = std::make_unique<check::PciChecker>(*checker_, seen.report);
    for (std::uint64_t k = 0; k < n; ++k) {
        const check::PciSample s = samples(k);
        account.sample(s);
        if (checker_) seen.checker->sample(s);
    }
    last_ = last, req_ = req, gnt_ = gnt;
    seen.account = account.since(account_);
}

/// An observer of the UTOPIA wires of one card, the AAL5 PDUs that it sends on them, and the line
/// octets that it launches.
class CardWatch : public sc_core::sc_module, public core::ActivitySource {
public:
    struct Reports {
        check::Report &utopia, &aal5, &line;
    };
    struct Clocks {
        const core::Clock &utopia, &line;  ///< May be one clock.
    };
    /// The variants of the wires; `sts`: N of the line's STS-Nc.
    struct Formats {
        const utopia::Config& utopia;
        unsigned sts;
    };
    CardWatch(sc_core::sc_module_name name, const Clocks& clocks, const Formats& formats, const std::string& card,
              const utopia::TxPins<core::Net>& tx, const utopia::RxPins<core::Net>& rx,
              const fiber::LinePins<core::Net>& launch, const Reports& reports);
    /// The same levels without wires, when cells and octets are at transaction level.
    void watch(utopia::TxCellLink& tx, utopia::RxCellLink& rx, phy::OctetLine& launched);
    /// Sets the handshake of both directions from now on.
    void set_octet_level(bool on) { tx_checker_.set_octet_level(on), rx_checker_.set_octet_level(on); }

    /// Called for each clock of a direction's wires, after its checker, except for runs of clocks
    /// inside a cell after check::kCellRowOctets.
    std::function<void(bool receive, const check::UtopiaChecker&, core::Femtoseconds)> sampled;
    std::uint64_t utopia_cells() const { return tx_checker_.cells() + rx_checker_.cells(); }
    std::uint64_t frames() const { return line_checker_.frames(); }
    std::uint64_t pdus() const { return aal5_checker_.pdus(); }
    check::Aal5Checker& aal5() { return aal5_checker_; }
    core::Activity activity() const override { return {calls_, 0, 0}; }

private:
    void on_utopia();
    void on_line();
    void take(const utopia::TxLevels& l, core::Femtoseconds at) {
        if (tx_checker_.sample({l.data, l.soc, l.enb, l.prty, l.clav}, at)) aal5_checker_.cell(tx_checker_.cell(), at);
        if (sampled) sampled(false, tx_checker_, at);
    }
    void take(const utopia::RxLevels& l, core::Femtoseconds at) {
        rx_checker_.sample({l.data, l.soc, l.enb, l.prty, l.clav}, at);
        if (sampled) sampled(true, rx_checker_, at);
    }

    bool reports_run(const check::UtopiaChecker& c) const {
        return sampled && c.octets_taken() < check::kCellRowOctets;
    }
    void take_run(utopia::TxLevels l, const std::uint8_t* words, unsigned n, core::Femtoseconds at,
                  core::Femtoseconds period) {
        if (!reports_run(tx_checker_) && tx_checker_.words(words, n, l.clav)) return;
        for (unsigned i = 0; i < n; ++i) l.carry(words[i]), take(l, at + i * period);
    }
    void take_run(utopia::RxLevels l, const std::uint8_t* words, unsigned n, core::Femtoseconds at,
                  core::Femtoseconds period) {
        if (!reports_run(rx_checker_) && rx_checker_.words(words, n)) return;
        for (unsigned i = 0; i < n; ++i) l.carry(words[i]), take(l, at + i * period);
    }
    template <class Levels>
    static void run(void* watch, const Levels& l, const std::uint8_t* words, unsigned n, core::Femtoseconds at,
                    core::Femtoseconds period) {
        static_cast<CardWatch*>(watch)->take_run(l, words, n, at, period);
    }

    const utopia::TxPins<core::Net>& tx_;
    const utopia::RxPins<core::Net>& rx_;
    const fiber::LinePins<core::Net>& launch_;
    check::UtopiaTxChecker tx_checker_;
    check::UtopiaRxChecker rx_checker_;
    check::Aal5Checker aal5_checker_;
    check::LineChecker line_checker_;
    /// Each reports the levels that would be on its wires, while it is active.
    struct {
        const utopia::TxCellLink* tx = nullptr;
        const utopia::RxCellLink* rx = nullptr;
        const phy::OctetLine* launched = nullptr;
    } whole_;
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::probe
