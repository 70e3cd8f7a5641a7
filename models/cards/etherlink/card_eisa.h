/// @file An EtherLink III in an EISA slot: a 3C597-TX, or a 3C579, which is not a bus master.
///
/// Source: 3c59x.c and 3c509.c of Linux 6.1. The ports are the first ones of the slot: those of the
///   3C595 for the 3C597 (registers.h), and those of the 3C509 for the 3C579. Window 0 is also at
///   zC80H, where its first two words name the product: TCM5970, TCM509x. The interrupt is in bits
///   15:12 of zC88H. The form of the names: eisa/slot.h.
/// Behaviour: the interrupt is a level, on the line that window 0 selects.
/// Timing: an access has its effect some clocks of the chip after its CMD#; a read waits for it by
///   EXRDY.
/// Assumed: EX32# with all of its ports. At zC80H window 0 whatever window is selected, at zC8EH
///   the command port. Chips of 25 MHz (3C597) and 20 MHz (3C579); TCM5092 for the latter. Bursts
///   of the bus master as the 3C595's, of 12 dwords at most.
///
/// Download: one burst at a time, with cycles of the CPU between them (eisa/controller.h), which
/// the chip answers (core.h). 3c59x.c with options=16 works only if the CPU takes longer for a
/// frame than the card for its transfer.
#pragma once

#include <memory>

#include "cards/ether_board/slot_connection.h"
#include "cards/etherlink/slot_card.h"
#include "eisa/master.h"
#include "eisa/slave.h"

namespace niclab::etherlink {

class CardEisa : public SlotCard {
public:
    /// `config`: of one of the two below. Throws std::invalid_argument: a key out of range.
    CardEisa(sc_core::sc_module_name name, const ether_board::EisaSlotConnection& connection, const Config& config);

    /// Their product numbers there, after TCM.
    static constexpr std::uint16_t kProduct3c597 = 0x5970, kProduct3c579 = 0x5092;
    static Config card_3c597_defaults();
    static Config card_3c579_defaults();

private:
    /// Window 0 at zC80H comes after the ports of all others.
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
