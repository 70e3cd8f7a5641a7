/// @file An Ethernet card on the PCI bus of a host, a plain station on the same cable, and a
/// program of accesses: all parts except the card.
#pragma once

#include <functional>

#include "cards/ether_board/address.h"
#include "cards/ether_board/slot_connection.h"
#include "host/bridge.h"
#include "support/ether_bench.h"
#include "support/pci_rules.h"

namespace niclab::test {

/// The cable and the peer. `Self` has the card, with the clocks `txc` and `rxc`, and binds its
/// MAC's pins to `wires`.
template <class Self>
struct EtherCableBench : sc_core::sc_module {
    SC_HAS_PROCESS(EtherCableBench);
    using Octets = std::vector<std::uint8_t>;

    /// The peer is `peer_at_m` metres away, on a cable of `mbps` 10, 100 or 1000, and uses these rules.
    /// 1000 is full duplex.
    EtherCableBench(sc_core::sc_module_name name, std::uint32_t memory_octets, double peer_at_m, unsigned mbps = 10,
                    const ether::MacRules& peer_rules = {})
        : sc_module(name),
          memory(memory_octets),
          segment("segment", {4.33, mbps != 1000}),
          txc("txc", {clock_of(mbps), clock_of(mbps) * 13 / 100, false}),
          rxc("rxc", {clock_of(mbps), 0, false}),
          transceiver("transceiver", txc, rxc, segment, 0, transceiver_of(mbps)),
          peer("peer", segment, peer_of(peer_at_m, mbps, peer_rules)) {
        transceiver.pins.bind(wires);
        SC_THREAD(work);
    }

    void pass(double us) { wait(sc_core::sc_time(us, sc_core::SC_US)); }
    /// A frame to an address, followed by numbered octets.
    static Octets frame(const ether_board::Address& to, std::size_t octets, std::uint8_t seed = 1) {
        Octets f(octets);
        for (std::size_t i = 0; i < octets; ++i) f[i] = i < 6 ? to[i] : std::uint8_t(i * 7 + seed);
        return f;
    }
    void peer_sends(const Octets& frame) {
        peer.source.frames.push_back(frame);
        peer.mac.request();
    }
    /// The last frame that the peer received, without its FCS, which was correct.
    Octets heard() const {
        if (peer.sink.frames.empty() || !peer.sink.frames.back().status.fcs_good) return {};
        Octets octets = peer.sink.frames.back().octets;
        octets.resize(octets.size() - 4);
        return octets;
    }

    const ether_board::Address own{0x02, 0, 0, 0, 0, 0x55};
    host::Memory memory;
    medium::Segment segment;
    core::Clock txc, rxc;
    ether::MacPins<core::Net> wires;
    medium::Transceiver transceiver;
    Station peer;
    std::function<void(Self&)> program;
    bool done = false;

private:
    static unsigned width_of(unsigned mbps) { return mbps == 10 ? 1 : mbps == 100 ? 4 : 8; }
    static core::Femtoseconds clock_of(unsigned mbps) { return 1'000'000'000 / mbps * width_of(mbps); }
    static medium::TransceiverConfig transceiver_of(unsigned mbps) {
        medium::TransceiverConfig c;
        c.sqe_test = mbps == 10, c.full_duplex = mbps == 1000;
        return c;
    }
    static StationConfig peer_of(double at_m, unsigned mbps, const ether::MacRules& rules) {
        StationConfig c;
        c.at_m = at_m;
        c.mac.width = width_of(mbps);
        c.mac.rules = rules;
        if (mbps == 1000) c.mac.rules.full_duplex = true;
        c.bit_fs = 1'000'000'000 / mbps;
        c.transceiver = transceiver_of(mbps);
        return c;
    }
    void work() {
        program(static_cast<Self&>(*this));
        done = true;
    }
};

/// On PCI, in slot 5.
template <class Self>
struct EtherCardBench : EtherCableBench<Self> {
    static constexpr std::uint32_t kBase = 0xD000;
    using EtherCableBench<Self>::EtherCableBench;

    core::Clock pci_clock{"pci_clock", {}};
    pci::Bus bus{"bus", pci_clock, {}};
    host::Profile profile;
    host::Bridge bridge{"bridge", pci_clock, bus, this->memory, profile, 1};
    BusRecorder recorder{"recorder", pci_clock, bus};

    std::vector<std::string> violations() const { return PciRules::violations(recorder, 16); }

protected:
    ether_board::SlotConnection connection() { return {pci_clock, bus, 5, "nic", this->txc, this->rxc}; }
};

/// Runs a program on a bench, constructed with these arguments after its name, to its end, and
/// checks the rules of PCI.
template <class B>
class EtherCardTest : public PciTest {
protected:
    using Bench = B;
    template <class... Arguments>
    static void run_program(std::function<void(Bench&)> program, const Arguments&... arguments) {
        Bench bench("bench", arguments...);
        bench.program = std::move(program);
        for (unsigned ms = 0; ms < 200 && !bench.done; ++ms) run(sc_core::sc_time(1, sc_core::SC_MS));
        EXPECT_TRUE(bench.done);
        for (const std::string& sentence : bench.violations()) ADD_FAILURE() << sentence;
    }
};

}  // namespace niclab::test
