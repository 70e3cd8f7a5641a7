/// @file The common part of the kinds of Ethernet cards and their plans: the line, the card, its
/// driver.
#pragma once

#include "cards/ether_board/isa_place.h"
#include "cards/ether_board/line.h"
#include "cards/ether_board/packet_frame.h"
#include "cards/ether_board/slot_connection.h"
#include "cards/ether_board/station.h"
#include "pci/initiator.h"

namespace niclab::ether_board {

/// The board's PCI initiator; nullptr: it has none.
template <class Board>
auto initiator_of(Board& board, int) -> decltype(&board.initiator) {
    return &board.initiator;
}
template <class Board>
pci::Initiator* initiator_of(Board&, long) {
    return nullptr;
}

/// A board with a MAC as a card of an experiment, with reports about its frames. `Board` has a chip
/// and a MAC. It is constructed from its name, its seat, its keys and the
/// further arguments. Its chip has the taps of frame_taps.h; `copies()` are those of copies by the
/// CPU, or on its request, `fill_levels()` its FIFOs and rings (card/fill_level.h).
template <class Board>
class PlannedCard : public Station {
public:
    /// `connect`: pci_connection, eisa_connection or bus_connection. `width`: data wires per
    /// direction, 1, 4 or 8.
    template <class SlotConnection, class Config, class... More>
    PlannedCard(sc_core::sc_module_name name, const card::Slot& slot, Mover mover, SlotConnection connect,
                unsigned width, const Config& config, const More&... more)
        : Station(name, slot, config.mac.rules, mover, width,
                  decltype(connect(slot, slot.line_clock, slot.line_clock))::kBus),
          board("board", connect(slot, txc, rxc), config, more...) {
        auto& chip = board.chip;
        follow(board.mac, chip.sending(), chip.receiving(), chip.demanded(), chip.from_mac.heard);
        for (CopyTap* copied : chip.copies()) follow(*copied);
    }
    pci::Initiator* master() override { return initiator_of(board, 0); }
    std::vector<card::FillLevel> fill_levels() override { return board.chip.fill_levels(); }

    Board board;
};

/// A card for an Ethernet line, of any chip.
class EtherPlan : public card::Plan {
public:
    virtual LineKind line_kind() const { return {}; }
    virtual void set_address(const Address& station) = 0;
};

/// `Config` is a chip's configuration: an address and a MAC are among its keys.
template <class Config, class Driver>
class Plan : public EtherPlan {
public:
    void set_address(const Address& station) override { config_.address = station; }
    std::string line() const override {
        const LineKind kind = line_kind();
        return "Ethernet of " + std::to_string(kind.mbps) + " Mb/s" + (kind.full_duplex ? ", full duplex" : "");
    }
    std::string units() const override { return "frames"; }
    std::size_t most_octets() const override { return kMostData; }
    std::unique_ptr<card::LinkPlan> read_link(core::ConfigTable& line) const override {
        return std::make_unique<LinePlan>(line, line_kind());
    }
    std::unique_ptr<host::NetDevice> make_driver(const char* name, host::Port& port,
                                                 const card::DriverPlace& place) const override {
        return std::make_unique<Driver>(name, port, place, driver_);
    }

protected:
    virtual Mover mover() const = 0;
    /// A card with this board; `more` are further parts in addition to its seat and its keys.
    template <class Board, class SlotConnection, class... More>
    std::unique_ptr<card::Card> planned(const char* name, const card::Slot& slot, SlotConnection connect,
                                        const More&... more) const {
        Config config = config_;
        config.mac.seed = slot.seed;
        return std::make_unique<PlannedCard<Board>>(name, slot, mover(), connect, line_kind().width(), config, more...);
    }
    /// Reads `register_clocks`; `what` names its clock.
    void read_register_clocks(core::ConfigTable& t, const char* what) {
        config_.register_clocks =
            static_cast<unsigned>(t.integer("register_clocks", config_.register_clocks, 1, 255, what));
    }

    Config config_;
    typename Driver::Config driver_;
};

/// Its name is also that of the table of its keys.
template <class CardPlan>
class Kind : public card::Kind {
public:
    /// `movers`: those that its cards can have.
    Kind(const char* name, std::initializer_list<Mover> movers) : name_(name), movers_(movers) {}
    std::string name() const override { return name_; }
    std::string section() const override { return name_; }
    std::unique_ptr<card::Plan> read(core::ConfigTable& card, std::uint8_t station) const override {
        return std::make_unique<CardPlan>(card, station);
    }
    std::vector<const card::Cause*> causes() const override { return frame_causes(movers_); }

private:
    const char* name_;
    std::vector<Mover> movers_;
};

}  // namespace niclab::ether_board
