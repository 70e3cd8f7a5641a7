/// @file The shared wires of a PCI bus, and the resolution of the drivers of its agents.
///
/// Behaviour: each half of an agent (initiator or target) writes a drive record. Bus resolves the
///   records in the next delta cycle, so that all agents sample the same levels at the next edge.
///   If two halves drive one wire in the same clock, the simulation ends with an error that names
///   them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pci/arbiter.h"
#include "pci/pins.h"

namespace niclab::pci {

struct BusConfig {
    bool wide = false;   ///< 64 bits. Agents of 32 bits work on it, too.
    bool mhz66 = false;  ///< The board pulls M66EN up; an agent without 66 MHz capability pulls it down.
};

class Bus : public sc_core::sc_module, public core::ActivitySource {
public:
    /// One half of an agent as it appears in waveforms.
    struct Half {
        std::string agent;
        bool initiator;
        std::unique_ptr<core::Wire<Levels>> drive;
    };

    /// The bus uses the frequency of `clock`. One above 33.3 MHz requires M66EN high; otherwise
    /// std::invalid_argument is thrown at the start of the simulation. Every agent supports a
    /// slower clock.
    Bus(sc_core::sc_module_name name, core::Clock& clock, const ArbiterConfig& config = {},
        const BusConfig& variant = {});

    /// Connects an initiator of `agent`. Parking::First means the first one that is attached.
    void attach(InitiatorPins& pins, const std::string& agent);
    /// Connects a target of `agent`.
    void attach(TargetPins& pins, const std::string& agent);
    /// The INTA# wire of an agent, true = asserted; created on the first call.
    core::Wire<bool>& inta(const std::string& agent);

    /// The levels that all agents sample at the next edge.
    const Levels& now() const { return record_ ? record_->now : levels_.read(); }
    /// The levels that half `h` drives.
    const Levels& driven(std::size_t h) const { return record_ ? record_->drive[h] : halves_[h].drive->read(); }
    /// REQ#, GNT#: one bit per initiator.
    std::uint32_t requests() const { return record_ ? record_->req : gather(req_); }
    std::uint32_t grants() const { return record_ ? record_->gnt : gather(gnt_); }

    /// Checks the groups of wires (Enable, Enable64) that two halves drive. Throws std::logic_error
    /// that names both halves.
    void require_one_driver(std::uint8_t groups, std::uint8_t groups64) const;

    const core::Wire<Levels>& levels() const { return levels_; }
    /// FRAME# or IRDY# is asserted; this wakes sleeping agents.
    const core::Wire<bool>& busy() const { return busy_; }
    core::Wire<bool>& rst() { return rst_; }
    const core::Wire<bool>& rst() const { return rst_; }
    bool wide() const { return variant_.wide; }
    /// Level of M66EN: high if the board and every attached target support 66 MHz.
    bool m66en() const;
    const std::vector<Half>& halves() const { return halves_; }
    const Arbiter::Wires& req() const { return req_; }
    const Arbiter::Wires& gnt() const { return gnt_; }
    /// Agents of the REQ#/GNT# pairs.
    const std::vector<std::string>& masters() const { return masters_; }
    const Arbiter::Wires& inta_wires() const { return inta_; }
    core::Activity activity() const override { return {calls_, 0, 0}; }

protected:
    void before_end_of_elaboration() override;
    /// Uses a record instead of the wires, which nothing writes meanwhile; nullptr: the wires.
    void use(WireRecord* record);
    core::Clock& clock() { return clock_; }
    Arbiter& arbiter() { return arbiter_; }
    const std::vector<InitiatorPins*>& initiator_pins() const { return initiator_pins_; }
    const std::vector<TargetPins*>& target_pins() const { return target_pins_; }

private:
    void resolve();
    static std::uint32_t gather(const Arbiter::Wires& wires);
    void check_clock() const;
    core::Wire<Levels>& add_half(const std::string& agent, bool initiator);

    core::Clock& clock_;
    BusConfig variant_;
    struct M66en {
        std::string agent;
        const bool* capable;
    };
    std::vector<M66en> m66en_;
    core::Wire<Levels> levels_{"levels"};
    core::Wire<bool> busy_{"busy"};
    core::Wire<bool> rst_{"rst"};
    std::vector<Half> halves_;
    Arbiter::Wires req_, gnt_, inta_;
    std::vector<std::string> inta_agents_, masters_;
    Arbiter arbiter_;
    std::vector<InitiatorPins*> initiator_pins_;
    std::vector<TargetPins*> target_pins_;
    WireRecord* record_ = nullptr;
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::pci
