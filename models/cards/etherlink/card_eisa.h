/// @file  An EtherLink III in an EISA slot: a 3C597-TX, or a 3C579, which is no master of the bus.
///
/// Source:     3c59x.c and 3c509.c of Linux 6.1: the ports are the first ones of the slot, of the 3C597 those of the 3C595 (registers.h), of the 3C579
///             those of the 3C509; window 0 can be reached at zC80H, too, where its first two words name the product: TCM5970, TCM509x. The
///             interrupt is in bits 15:12 of zC88H. eisa/slot.h: what is named so.
/// Interrupt:  a level, on the line that window 0 says.
/// Timing:     an access has its effect some clocks of the chip behind the CMD# that brings it; a read waits for it by EXRDY.
/// Assumed:    EX32# with all of its ports; at zC80H window 0 whatever window is chosen, at zC8EH the command port; chips of 25 MHz (3C597) and 20 MHz
///             (3C579); TCM5092 for the latter; bursts of the bus master as the 3C595's, of 12 dwords at most.
/// Download:   a burst at a time, the CPU's cycles in between (eisa/controller.h), which the chip answers (core.h). 3c59x.c with options=16 relies on a CPU
///             that is longer about a frame than the card about taking it.
#pragma once

#include <memory>

#include "cards/ether_board/seat.h"
#include "cards/etherlink/slot_card.h"
#include "eisa/master.h"
#include "eisa/slave.h"

namespace niclab::etherlink {

class CardEisa : public SlotCard {
public:
    /// `config`: of one of the two below. Throws std::invalid_argument: a key out of range.
    CardEisa(sc_core::sc_module_name name, const ether_board::EisaSeat& seat, const Config& config);

    /// What they are called there, behind TCM.
    static constexpr std::uint16_t kProduct3c597 = 0x5970, kProduct3c579 = 0x5092;
    static Config card_3c597_defaults();
    static Config card_3c579_defaults();

private:
    /// Window 0 at zC80H is behind all others' ports.
    class Board : public BoardPorts {
    public:
        explicit Board(ether_board::IoWindow& window) : window_(window) {}
        bool ready(const Access& a) override { return window_.ready(at_place(a)); }
        std::uint32_t read(const Access& a) override { return window_.read(at_place(a)); }
        void write(const Access& a, std::uint32_t data) override { window_.write(at_place(a), data); }

    private:
        static Access at_place(Access a) {
            if (a.window == 1) a.offset += kSlotWindow;
            return a;
        }
        ether_board::IoWindow& window_;
    };
    Board board_;

public:
    eisa::Slave slave;
    std::unique_ptr<eisa::Master> master;  ///< Of a 3C597.
    ether::Mac mac;
};

}  // namespace niclab::etherlink
