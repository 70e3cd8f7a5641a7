/// @file The common part of the kinds of Ethernet cards and their plans: the line, the card, its
/// driver.
#pragma once

#include "cards/ether_board/isa_place.h"
#include "cards/ether_board/line.h"
#include "cards/ether_board/packet_frame.h"
#include "cards/ether_board/planned_card.h"

namespace niclab::ether_board {

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
