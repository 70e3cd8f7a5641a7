/// @file An Am79C970A on the bus of a host, a plain station on the same cable, and a program of
/// accesses and descriptors.
#pragma once

#include "cards/lance/am79c970a.h"
#include "support/ether_card_bench.h"

namespace niclab::test {

struct LanceBench : EtherCardBench<LanceBench> {
    static constexpr std::uint32_t kInit = 0x100, kReceiveRing = 0x200, kSendRing = 0x400, kBuffers = 0x1000;
    static constexpr unsigned kBufferOctets = 0x800;

    explicit LanceBench(sc_core::sc_module_name name, double peer_at_m = 10, const ether::MacRules& peer_rules = {})
        : EtherCardBench(name, 0x10000, peer_at_m, 10, peer_rules), card("card", connection(), {own, 2, {}, {}}) {
        card.mac.pins.bind(wires);
    }

    std::uint16_t in(unsigned port) { return std::uint16_t(bridge.io_read(kBase + port, 2)); }
    void out(unsigned port, unsigned value) { bridge.io_write(kBase + port, 2, value); }
    std::uint16_t csr(unsigned n) { return out(0x12, n), in(0x10); }
    void set_csr(unsigned n, unsigned value) { out(0x12, n), out(0x10, value); }
    std::uint16_t bcr(unsigned n) { return out(0x12, n), in(0x16); }
    void set_bcr(unsigned n, unsigned value) { out(0x12, n), out(0x16, value); }

    std::uint32_t word(std::uint32_t at) const { return memory.read32(at); }
    void set_word(std::uint32_t at, std::uint32_t value) { memory.write32(at, value, 0xF); }
    void put(std::uint32_t at, const Octets& octets) {
        for (std::size_t i = 0; i < octets.size(); ++i) *memory.at(at + std::uint32_t(i)) = octets[i];
    }
    Octets get(std::uint32_t at, std::size_t octets) {
        Octets all(octets);
        for (std::size_t i = 0; i < octets; ++i) all[i] = *memory.at(at + std::uint32_t(i));
        return all;
    }
    /// Finds the card, and initialises it in this mode with two empty rings of four descriptors;
    /// not started.
    void init(std::uint16_t mode = 0, std::uint64_t filter = 0) {
        bridge.config_write32(5, 0x10, kBase);
        bridge.config_write32(5, 0x04, 5);
        in(0x14);
        set_bcr(20, 2);
        set_word(kInit, mode | 2u << 20 | 2u << 28);
        set_word(kInit + 4, own[0] | own[1] << 8 | own[2] << 16 | std::uint32_t{own[3]} << 24);
        set_word(kInit + 8, own[4] | own[5] << 8);
        set_word(kInit + 12, std::uint32_t(filter)), set_word(kInit + 16, std::uint32_t(filter >> 32));
        set_word(kInit + 20, kReceiveRing), set_word(kInit + 24, kSendRing);
        set_csr(1, kInit), set_csr(2, 0);
        set_csr(0, 1);
        for (int i = 0; i < 100 && !(csr(0) & 0x0100); ++i) pass(0.2);
    }
    void start(std::uint16_t mode = 0, std::uint64_t filter = 0) {
        init(mode, filter);
        set_csr(0, 0x0142);
    }
    static std::uint32_t buffer(unsigned n) { return kBuffers + n * kBufferOctets; }
    /// Gives descriptor `n` of a ring, with a buffer, to the chip.
    void give(std::uint32_t ring, unsigned n, std::uint32_t at, std::size_t octets, std::uint32_t flags) {
        set_word(ring + 16 * n, at), set_word(ring + 16 * n + 8, 0);
        set_word(ring + 16 * n + 4, 0x8000'F000u | flags | (std::uint32_t(0x1000 - octets) & 0xFFF));
    }
    void give_receive(unsigned n, std::size_t octets = kBufferOctets) { give(kReceiveRing, n, buffer(n), octets, 0); }
    /// A whole frame in descriptor `n`, and a transmit demand.
    void transmit(const Octets& frame, unsigned n = 0, std::uint32_t offset = 0) {
        put(buffer(8 + n) + offset, frame);
        give(kSendRing, n, buffer(8 + n) + offset, frame.size(), 0x0300'0000);
        set_csr(0, 0x0048);
    }
    std::uint16_t status(std::uint32_t ring, unsigned n) const { return std::uint16_t(word(ring + 16 * n + 4) >> 16); }
    std::uint32_t result(std::uint32_t ring, unsigned n) const { return word(ring + 16 * n + 8); }
    /// Waits until the chip has returned descriptor `n`, at most `us`; returns its status.
    std::uint16_t wait_for(std::uint32_t ring, unsigned n, double us = 5000) {
        for (double waited = 0; (status(ring, n) & 0x8000) && waited < us; ++waited) pass(1);
        pass(1);
        return status(ring, n);
    }

    lance::Am79c970a card;
};

using LanceTest = EtherCardTest<LanceBench>;

}  // namespace niclab::test
