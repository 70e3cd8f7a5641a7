/// @file The common part of the ISA and the EISA bus controller on a board: refresh that becomes
/// due at its rate, and requests that wake the controller.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/clocked.h"

namespace niclab::bus {

class BoardController : public core::Clocked {
public:
    /// Half of BCLK at 8.33 MHz.
    static constexpr core::Femtoseconds kHalf = 60'000'000;

protected:
    /// `refresh_halves`: edges of `halves` between two refreshes; 0: none, else `least` to 520.
    /// Throws std::invalid_argument.
    BoardController(sc_core::sc_module_name name, core::Clock& halves, unsigned refresh_halves, unsigned least)
        : Clocked(name, halves), refresh_halves_(refresh_halves) {
        if (refresh_halves != 0 && (refresh_halves < least || refresh_halves > kMostHalves))
            throw std::invalid_argument("refresh_halves: out of range; expected 0, or " + std::to_string(least) +
                                        " to " + std::to_string(kMostHalves));
        SC_HAS_PROCESS(BoardController);
        if (refresh_halves != 0) {
            SC_METHOD(on_refresh_due);
        }
    }
    /// Sets `lines` that wake the controller; some may be nullptr. To be called before the end of
    /// elaboration, when all cards have their lines.
    template <class Lines>
    void wake_with(const Lines& lines) {
        if (std::none_of(lines.begin(), lines.end(), [](const auto& line) { return line != nullptr; })) return;
        SC_HAS_PROCESS(BoardController);
        SC_METHOD(on_request);
        for (const auto& line : lines)
            if (line) sensitive << *line;
        dont_initialize();
    }

    bool refresh_due_ = false;

private:
    static constexpr unsigned kMostHalves = 520;

    /// Called between two edges of the clock, so that the order of the two does not matter.
    void on_refresh_due() {
        count_call();
        const core::Femtoseconds half = clock().period_fs();
        if (core::now_fs() == 0) {
            next_trigger(core::from_fs(refresh_halves_ * half + half / 2));
            return;
        }
        refresh_due_ = true;
        wake();
        next_trigger(core::from_fs(refresh_halves_ * half));
    }
    void on_request() { count_call(), wake(); }

    unsigned refresh_halves_;
};

}  // namespace niclab::bus
