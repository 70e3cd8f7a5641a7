/// @file A 3C905B on the PCI bus of a host, with a list of descriptors per direction in its memory.
#pragma once

#include "cards/etherlink/card_3c905.h"
#include "support/etherlink_bench.h"

namespace niclab::test {

struct EtherLinkListBench : EtherLinkBenchOf<EtherLinkListBench, EtherCardBench, etherlink::Card3c905> {
    static constexpr unsigned kAutonegotiation = 8;
    static constexpr std::uint32_t kUpList = 0x200, kDownList = 0x400, kApart = 0x40, kBuffers = 0x2000;
    static constexpr unsigned kBufferOctets = 0x800;
    static constexpr std::uint32_t kLast = 0x8000'0000, kIndicate = 0x8000'0000, kNoRounding = 0x1000'0000;
    using Fragments = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  ///< Address and octets of each.

    explicit EtherLinkListBench(sc_core::sc_module_name name,
                                const etherlink::Config& config = etherlink::Card3c905::card_3c905b_defaults(),
                                double peer_at_m = 10, const ether::MacRules& peer_rules = {})
        : EtherLinkBenchOf(name, config, peer_at_m, peer_rules) {}
    void find() {
        bridge.config_write32(5, 0x10, kBase);
        bridge.config_write32(5, 0x04, 5);
    }
    std::uint32_t word(std::uint32_t at) const { return memory.read32(at); }
    void set_word(std::uint32_t at, std::uint32_t value) { memory.write32(at, value, 0xF); }
    void put(std::uint32_t at, const Octets& octets) { std::copy(octets.begin(), octets.end(), memory.at(at)); }
    Octets get(std::uint32_t at, std::size_t octets) { return {memory.at(at), memory.at(at) + octets}; }

    static std::uint32_t up_entry(unsigned n) { return kUpList + n * kApart; }
    static std::uint32_t down_entry(unsigned n) { return kDownList + n * kApart; }
    static std::uint32_t buffer(unsigned n) { return kBuffers + n * kBufferOctets; }
    void describe(std::uint32_t entry, std::uint32_t next, std::uint32_t header, const Fragments& fragments) {
        set_word(entry, next), set_word(entry + 4, header);
        for (std::size_t i = 0; i < fragments.size(); ++i) {
            const std::uint32_t at = entry + 8 + 8 * std::uint32_t(i);
            set_word(at, fragments[i].first);
            set_word(at + 4, fragments[i].second | (i + 1 == fragments.size() ? kLast : 0));
        }
    }
    /// A ring of `n` empty buffers, given to the card.
    void give_buffers(unsigned n, unsigned octets = kBufferOctets) {
        for (unsigned i = 0; i < n; ++i) describe(up_entry(i), up_entry((i + 1) % n), 0, {{buffer(i), octets}});
        out32(0x38, kUpList);
    }
    /// The status of a buffer once it is complete; 0: not within `us`.
    std::uint32_t received(unsigned n, double us = 3000) {
        for (double waited = 0; waited < us && !(word(up_entry(n) + 4) & 0x8000); ++waited) pass(1);
        const std::uint32_t status = word(up_entry(n) + 4);
        return status & 0x8000 ? status : 0;
    }
    /// Sends a list of one descriptor.
    void transmit_list(const Fragments& fragments, std::uint32_t header = kIndicate | kNoRounding) {
        describe(kDownList, 0, header, fragments);
        out32(0x24, kDownList);
    }
    void transmit_frame(const Octets& frame, std::uint32_t header = kIndicate | kNoRounding) {
        put(buffer(8), frame);
        transmit_list({{buffer(8), std::uint32_t(frame.size())}}, header);
    }

    /// A bit on the management wires: its data, with a rising edge of the clock after it.
    void clock_out(bool data) {
        out(0x08, 4u | (data ? 2u : 0u));
        out(0x08, 5u | (data ? 2u : 0u));
    }
    bool clock_in() {
        out(0x08, 0);
        const bool data = (in(0x08) & 2) != 0;
        out(0x08, 1);
        return data;
    }
    void clock_out(std::uint32_t value, unsigned bits) {
        while (bits-- > 0) clock_out((value >> bits & 1) != 0);
    }
    /// Reads a register of a PHY; -1: none answers.
    int phy_read(unsigned address, unsigned number, unsigned preamble = 32) {
        command(Command::SelectWindow, 4);
        for (unsigned i = 0; i < preamble; ++i) clock_out(true);
        clock_out(0x6u << 10 | address << 5 | number, 14);
        const bool turnaround = clock_in(), answer = !clock_in();
        unsigned value = 0;
        for (unsigned i = 0; i < 16; ++i) value = value << 1 | (clock_in() ? 1 : 0);
        return turnaround && answer ? int(value) : -1;
    }
    void phy_write(unsigned address, unsigned number, unsigned value) {
        command(Command::SelectWindow, 4);
        for (unsigned i = 0; i < 32; ++i) clock_out(true);
        clock_out(0x5u << 28 | address << 23 | number << 18 | 2u << 16 | value, 32);
    }
};

using EtherLinkListTest = EtherCardTest<EtherLinkListBench>;

}  // namespace niclab::test
