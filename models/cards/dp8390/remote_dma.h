/// @file The data port: accesses of the host's CPU to memory, 1, 2 or 4 octets per access.
///
/// Source: ne2k-pci.c of Linux 6.1. With WTS = 1 an access of one octet moves a word, too, so that
///   a PROM with each octet twice reads each once.
/// Assumed: an access of four octets moves two words (four octets with WTS = 0). If the count is
///   used up, or no read was requested, a read returns ones and a write has no effect. Through
///   latches (data_latch.h) such a read never ends. RBCR = 0 is done at once.
#pragma once

#include <algorithm>

#include "cards/dp8390/board_memory.h"
#include "cards/dp8390/registers.h"

namespace niclab::dp8390 {

class RemoteDma {
public:
    RemoteDma(Registers& registers, BoardMemory& memory) : r_(registers), memory_(memory) {}

    void begin(bool write) {
        state_ = write ? State::Write : State::Read;
        r_.remote_address = r_.rsar, left_ = r_.rbcr;
        if (left_ == 0) finish();
    }
    void abort() { state_ = State::Idle; }
    bool idle() const { return state_ == State::Idle; }
    bool reading() const { return state_ == State::Read; }
    bool writing() const { return state_ == State::Write; }
    /// Number of memory transfers for an access of `octets` octets.
    unsigned transfers(unsigned octets) const {
        return state_ == State::Idle ? 0 : moved(octets) / (r_.words() ? 2 : 1);
    }
    /// An access to 1 to 4 octets after its transfers. Returns the octets read, the first in bits
    /// 7:0.
    std::uint32_t access(unsigned octets, bool write, std::uint32_t data) {
        if (state_ != (write ? State::Write : State::Read)) return ~0u;
        std::uint32_t value = 0;
        for (unsigned i = 0; i < moved(octets); ++i) {
            if (write && i < octets) memory_.write(r_.remote_address, std::uint8_t(data >> 8 * i));
            if (i < octets) value |= std::uint32_t{memory_.read(r_.remote_address)} << 8 * i;
            step();
        }
        left_ -= std::min(left_, moved(octets));
        if (left_ == 0) finish();
        return value;
    }

private:
    enum class State { Idle, Read, Write };
    unsigned moved(unsigned octets) const { return r_.words() ? (octets + 1) / 2 * 2 : octets; }
    void step() {
        if (++r_.remote_address % kPageOctets != 0) return;
        const auto page = std::uint8_t(r_.remote_address / kPageOctets);
        if (page == r_.pstop) r_.remote_address = std::uint16_t(r_.pstart * kPageOctets);
    }
    void finish() {
        state_ = State::Idle;
        r_.raise(isr::kRemoteDone);
    }

    Registers& r_;
    BoardMemory& memory_;
    State state_ = State::Idle;
    unsigned left_ = 0;  ///< Octets.
};

}  // namespace niclab::dp8390
