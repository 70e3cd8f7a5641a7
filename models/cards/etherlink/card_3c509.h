/// @file A 3C509 on an ISA bus: the EtherLink III with programmed I/O, 16 ports of 16 bits, and 2
/// KB of FIFO per direction.
///
/// Behaviour: it answers at no port before its driver has activated it (id_port.h). Its driver
///   writes its interrupt to window 0.
/// Source: 3c509.c of Linux 6.1: the contents of window 0 at 4 and 8; bits 15:12 of the latter are
///   the interrupt. The status of a received frame has 11 bits of length. Its other windows are
///   those of the 3C595 (registers.h).
/// Timing: an access has its effect with the chip's next edge, at most 50 ns after the command: the
///   bus never waits for it.
/// Assumed: 2 KB per direction, a chip clock of 20 MHz, IOCS16# with all of its ports. The
///   interrupt is driven while the selected one is one that it has.
#pragma once

#include "cards/ether_board/slot_connection.h"
#include "cards/etherlink/id_port.h"
#include "cards/etherlink/slot_card.h"
#include "isa/slave.h"

namespace niclab::etherlink {

class Card3c509 : public SlotCard {
public:
    /// Throws std::invalid_argument: a key out of range.
    Card3c509(sc_core::sc_module_name name, const ether_board::IsaSlotConnection& connection,
              const Config& config = card_3c509_defaults());

    static Config card_3c509_defaults();

private:
    class Board : public BoardPorts {
    public:
        explicit Board(Card3c509& card, const Config& config) : card_(card), id_(config) {}
        bool ready(const Access& a) override {
            return a.window == isa::Slave::kListened || card_.chip.host.window.ready(a);
        }
        std::uint32_t read(const Access& a) override;
        void write(const Access& a, std::uint32_t data) override;
        isa::Decode decode() const;

    private:
        Card3c509& card_;
        IdPort id_;
        std::uint32_t heard_ = 0;  ///< The port that activated it.
    };
    Board board_;

public:
    isa::Slave slave;
    ether::Mac mac;
};

}  // namespace niclab::etherlink
