/// @file An 82540EM on the PCI bus of a host, a plain station of 1000 Mb/s on the same cable, and a
/// program of accesses and descriptors.
#pragma once

#include "cards/i8254x/card_82540em.h"
#include "support/ether_card_bench.h"

namespace niclab::test {

struct I8254xBench : EtherCardBench<I8254xBench> {
    static constexpr std::uint32_t kWindow = 0xE000'0000, kPorts = 0xD000;
    static constexpr std::uint32_t kReceiveRing = 0x2000, kSendRing = 0x3000, kBuffers = 0x10000;
    static constexpr unsigned kEntries = 8, kBufferOctets = 0x800;
    static constexpr std::uint32_t kWhole = 0x0B00'0000;  ///< EOP, IFCS, RS of a legacy descriptor.

    explicit I8254xBench(sc_core::sc_module_name name, const i8254x::Config& config = quick())
        : EtherCardBench(name, 0x100000, 10, 1000), card("card", connection(), with(config, own)) {
        card.mac.pins.bind(wires);
    }
    /// With a link after 20 us.
    static i8254x::Config quick() {
        i8254x::Config c;
        c.autonegotiation_us = 20;
        return c;
    }

    std::uint32_t reg(std::uint32_t at) { return bridge.read32(kWindow + at); }
    void set(std::uint32_t at, std::uint32_t value) { bridge.write32(kWindow + at, value); }
    std::uint32_t word(std::uint32_t at) const { return memory.read32(at); }
    void set_word(std::uint32_t at, std::uint32_t value) { memory.write32(at, value, 0xF); }
    void put(std::uint32_t at, const Octets& octets) { std::copy(octets.begin(), octets.end(), memory.at(at)); }
    Octets get(std::uint32_t at, std::size_t octets) { return {memory.at(at), memory.at(at) + octets}; }
    static std::uint32_t buffer(unsigned n) { return kBuffers + n * kBufferOctets; }

    void find() {
        bridge.config_write32(5, 0x10, kWindow);
        bridge.config_write32(5, 0x18, kPorts);
        bridge.config_write32(5, 0x0C, 0x2000);
        bridge.config_write32(5, 0x04, 7);
    }
    std::uint16_t phy(unsigned number) {
        set(0x20, 2u << 26 | 1u << 21 | number << 16);
        while (!(reg(0x20) >> 28 & 1)) pass(1);
        return std::uint16_t(reg(0x20));
    }
    void set_phy(unsigned number, unsigned value) {
        set(0x20, 1u << 26 | 1u << 21 | number << 16 | value);
        while (!(reg(0x20) >> 28 & 1)) pass(1);
    }
    /// Finds the card, and starts both directions with empty rings; `control` is RCTL, `free` the
    /// number of descriptors that the card gets.
    void start(std::uint32_t control = 0x0400'8002, unsigned free = kEntries - 1) {
        find();
        for (unsigned n = 0; n < kEntries; ++n) give_receive(n);
        for (const std::uint32_t ring : {kReceiveRing, kSendRing}) {
            const std::uint32_t at = ring == kReceiveRing ? 0x2800 : 0x3800;
            set(at, ring), set(at + 4, 0), set(at + 8, 16 * kEntries), set(at + 0x10, 0), set(at + 0x18, 0);
        }
        set(0, 0x41);
        set(0x100, control), set(0x400, 0xA);
        set(0x2818, free);
        for (int i = 0; i < 200 && !(reg(8) & 2); ++i) pass(1);
        EXPECT_TRUE(reg(8) & 2);
        reg(0xC0);
    }
    void give_receive(unsigned n) {
        set_word(kReceiveRing + 16 * n, buffer(n)), set_word(kReceiveRing + 16 * n + 4, 0);
        set_word(kReceiveRing + 16 * n + 8, 0), set_word(kReceiveRing + 16 * n + 12, 0);
    }
    /// Writes descriptor `n` of the send ring.
    void entry(unsigned n, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        const std::uint32_t at = kSendRing + 16 * (n % kEntries);
        set_word(at, a), set_word(at + 4, b), set_word(at + 8, c), set_word(at + 12, d);
    }
    void tail(unsigned n) { set(0x3818, n % kEntries); }
    /// A whole frame in descriptor `n`.
    void transmit(const Octets& frame, unsigned n = 0) {
        put(buffer(8 + n % kEntries), frame);
        entry(n, buffer(8 + n % kEntries), 0, kWhole | std::uint32_t(frame.size()), 0);
        tail(n + 1);
    }
    std::uint32_t status(std::uint32_t ring, unsigned n) const { return word(ring + 16 * (n % kEntries) + 12); }
    /// Waits until DD of descriptor `n` is set, at most `us`; returns its status.
    std::uint32_t wait_for(std::uint32_t ring, unsigned n, double us = 500) {
        for (double waited = 0; !(status(ring, n) & 1) && waited < us; ++waited) pass(1);
        return status(ring, n);
    }
    /// The frames that the peer received, without their FCS, which was right.
    std::vector<Octets> all_heard() const {
        std::vector<Octets> all;
        for (const auto& frame : peer.sink.frames) {
            EXPECT_TRUE(frame.status.fcs_good);
            all.emplace_back(frame.octets.begin(), frame.octets.end() - 4);
        }
        return all;
    }
    std::vector<Octets> await_heard(std::size_t frames, double us = 500) {
        for (double waited = 0; peer.sink.frames.size() < frames && waited < us; ++waited) pass(1);
        pass(2);
        return all_heard();
    }

    i8254x::Card82540em card;

private:
    static i8254x::Config with(i8254x::Config config, const ether_board::Address& own) {
        config.address = own;
        return config;
    }
};

using I8254xTest = EtherCardTest<I8254xBench>;

}  // namespace niclab::test
