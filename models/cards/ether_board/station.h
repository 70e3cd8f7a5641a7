/// @file An Ethernet card in the laboratory's interface for cards: its pins to the transceiver, and
/// the results of its frames.
///
/// Behaviour: a kind adds its chip, binds the MAC's pins to `wires` and connects the chip's taps
///   (frame_taps.h). All numbers here come from those taps and the pins, and have no effect on a
///   chip.
#pragma once

#include "base/ring.h"
#include "card/card.h"
#include "card/kind.h"
#include "cards/ether_board/frame_spans.h"
#include "cards/ether_board/frame_taps.h"
#include "ether/mac.h"
#include "ether/symbol_watch.h"

namespace niclab::ether_board {

/// The cause for a frame that no host receives.
const char* cause_of_drop(card::UnitOutcome outcome);
/// The cause for a frame that its MAC aborted.
const char* cause_of_end(const ether::TransmitStatus& status);

class Station : public card::Card, public card::Engine {
public:
    Engine& engine() override { return *this; }
    const Engine& engine() const override { return *this; }
    std::uint64_t units_sent() const override { return sent_; }
    const card::CardPath& chain() const override { return frame_chain(mover_, bus_); }
    void add_sending(card::Spans& spans, const card::TracedPacket& packet) const override;
    void add_receiving(card::Spans& spans, const card::TracedPacket& packet) const override;
    core::Tap<card::Unit, unsigned>& segmented() override { return segmented_; }
    core::Tap<card::Unit, card::UnitOutcome>& unit_outcome() override { return unit_outcome_; }
    core::Tap<std::uint32_t>& doorbell() override { return doorbell_; }
    core::Tap<unsigned>& rx_fifo_filled() override { return rx_fifo_filled_; }
    card::UnitAccount received_units() const override;
    std::uint64_t kept_units() const override { return delivered_; }

    /// Frames that the MAC aborted, by cause.
    card::UnitAccount given_up() const;
    /// The sum of the longest back-offs of one frame.
    core::Femtoseconds longest_backoffs() const;
    /// Reports the end of the frame offered last: it has left, or was aborted.
    core::Tap<ether::Outcome> left;
    /// Reports that a frame of this channel was received; its result is reported after this.
    core::Tap<std::uint32_t> arrived;
    /// Frames of no channel count as those of the channel kWholeFrames.
    void follow_whole_frames() { whole_frames_ = true; }
    core::Femtoseconds bit_fs() const { return txc.period_fs() / width_; }
    unsigned width() const { return width_; }
    bool full_duplex() const { return rules_.full_duplex; }
    core::Tap<std::vector<std::uint8_t>>& heard() { return *heard_; }
    const ether::MacRules& rules() const { return rules_; }
    /// Sets the name of the station at the other end of its line.
    void set_peer(const std::string& name) { peer_ = name; }

    /// For transfers of whole frames: its MAC, and the observer of the MAC's pins, if there is one.
    ether::Mac& mac() const { return *mac_; }
    ether::SymbolWatch* watch() const { return watch_; }
    void set_watch(ether::SymbolWatch& watch) { watch_ = &watch; }

    core::Clock& txc;  ///< The station's oscillator.
    core::Clock rxc;   ///< Follows the received signal; driven by its transceiver.
    ether::MacPins<core::Net> wires;

protected:
    /// `width`: data wires per direction, 1, 4 or 8.
    Station(sc_core::sc_module_name name, const card::Slot& slot, const ether::MacRules& rules, Mover mover,
            unsigned width, bus::Kind bus);
    /// Connects the taps; to be called once, by the kind. `heard`: whole frames as received, with
    /// their FCS.
    void follow(ether::Mac& mac, SendTaps& sending, ReceiveTap& receiving, core::Tap<>& demanded,
                core::Tap<std::vector<std::uint8_t>>& heard);
    /// The same for copies by the CPU, or on its request.
    void follow(CopyTap& copied);

private:
    std::optional<std::uint32_t> channel(const Address& to) const;
    void offered(core::Femtoseconds at, const Address& to, core::Femtoseconds taken);
    void mac_event(core::Femtoseconds at, const ether::TransmitEvent& event);
    void give_up(core::Femtoseconds at, const ether::TransmitStatus& status);
    struct Reception {
        core::Femtoseconds at;  ///< Of the chip's report.
        std::uint32_t flow;
        card::UnitOutcome outcome;
        core::Femtoseconds last_bit;
    };
    void received(core::Femtoseconds at, const Address& to, card::UnitOutcome outcome, core::Femtoseconds last_bit);
    void written(core::Femtoseconds at, const pcie::Tlp& tlp);
    void report(core::Femtoseconds at, const Reception& reception);
    void on_txen() { log_.sends(core::now_fs(), wires.txen.read()); }
    void on_crs() { log_.senses(core::now_fs(), wires.crs.read()); }

    core::Tap<card::Unit, unsigned> segmented_;
    core::Tap<card::Unit, card::UnitOutcome> unit_outcome_;
    core::Tap<std::uint32_t> doorbell_;
    core::Tap<unsigned> rx_fifo_filled_;
    const ether::MacRules rules_;
    const Mover mover_;
    const unsigned width_;
    const bus::Kind bus_;
    const pcie::TransferLog* const transfers_;  ///< Of a card on PCI Express; nullptr: of another bus.
    core::Tap<std::vector<std::uint8_t>>* heard_ = nullptr;
    ether::Mac* mac_ = nullptr;
    ether::SymbolWatch* watch_ = nullptr;
    FrameLog log_;
    std::vector<Copy> into_, out_of_;  ///< Copies by the CPU, in order.
    base::Ring<Reception> posted_;     ///< Frames with a status on its way to memory, and those after them.
    std::string peer_;
    core::Femtoseconds closed_ = 0;                               ///< End of the previous frame.
    std::map<core::Femtoseconds, core::Femtoseconds> free_from_;  ///< By the time at which a frame was offered.
    std::uint32_t channel_ = 0;                                   ///< Channel of the MAC's frame.
    bool whole_frames_ = false;
    bool known_ = false;     ///< That frame belongs to a channel.
    bool stopping_ = false;  ///< The chip was stopped while it had a frame,
    bool stopped_ = false;   ///< and the frame was withdrawn: the driver offers it again.
    core::Femtoseconds stopped_at_ = 0;
    ether::TransmitStatus withdrawn_;
    std::uint64_t sent_ = 0, delivered_ = 0;
    std::map<std::string, std::uint64_t> given_up_{{"excessive_collisions", 0}, {"late_collision", 0}, {"underrun", 0}};
    std::map<std::string, std::uint64_t> dropped_{
        {"no_buffer", 0}, {"address_mismatch", 0}, {"overrun", 0}, {"receive_disabled", 0}};
};

}  // namespace niclab::ether_board
