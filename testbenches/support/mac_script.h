/// @file The transmit half of a MAC without a kernel: a test supplies its inputs, clock by clock.
#pragma once

#include <deque>
#include <vector>

#include "ether/transmit_machine.h"
#include "support/frame_list.h"

namespace niclab::test {

class MacScript : private ether::TransmitMachine::Watcher {
public:
    explicit MacScript(const ether::MacRules& rules = {}, unsigned width = 1, std::uint64_t seed = 1)
        : machine(rules, width, source, *this, ether::Backoff(seed, "mac")) {
        source.now = [this] { return now; };
    }

    FrameList source;
    ether::TransmitMachine machine;
    std::uint64_t now = 0;             ///< Clocks so far.
    std::vector<std::uint8_t> out;     ///< Values of TXD with TXEN on, since its last rise.
    std::uint64_t rose = 0, fell = 0;  ///< Clock of TXEN's last edges.
    bool may_doze = false;             ///< Skips clocks that only count.
    std::uint64_t dozed = 0;

    void send(std::size_t octets) {
        source.frames.emplace_back(octets, std::uint8_t{0xA5});
        if (crs_known_) wake();
    }
    void clock(bool crs, bool col = false) {
        if (crs != crs_) wake();
        crs_ = crs, crs_known_ = true;
        if (may_doze && left_ > 0) {
            --left_, ++skipped_, ++dozed, ++now;
            return;
        }
        wake();
        const bool was = machine.drive().en;
        machine.clock({crs, col});
        ++now;
        if (machine.drive().en && !was) out.clear(), rose = now;
        if (was && !machine.drive().en) fell = now;
        if (machine.drive().en) out.push_back(machine.drive().data);
        left_ = may_doze ? machine.quiet_clocks() : 0;
    }
    void run(unsigned clocks, bool crs, bool col = false) {
        for (unsigned i = 0; i < clocks; ++i) clock(crs, col);
    }
    /// Clocks before the one with which TXEN rises.
    unsigned run_until_sending(bool crs, unsigned at_most = 1'000'000) {
        for (unsigned n = 0; n < at_most; ++n)
            if (clock(crs), machine.drive().en) return n;
        return at_most;
    }
    /// Continues until TXEN falls, with the own carrier.
    void finish(bool col = false) {
        do clock(true, col);
        while (machine.drive().en);
    }

private:
    void on_transmit_event(const ether::TransmitEvent&) override {}
    void wake() { machine.skip(skipped_), skipped_ = left_ = 0; }

    bool crs_ = false, crs_known_ = false;
    std::uint64_t left_ = 0, skipped_ = 0;
};

}  // namespace niclab::test
