/// @file  The shared wires of a PCI bus: resolves what its agents drive.
///
/// Every agent half writes a drive record; Bus resolves them in the delta cycle after, so that all sample the same
/// levels at the next edge. Two halves driving one wire in one clock are named and end the simulation.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pci/arbiter.h"
#include "pci/pins.h"

namespace niclab::pci {

struct BusConfig {
    bool wide = false;   ///< 64 bits. Agents of 32 bits work on it as ever.
    bool mhz66 = false;  ///< The board pulls M66EN up; an agent that is not capable pulls it down.
};

class Bus : public sc_core::sc_module, public core::ActivitySource {
public:
    /// One half of an agent as waveforms show it.
    struct Half {
        std::string agent;
        bool initiator;
        std::unique_ptr<core::Wire<Levels>> drive;
    };

    /// The clock is what it is: one above 33.3 MHz is refused with a sentence (std::invalid_argument, as the
    /// simulation starts) unless M66EN is high. A slower clock suits every agent.
    Bus(sc_core::sc_module_name name, core::Clock& clock, const ArbiterConfig& config = {},
        const BusConfig& variant = {});

    /// Connects an initiator of `agent`; the first one attached is the one that parking First means.
    void attach(InitiatorPins& pins, const std::string& agent);
    /// Connects a target of `agent`.
    void attach(TargetPins& pins, const std::string& agent);
    /// The INTA# wire of an agent, true = asserted; made at the first call.
    core::Wire<bool>& inta(const std::string& agent);

    const core::Wire<Levels>& levels() const { return levels_; }
    /// FRAME# or IRDY# is asserted: what sleeping agents wake on.
    const core::Wire<bool>& busy() const { return busy_; }
    core::Wire<bool>& rst() { return rst_; }
    const core::Wire<bool>& rst() const { return rst_; }
    bool wide() const { return variant_.wide; }
    /// Level of M66EN: the board and every target attached are capable of 66 MHz.
    bool m66en() const;
    const std::vector<Half>& halves() const { return halves_; }
    const Arbiter::Wires& req() const { return req_; }
    const Arbiter::Wires& gnt() const { return gnt_; }
    /// Agents of the REQ#/GNT# pairs.
    const std::vector<std::string>& masters() const { return masters_; }
    const Arbiter::Wires& inta_wires() const { return inta_; }
    core::Activity activity() const override { return {calls_, 0, 0}; }

private:
    void before_end_of_elaboration() override;
    void resolve();
    void check_clock() const;
    [[noreturn]] void report_contention(std::uint8_t groups, std::uint8_t groups64) const;
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
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::pci
