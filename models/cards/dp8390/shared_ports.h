/// @file The ISA interface of a DP8390 with memory that the CPU accesses directly: a block of 16
/// registers, the chip's own 16 after them, and the memory.
///
/// Registers: 0: reset (bit 7), memory enable (6), SA18 to SA13 of its address. 5: words (bit 7),
///   LA23 to LA19. 8 to 15: the station's address, an octet for the kind of card, and one that
///   makes the sum of these eight FFH. A board defines the others.
/// Source: wd.c of Linux 6.1, for the WD8013; nei.c (Sun, 1995), for the EP2000Tplus, an AT/LANTIC.
#pragma once

#include "cards/dp8390/core.h"
#include "cards/dp8390/registers.h"
#include "cards/ether_board/frame_taps.h"
#include "core/clock.h"
#include "isa/slave.h"

namespace niclab::dp8390 {

/// Copies between the host's memory and memory of the card that the CPU accesses directly:
/// their begin and end, derived from the accesses.
///
/// Behaviour: a copy is a run of accesses to successive addresses in one direction; the ring's
///   first page follows its last. Any other access ends it, and the copy is then reported with the
///   time of its last access. Its length is not known in advance, unlike that of remote DMA.
class SharedCopies {
public:
    SharedCopies(const Registers& registers, ether_board::CopyTap& copied) : r_(registers), copied_(copied) {}

    /// The CPU moved `octets` from `at` on, into the card or out of it.
    void moved(bool into, std::uint32_t at, unsigned octets) {
        const core::Femtoseconds now = core::now_fs();
        if (!under_way_ || into != into_ || at != next_) {
            over();
            under_way_ = true, into_ = into, begun_ = now;
        }
        ended_ = now;
        next_ = at + octets;
        if (!into && next_ == r_.pstop * kPageOctets) next_ = r_.pstart * kPageOctets;
    }
    /// The CPU does another access.
    void over() {
        if (!under_way_) return;
        under_way_ = false;
        copied_(ended_, into_, begun_);
    }

private:
    const Registers& r_;
    ether_board::CopyTap& copied_;
    bool under_way_ = false, into_ = false;
    std::uint32_t next_ = 0;
    core::Femtoseconds begun_ = 0, ended_ = 0;
};

class SharedPorts : public bus::TargetPort {
public:
    explicit SharedPorts(Core& chip) : chip_(chip), copies_(chip.registers(), chip.copied) {}
    Answer begin(const Access&) override { return {}; }
    bool ready(const Access& a) override;
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return false; }
    std::uint32_t read(const Access& a) override;
    void write(const Access& a, std::uint32_t data) override;

    /// Decoder settings for the first port `port`.
    isa::Decode decode(std::uint32_t port) const;
    bool resets() const { return (registers_[0] & kReset) != 0; }
    /// Connects the events for which `slave`, the decoder of these ports, waits.
    void connect(isa::Slave& slave);

protected:
    virtual std::uint8_t read_register(unsigned number) const { return registers_[number]; }
    virtual void write_register(unsigned number, std::uint8_t value) = 0;
    /// Sets registers 8 to 15.
    void set_address(std::uint8_t card_kind);

    std::array<std::uint8_t, 16> registers_{};

private:
    static constexpr std::uint8_t kReset = 0x80, kMemory = 0x40, kWide = 0x80;
    static bool of_chip(const Access& a) { return a.window == isa::Slave::kPorts && a.offset >= 16; }
    static Access chip_access(Access a) { return a.offset -= 16, a; }
    void report_access(const Access& a, bool write);
    Core& chip_;
    SharedCopies copies_;
};

}  // namespace niclab::dp8390
