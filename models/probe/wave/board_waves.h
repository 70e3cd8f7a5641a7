/// @file The common part of waveforms of ISA and of EISA: one-bit wires of the shared levels, and
/// lines of single cards.
#pragma once

#include <algorithm>
#include <vector>

#include "core/clock.h"
#include "core/wire.h"
#include "probe/wave/wave_sink.h"

namespace niclab::probe {

template <class Bus, class Levels>
class BoardWaves : public sc_core::sc_module {
protected:
    BoardWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope, const core::Clock& halves,
               Bus& bus)
        : sc_module(name), sink_(sink), scope_(scope), bus_(bus) {
        sink.add_clock(scope, "BCLK_HALF", halves);
    }
    /// `high`: the level that is shown as high.
    void add_bit(const char* wire, bool Levels::*level, bool high) {
        bits_.push_back({sink_.add(scope_, wire, 1, Levels{}.*level == high), level, high});
    }
    /// `wires` pull it jointly; empty: there is no such line.
    void add_line(const std::string& wire, std::vector<const core::Wire<bool>*> wires, bool high = true) {
        if (!wires.empty()) lines_.push_back({sink_.add(scope_, wire, 1, !high), std::move(wires), high});
    }
    /// To be called when all signals are added.
    void listen() {
        SC_HAS_PROCESS(BoardWaves);
        SC_METHOD(on_levels);
        sensitive << bus_.levels();
        dont_initialize();
        SC_METHOD(on_lines);
        for (const Line& line : lines_)
            for (const auto* wire : line.wires) sensitive << *wire;
        dont_initialize();
    }
    /// Reports changes of signals of several bits.
    virtual void change(const Levels& now, const Levels& last) = 0;

    WaveSink& sink_;
    const std::string scope_;

private:
    struct Bit {
        WaveSink::Id id;
        bool Levels::*level;
        bool high;
    };
    struct Line {
        WaveSink::Id id;
        std::vector<const core::Wire<bool>*> wires;
        bool high;
    };
    void on_levels() {
        const Levels& now = bus_.levels().read();
        change(now, last_);
        for (const Bit& bit : bits_)
            if (now.*bit.level != last_.*bit.level) sink_.change(bit.id, now.*bit.level == bit.high);
        last_ = now;
    }
    void on_lines() {
        for (const Line& line : lines_) {
            const bool on = std::any_of(line.wires.begin(), line.wires.end(), [](const auto* w) { return w->read(); });
            sink_.change(line.id, on == line.high);
        }
    }

    Bus& bus_;
    Levels last_;
    std::vector<Bit> bits_;
    std::vector<Line> lines_;
};

}  // namespace niclab::probe
