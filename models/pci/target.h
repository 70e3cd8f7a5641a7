/// @file  PCI target: claims transactions to its windows and moves their data.
///
/// Source:        PCI 2.1 chapter 3 (from memory of the standard).
/// Timing:        medium decode: FRAME# sampled at edge k, DEVSEL# and with no wait clocks TRDY# sampled at k + 2.
/// Not modelled:  PERR# and SERR# (wrong parity is counted), LOCK#, fast back-to-back.
#pragma once

#include <vector>

#include "core/clocked.h"
#include "core/stats.h"
#include "pci/config_space.h"
#include "pci/pins.h"
#include "pci/target_if.h"

namespace niclab::pci {

class Target : public core::Clocked, public core::StatsSource {
public:
    struct Stats {
        std::uint64_t transactions = 0, dwords = 0, retries = 0, disconnects = 0, parity_errors = 0;
    };

    /// A card: windows follow the BARs of `config_space`; `slot` is its device number, IDSEL = AD[11 + slot].
    Target(sc_core::sc_module_name name, core::Clock& clock, ConfigSpace& config_space, unsigned slot);
    /// A host bridge: no configuration space, one fixed memory window from address 0.
    Target(sc_core::sc_module_name name, core::Clock& clock, std::uint32_t octets, TargetPort& port);

    TargetPins pins;
    /// What is behind a BAR of a card.
    void connect(unsigned bar, TargetPort& port) { ports_.at(bar) = &port; }

    const Stats& stats() const { return stats_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    enum class State { Idle, NotMine, Decode, Wait, Ready, Stop, Release };

    void construct();
    void on_clock();
    void on_busy() { count_call(), wake(); }
    void address_phase(const Levels& bus);
    bool claim(const Levels& bus);
    bool claim_bar(unsigned bar, std::uint32_t address, bool io);
    void wait_for_data(const Levels& bus);
    void drive_ready(const Levels& bus);
    void data_phase(const Levels& bus);
    void hold_stop(const Levels& bus);
    void release();
    void move(const Levels& bus);
    std::uint32_t read_data();
    void launch(const Levels& bus);
    Levels& claimed();

    ConfigSpace* config_space_ = nullptr;
    unsigned slot_ = 0;
    std::uint32_t fixed_octets_ = 0;
    std::vector<TargetPort*> ports_;
    State state_ = State::Idle;
    TargetPort* port_ = nullptr;  ///< Of the transaction; nullptr for a configuration access.
    TargetPort::Access access_{};
    TargetPort::Answer answer_;
    unsigned wait_ = 0;
    bool frame_ = false;         ///< FRAME# at the last edge.
    bool check_parity_ = false;  ///< The last edge sampled an address or write data: its PAR comes now.
    bool expected_par_ = false;
    Levels out_, next_;
    Stats stats_;
};

}  // namespace niclab::pci
