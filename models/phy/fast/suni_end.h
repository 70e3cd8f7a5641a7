/// @file A PHY as a line at transaction level uses it.
///
/// Interface: its line without pins, runs of octets inside a cell, and the state that matters when
///   frames with null cells only are skipped.
/// Behaviour: it refers to one PHY. While a line calls the PHY's octets, its clock does not, and
///   nothing uses the pins of its line.
#pragma once

#include <algorithm>
#include <vector>

#include "phy/suni.h"

namespace niclab::phy {

class FastSuni {
public:
    explicit FastSuni(Suni& phy) : phy_(phy) {}

    LineOctet transmit(LineOctet arrived, core::Femtoseconds at) { return phy_.transmit(arrived, at); }
    void receive(std::uint8_t octet, core::Femtoseconds at) { phy_.receive(octet, at); }
    const core::Clock& clock() const { return phy_.clock(); }
    const sonet::Format& format() const { return phy_.format_; }
    const Tacp& tacp() const { return phy_.tacp_; }
    core::EdgeRunners& edge_runners() { return phy_.edge_runners(); }

    /// Number of coming octet times that need no received octet and affect only the line: octets of
    /// payload inside a cell.
    unsigned transmit_run() const {
        if (!phy_.ordinary() || phy_.separate_clock_) return 0;
        return std::min(phy_.overhead_tx_.payload_run(), phy_.tacp_.octets_to_effect());
    }
    /// Equivalent to `n` calls of transmit() (at most transmit_run()).
    void transmit_run(std::uint8_t* octets, unsigned n) {
        phy_.tacp_.next_run(octets, n);
        phy_.overhead_tx_.next_run(octets, n);
    }
    /// Number of coming line octets that affect nothing outside the PHY: inside a cell's header, its
    /// payload, or without a known SPE. At most the octets of a cell.
    unsigned receive_run() const {
        if (phy_.loop_timing_ || phy_.diagnostic_loop_) return 0;
        const unsigned most = phy_.overhead_rx_.run_passes() ? phy_.racp_.plain_run() : atm::kCellOctets;
        const unsigned plain = std::min(phy_.overhead_rx_.plain_run(), most);
        return static_cast<unsigned>(std::min<std::uint64_t>(plain, phy_.watch_.quiet_octets()));
    }
    /// Equivalent to `n` calls of receive() (at most receive_run()), the last at `at`; `octets`
    /// after the `n`th have no meaning.
    void receive_run(std::uint8_t* octets, unsigned n, core::Femtoseconds at) {
        phy_.received_at_ = at;
        phy_.watch_.take_run(octets, n);
        phy_.delay(octets, n);
        phy_.overhead_rx_.take_run(octets, n);
        if (phy_.overhead_rx_.run_passes()) phy_.racp_.take_run(octets, n, at);
    }
    /// Number of coming octet times that affect nothing outside the PHY except the line, so that
    /// they may be called late.
    unsigned private_transmit_octets() const { return phy_.ordinary() ? phy_.tacp_.octets_to_effect() : 0; }
    unsigned private_receive_octets() const {
        return phy_.ordinary() && !phy_.interrupts_.any_enabled() ? phy_.racp_.octets_to_effect() : 0;
    }
    /// The next octet to launch may report received errors to the far end.
    bool reports_next() const { return !phy_.overhead_tx_.wants_payload() || !phy_.ordinary(); }
    /// Stops the use of the line's pins. Returns the transmitter's outputs.
    LineOctet enter_transaction_level() {
        phy_.sleep();
        return phy_.driven_;
    }
    /// Uses the pins again; `launched` was the last octet.
    void enter_signal_level(LineOctet launched) {
        phy_.driven_ = launched;
        phy_.line_tx.octet->write(launched.octet), phy_.line_tx.frame->write(launched.frame);
        phy_.wake();
    }

    /// Whether registers do not change the stream, and only null cells are sent with the pointer at
    /// its default position.
    bool sends_nothing() const { return phy_.ordinary() && phy_.overhead_tx_.steady(); }
    /// Whether the receiver is in frame and in SYNC without an active alarm, a partial cell or an
    /// interrupt that waits for input.
    bool receives_nothing() const;
    /// A number that changes with each write of a register, alarm, pointer change or error.
    std::uint64_t unrest() const;
    /// Number of coming octets before a timer of the receiver may raise or clear an alarm.
    std::uint64_t octets_to_alarm() const { return phy_.watch_.to_due(); }
    /// Octets between the line and the receiver.
    std::size_t pipeline_octets() const { return phy_.pipeline_.size(); }
    /// The position in a null cell of the octet that RACP receives next.
    unsigned receive_position() const { return phy_.racp_.position(); }
    const CellStart& cell_start() const { return phy_.tacp_.start(); }
    /// Begins the frame that is `frames` after the present one; then takes no cells until
    /// transmits_on().
    void skip_transmit(std::uint64_t frames);
    void transmits_on() { phy_.tacp_.release(); }
    /// Receives that frame from the state of `sender`; its first octets are in the pipeline.
    struct Skipped {
        std::uint64_t octets, frames, headers;
        std::vector<std::uint8_t> pipeline;
    };
    void skip_receive(const FastSuni& sender, const Skipped& skipped);

private:
    Suni& phy_;
};

}  // namespace niclab::phy
