/// @file What ISA and EISA have in common: a board with a clock of halves of BCLK, wires at two levels,
/// and a checker of the pins.
#pragma once

#include "lab/buses/bus.h"

namespace niclab::lab::buses {

/// Without the bridge to PCI. SystemC uses the names for the clock and the bus.
template <class Wires, class Controller, class PinWatch, class Waves>
class BoardBus : public Bus, public core::Shortcut {
public:
    BoardBus(const char* clock, const char* name, core::Femtoseconds phase_fs)
        : halves_(clock, {kHalf, phase_fs, false}), wires_(name) {}
    void enter_transaction_level() override { wires_.enter_transaction_level(); }
    bool enter_signal_level() override {
        if (halves_.is_edge(core::now_fs())) return false;
        wires_.enter_signal_level();
        return true;
    }
    core::Clock& clock() override { return halves_; }
    const void* wires() const override { return &wires_; }
    core::Shortcut* levels() override { return this; }
    std::unique_ptr<sc_core::sc_module> make_waves(const std::string& module, probe::WaveSink& sink,
                                                   const std::string& scope) override {
        return std::make_unique<Waves>(module.c_str(), sink, scope, halves_, wires_);
    }
    std::unique_ptr<Watch> make_watch(const std::string& module, const std::string& scope, check::Report* report,
                                      core::SortedRows*) override {
        return report ? std::make_unique<Checked>(module.c_str(), halves_, wires_, scope, *report) : nullptr;
    }

    static constexpr core::Femtoseconds kHalf = Controller::kHalf;

protected:
    core::Clock halves_;  ///< Of BCLK.
    Wires wires_;

private:
    struct Checked : Watch {
        template <class... Arguments>
        explicit Checked(Arguments&&... arguments) : pins(std::forward<Arguments>(arguments)...) {}
        std::uint64_t checked() const override { return pins.commands(); }
        PinWatch pins;
    };
};

/// A kind of buses of class `Board`, which is constructed from a phase. `clock`: name of its clock.
/// `meanings`: of signals that the other buses of this file do not have.
template <class Board, class Rules>
Kind board_kind(const bus::Kind& bus, const char* clock, const Rules& rules, Meanings meanings) {
    meanings.merge(Meanings{
        {"BCLK_HALF", "Marker of the half cycles of the bus clock BCLK: changes at each of its edges."},
        {"REFRESH_n", "Memory refresh cycle."},
        {"NOWS_n", "Zero wait states (0WS#): the cycle may end early."},
        {"RESET_DRV", "Reset of the ISA bus."},
    });
    return {bus,
            bus.id,
            std::string("the ") + bus.title,
            {bus.id, clock},
            [](const HostConfig&) { return Board::kHalf; },
            [](const HostConfig&, core::Femtoseconds phase, unsigned, std::uint64_t) -> std::unique_ptr<Bus> {
                return std::make_unique<Board>(phase);
            },
            std::move(meanings),
            {rules.begin(), rules.end()}};
}

}  // namespace niclab::lab::buses
