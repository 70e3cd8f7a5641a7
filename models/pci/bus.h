/// @file  The shared wires of a PCI bus: resolves what its agents drive.
///
/// Every agent half writes a drive record; Bus resolves them in the delta cycle after, so that all sample the same
/// levels at the next edge. Two halves driving one wire in one clock are named and end the simulation.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pci/arbiter.h"
#include "pci/flat_bus.h"
#include "pci/pins.h"

namespace niclab::pci {

struct BusConfig {
    bool wide = false;   ///< 64 bits. Agents of 32 bits work on it as ever.
    bool mhz66 = false;  ///< The board pulls M66EN up; an agent that is not capable pulls it down.
};

class Bus : public sc_core::sc_module, public core::ActivitySource, public core::Late {
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

    /// From now on no wire is written: the agents hand over records, and transactions that are like earlier ones are
    /// repeated (flat_bus.h). What the agents do is the same, to the clock. Between two slices of simulation, or before it.
    /// The bus stays at its wires where a module on it thinks in wires, or RST# is asserted.
    void leave_wires();
    /// Back to them, at a moment without an edge and between two transactions; false: it is not one.
    bool take_wires();
    /// What stands in the wires' place, or nullptr.
    const FlatBus* flat() const { return in_place_; }
    /// What stood there last, up to now: who watches may not have looked at all of it yet.
    const FlatBus* records() const { return flat_.get(); }
    /// To be watched clock by clock changes nothing of a bus.
    void show_each_clock() const { flat_->show_each_clock(); }
    /// Has `method` called where a transaction begins to be repeated, ahead of its first clock: its levels are those of that clock.
    void observe_spans(core::EdgeCall method) const { span_observers_.push_back(method); }
    const std::vector<core::EdgeCall>& span_observers() const { return span_observers_; }
    /// Likewise of those of an idle bus: all of them from here on, or those up to now.
    void keep_awake() const { flat_->keep_awake(); }
    void pass_idle() const { flat_->pass_idle(); }
    /// Moves the data that it moves late off its wires.
    void catch_up() override {
        if (in_place_) in_place_->catch_up();
    }
    void replan() override {}
    /// What everybody samples at the next edge, on the wires or off them.
    const Levels& now() const { return in_place_ ? in_place_->now : levels_.read(); }
    /// What half `h` drives of it.
    const Levels& driven(std::size_t h) const { return in_place_ ? in_place_->drive[h] : halves_[h].drive->read(); }
    /// REQ#, GNT#: one bit an initiator.
    std::uint32_t requests() const { return in_place_ ? in_place_->req : gather(req_); }
    std::uint32_t grants() const { return in_place_ ? in_place_->gnt : gather(gnt_); }

    /// Groups of wires (Enable, Enable64) that two halves drive. Throws std::logic_error that names them.
    void require_one_driver(std::uint8_t groups, std::uint8_t groups64) const;

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
    void end_of_elaboration() override;
    void resolve();
    void before_edge() {
        if (in_place_) in_place_->before_edge();
    }
    void on_edge() { in_place_->on_edge(); }
    void on_reset();
    void leave();
    bool add_parties(FlatBus::Parties& parties) const;
    void tell_agents(FlatBus* flat);
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
    std::unique_ptr<FlatBus> flat_;
    FlatBus* in_place_ = nullptr;  ///< Of the wires: flat_, or nobody.
    mutable std::vector<core::EdgeCall> span_observers_;
    std::optional<std::size_t> edge_method_;  ///< Number of on_edge at the clock.
    bool leaving_ = false, reset_seen_ = false;
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::pci
