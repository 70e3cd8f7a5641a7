/// @file An RTL8029 on the bus of a host, a plain station on the same cable, and a program of I/O
/// accesses.
#pragma once

#include "cards/dp8390/rtl8029.h"
#include "support/ether_card_bench.h"

namespace niclab::test {

struct Dp8390Bench : EtherCardBench<Dp8390Bench> {
    static constexpr std::uint8_t kRingBegin = 0x4C, kRingEnd = 0x80;

    explicit Dp8390Bench(sc_core::sc_module_name name, const dp8390::Config& config = {}, double peer_at_m = 10)
        : EtherCardBench(name, 0x8000, peer_at_m), card("card", connection(), config) {
        card.mac.pins.bind(wires);
    }

    void out(unsigned port, std::uint8_t value) { bridge.io_write(kBase + port, 1, value); }
    std::uint8_t in(unsigned port) { return std::uint8_t(bridge.io_read(kBase + port, 1)); }
    /// Reads in page 1, and returns to page 0.
    std::uint8_t in1(unsigned port) {
        out(0, 0x62);
        const std::uint8_t value = in(port);
        out(0, 0x22);
        return value;
    }
    void remote(std::uint8_t command, std::uint16_t at, std::size_t octets) {
        out(0, 0x22), out(0x0A, std::uint8_t(octets)), out(0x0B, std::uint8_t(octets >> 8));
        out(0x08, std::uint8_t(at)), out(0x09, std::uint8_t(at >> 8)), out(0, command);
    }
    Octets read(std::uint16_t at, std::size_t octets) {
        remote(0x0A, at, octets);
        Octets all;
        for (std::size_t i = 0; i < octets; i += 4) {
            const std::uint32_t v = bridge.io_read(kBase + 0x10, 4);
            for (unsigned k = 0; k < 4 && i + k < octets; ++k) all.push_back(std::uint8_t(v >> 8 * k));
        }
        return all;
    }
    void write(std::uint16_t at, const Octets& octets) {
        remote(0x12, at, (octets.size() + 3) / 4 * 4);
        for (std::size_t i = 0; i < octets.size(); i += 4) {
            std::uint32_t v = 0;
            for (unsigned k = 0; k < 4 && i + k < octets.size(); ++k) v |= std::uint32_t{octets[i + k]} << 8 * k;
            bridge.io_write(kBase + 0x10, 4, v);
        }
    }
    /// The start of a driver: words, bursts of 8 octets, ring from 4CH to 7FH, own address,
    /// broadcasts.
    void start(std::uint8_t rcr = 0x04) {
        bridge.config_write32(5, 0x10, kBase);
        bridge.config_write32(5, 0x04, 1);
        out(0, 0x21), out(0x0E, 0x49), out(0x0C, 0x20), out(0x0D, 0x02);
        out(0x01, kRingBegin), out(0x02, kRingEnd), out(0x03, kRingEnd - 1), out(0x07, 0xFF);
        out(0, 0x61);
        for (unsigned i = 0; i < 6; ++i) out(1 + i, own[i]);
        out(0x07, kRingBegin);
        out(0, 0x22), out(0x0D, 0), out(0x0C, rcr), out(0x0F, 0x3F);
    }
    void transmit(const Octets& frame, std::uint8_t page = 0x40) {
        write(std::uint16_t(page * 256), frame);
        out(0x04, page), out(0x05, std::uint8_t(frame.size())), out(0x06, std::uint8_t(frame.size() >> 8)),
            out(0, 0x26);
    }
    /// Waits until one of these bits of ISR is set, at most `us`; returns ISR.
    std::uint8_t wait_for(std::uint8_t bits, double us = 5000) {
        const core::Femtoseconds end = core::now_fs() + core::Femtoseconds(us * 1e9);
        std::uint8_t isr = 0;
        while (((isr = in(0x07)) & bits) == 0 && core::now_fs() < end) pass(5);
        return isr;
    }

    dp8390::Rtl8029 card;
};

using Dp8390Test = EtherCardTest<Dp8390Bench>;

}  // namespace niclab::test
