/// @file  An Ethernet card as the laboratory knows cards: its pins to the transceiver, and what becomes of its frames.
///
/// A kind adds its chip, binds the MAC's pins to `wires` and connects the chip's taps (frame_taps.h). All numbers here come from those taps
/// and the pins: nothing a chip does hangs on them.
#pragma once

#include "card/card.h"
#include "card/kind.h"
#include "cards/ether_board/frame_spans.h"
#include "cards/ether_board/frame_taps.h"
#include "cards/ether_board/receive_side.h"
#include "ether/mac.h"
#include "ether/symbol_watch.h"

namespace niclab::ether_board {

/// Of a frame that no host gets.
const char* cause_of_drop(card::Fate fate);
/// Of a frame that its MAC gave up.
const char* cause_of_end(const ether::TransmitStatus& status);

class Station : public card::Card, public card::Engine {
public:
    Engine& engine() override { return *this; }
    const Engine& engine() const override { return *this; }
    std::uint64_t units_sent() const override { return sent_; }
    const card::Halves& chain() const override { return frame_chain(mover_, bus_); }
    void add_sending(card::Spans& spans, const card::Passed& packet) const override;
    void add_receiving(card::Spans& spans, const card::Passed& packet) const override;
    core::Tap<card::Unit, unsigned>& segmented() override { return segmented_; }
    core::Tap<card::Unit, card::Fate>& unit_fate() override { return unit_fate_; }
    core::Tap<std::uint32_t>& doorbell() override { return doorbell_; }
    core::Tap<unsigned>& rx_fifo_filled() override { return rx_fifo_filled_; }
    std::size_t rx_fifo_capacity() const override { return 0; }
    card::UnitAccount received_units() const override;
    std::uint64_t kept_units() const override { return delivered_; }

    /// Frames that the MAC gave up, by cause.
    card::UnitAccount given_up() const;
    /// What the back-offs of one frame come to, if each is the longest.
    core::Femtoseconds longest_backoffs() const;
    /// The frame offered last has left, or was given up.
    core::Tap<bool> left;
    /// A frame of this channel came in whole; what becomes of it is told behind this.
    core::Tap<std::uint32_t> arrived;
    core::Femtoseconds bit_fs() const { return txc.period_fs() / width_; }
    unsigned width() const { return width_; }
    bool full_duplex() const { return rules_.full_duplex; }
    core::Tap<std::vector<std::uint8_t>>& heard() { return side_->heard; }
    const ether::MacRules& rules() const { return rules_; }
    /// What the station at the other end of its line is called.
    void set_peer(const std::string& name) { peer_ = name; }

    /// For whoever hands its frames over whole: its MAC, and who watches that one's pins, if somebody does.
    ether::Mac& mac() const { return *mac_; }
    ether::SymbolWatch* watch() const { return watch_; }
    void set_watch(ether::SymbolWatch& watch) { watch_ = &watch; }

    core::Clock& txc;  ///< The station's oscillator.
    core::Clock rxc;   ///< Follows what is received; its transceiver's.
    ether::MacPins<core::Net> wires;

protected:
    /// `width`: data wires each way, 1 or 4.
    Station(sc_core::sc_module_name name, const card::Slot& slot, const ether::MacRules& rules, Mover mover,
            unsigned width, bus::Kind bus);
    /// To be called once, by the kind.
    void follow(ether::Mac& mac, SendTaps& sending, ReceiveTap& receiving, core::Tap<>& demanded, ReceiveSide& side);
    /// Likewise, where the CPU moves the frames, or asks for it.
    void follow(CopyTap& copied);

private:
    void offered(core::Femtoseconds at, const Address& to, core::Femtoseconds taken);
    void mac_event(core::Femtoseconds at, const ether::TransmitEvent& event);
    void received(core::Femtoseconds at, const Address& to, card::Fate fate, core::Femtoseconds last_bit);
    void on_txen() { log_.sends(core::now_fs(), wires.txen.read()); }
    void on_crs() { log_.senses(core::now_fs(), wires.crs.read()); }

    core::Tap<card::Unit, unsigned> segmented_;
    core::Tap<card::Unit, card::Fate> unit_fate_;
    core::Tap<std::uint32_t> doorbell_;
    core::Tap<unsigned> rx_fifo_filled_;
    const ether::MacRules rules_;
    const Mover mover_;
    const unsigned width_;
    const bus::Kind bus_;
    ReceiveSide* side_ = nullptr;
    ether::Mac* mac_ = nullptr;
    ether::SymbolWatch* watch_ = nullptr;
    FrameLog log_;
    std::vector<Copy> into_, out_of_;  ///< Of each copy by the CPU, one behind the other.
    std::string peer_;
    core::Femtoseconds closed_ = 0;                               ///< The end of the frame before.
    std::map<core::Femtoseconds, core::Femtoseconds> free_from_;  ///< By when a frame was offered.
    std::uint32_t channel_ = 0;                                   ///< Of the frame the MAC has.
    bool known_ = false;                                          ///< It is of a channel.
    std::uint64_t sent_ = 0, delivered_ = 0;
    std::map<std::string, std::uint64_t> given_up_{{"excessive_collisions", 0}, {"late_collision", 0}, {"underrun", 0}};
    std::map<std::string, std::uint64_t> dropped_{
        {"no_buffer", 0}, {"address_mismatch", 0}, {"overrun", 0}, {"receive_disabled", 0}};
};

}  // namespace niclab::ether_board
