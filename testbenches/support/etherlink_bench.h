/// @file An EtherLink III on the bus of a host, a 3C595 on PCI, a plain station on the same cable,
/// and a program of accesses to its ports.
#pragma once

#include "cards/etherlink/card_3c595.h"
#include "support/ether_card_bench.h"

namespace niclab::test {

/// `Bench` has the bus and the cable, `Self` finds the card there.
template <class Self, template <class> class Bench, class Board>
struct EtherLinkBenchOf : Bench<Self> {
    using Command = etherlink::Command;
    using Octets = typename Bench<Self>::Octets;
    using Bench<Self>::bridge, Bench<Self>::kBase, Bench<Self>::pass, Bench<Self>::own;
    static constexpr std::uint32_t kBuffer = 0x1000;

    EtherLinkBenchOf(sc_core::sc_module_name name, const etherlink::Config& config, double peer_at_m,
                     const ether::MacRules& peer_rules)
        : Bench<Self>(name, 0x10000, peer_at_m, config.mbps, peer_rules), card("card", this->connection(), config) {
        card.mac.pins.bind(this->wires);
    }

    std::uint8_t in8(unsigned port) { return std::uint8_t(bridge.io_read(kBase + port, 1)); }
    std::uint16_t in(unsigned port) { return std::uint16_t(bridge.io_read(kBase + port, 2)); }
    std::uint32_t in32(unsigned port) { return bridge.io_read(kBase + port, 4); }
    void out8(unsigned port, unsigned value) { bridge.io_write(kBase + port, 1, value); }
    void out(unsigned port, unsigned value) { bridge.io_write(kBase + port, 2, value); }
    void out32(unsigned port, std::uint32_t value) { bridge.io_write(kBase + port, 4, value); }

    void command(Command which, unsigned argument = 0) { out(0x0E, unsigned(which) << 11 | argument); }
    /// Waits until it is no longer in progress.
    void finish(Command which, unsigned argument = 0) {
        command(which, argument);
        while (status() & 0x1000) pass(0.1);
    }
    std::uint16_t status() { return in(0x0E); }
    std::uint16_t window(unsigned number, unsigned port) { return command(Command::SelectWindow, number), in(port); }
    void set_window(unsigned number, unsigned port, unsigned value) {
        command(Command::SelectWindow, number), out(port, value);
    }
    std::uint8_t counter(unsigned port) { return command(Command::SelectWindow, 6), in8(port); }

    /// The start of a driver: own address, this transceiver, link beat, all indications,
    /// `interrupts` by INTA#.
    void start(unsigned filter = 5, unsigned transceiver_code = 0, unsigned interrupts = 0x7FE) {
        static_cast<Self*>(this)->find();
        for (unsigned i = 0; i < 6; i += 2) set_window(2, i, own[i] | own[i + 1] << 8);
        set_window(3, 2, transceiver_code << 4 | 0x0102);
        set_window(4, 0x0A, 0x00C0);
        set_window(4, 0x06, 0x0040);
        command(Command::StatisticsEnable);
        command(Command::SetRxFilter, filter);
        command(Command::RxEnable), command(Command::TxEnable);
        command(Command::SetStatusEnable, 0x7FE), command(Command::SetInterruptEnable, interrupts | 1);
    }
    /// Writes octets to the FIFO, dword by dword.
    void write(const Octets& octets) {
        for (std::size_t i = 0; i < octets.size(); i += 4) {
            std::uint32_t v = 0;
            for (unsigned k = 0; k < 4 && i + k < octets.size(); ++k) v |= std::uint32_t{octets[i + k]} << 8 * k;
            out32(0x10, v);
        }
    }
    void transmit(const Octets& frame, std::uint32_t flags = 0) {
        out32(0x10, std::uint32_t(frame.size()) | flags);
        write(frame);
    }
    Octets read(std::size_t octets) {
        Octets all;
        for (std::size_t i = 0; i < octets; i += 4) {
            const std::uint32_t v = in32(0x10);
            for (unsigned k = 0; k < 4 && i + k < octets; ++k) all.push_back(std::uint8_t(v >> 8 * k));
        }
        return all;
    }
    /// Waits until one of these bits of the status register is set, at most `us`; returns the
    /// register.
    std::uint16_t wait_for(std::uint16_t bits, double us = 5000) {
        const core::Femtoseconds end = core::now_fs() + core::Femtoseconds(us * 1e9);
        std::uint16_t now = 0;
        while (((now = status()) & bits) == 0 && core::now_fs() < end) pass(2);
        return now;
    }
    /// The next frame, by programmed I/O; empty: none arrived within 2 ms.
    Octets receive() {
        if (!(wait_for(0x0010, 2000) & 0x0010)) return {};
        Octets frame = read(in(0x18) & 0x1FFF);
        finish(Command::RxDiscard);
        return frame;
    }

    /// Moves octets with the bus master; window 7 is selected then.
    void start_dma(bool download, std::uint32_t at, std::size_t octets) {
        command(Command::SelectWindow, 7);
        out32(0, at), out(6, unsigned(octets));
        command(Command::StartDma, download ? 1 : 0);
    }

    Board card;
};

struct EtherLinkBench : EtherLinkBenchOf<EtherLinkBench, EtherCardBench, etherlink::Card3c595> {
    explicit EtherLinkBench(sc_core::sc_module_name name, const etherlink::Config& config = {}, double peer_at_m = 10,
                            const ether::MacRules& peer_rules = {})
        : EtherLinkBenchOf(name, config, peer_at_m, peer_rules) {}
    void find() {
        bridge.config_write32(5, 0x10, kBase);
        bridge.config_write32(5, 0x04, 5);
    }
};

using EtherLinkTest = EtherCardTest<EtherLinkBench>;

}  // namespace niclab::test
