/// @file The data port: accesses of the host's CPU to memory, 1, 2 or 4 octets per access.
///
/// Source: ne2k-pci.c of Linux 6.1. With WTS = 1 an access of one octet moves a word, too, so that
///   a PROM with each octet twice reads each once.
/// Assumed: an access of four octets moves two words (four octets with WTS = 0). If the count is
///   used up, or no read was requested, a read returns ones and a write has no effect. Through
///   latches (DataLatch) such a read never ends. RBCR = 0 is done at once.
#pragma once

#include <algorithm>

#include "cards/dp8390/board_memory.h"
#include "cards/dp8390/layout.h"
#include "cards/dp8390/registers.h"
#include "core/mailbox.h"

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

/// The latches between an ISA bus and a DP8390's remote DMA on an NE2000: one word per
/// direction.
///
/// Behaviour: a read takes the word that remote DMA has fetched ahead; the next word is fetched
///   meanwhile. A write leaves its word in the latch, and remote DMA moves it to memory meanwhile.
///   Either waits until the latch is ready. A read for which nothing was fetched waits forever.
/// Timing: the chip is notified of an access (RACK, WACK) at the end of its command.
/// Source: DP8390D, section 9 (PRQ, RACK, WACK), from memory of it: *assumed*.
/// Assumed: a word in the read latch at a restart of remote DMA belongs to another transfer, and is
///   dropped.
class DataLatch {
public:
    struct Word {
        std::uint16_t data = 0;
        std::uint8_t octets = 2;
        std::uint32_t transfer = 0;  ///< Of a read: number of the remote DMA that fetched it.
    };
    core::Mailbox<Word> read{"latch_read"}, write{"latch_write"};

    // For the chip.
    /// Remote DMA begins, or is aborted: words that were fetched before are invalid.
    void begin() { number_.write(++transfer_); }
    void fetched(std::uint16_t data) { read.post({data, 2, transfer_}); }

    // For the bus.
    /// Whether there is a word of the present transfer.
    bool has_word() {
        if (!read.has_item()) return false;
        if (read.item().transfer == number_.read()) return true;
        read.take();
        return false;
    }

private:
    core::Wire<std::uint32_t> number_{"latch_transfer"};
    std::uint32_t transfer_ = 0;
};

}  // namespace niclab::dp8390
