#include "ethernet_hardware.h"

#include <fmt/format.h>

#include "base/count_of.h"
#include "cable_rate.h"
#include "pci_machine_bus.h"
#include "pcie_machine_bus.h"
#include "probe/capture/pcapng.h"
#include "probe/ether/mac_waves.h"

namespace niclab::vm {

namespace {

linux_kernel::Backplane::Config backplane_of(const CardStation::Config& config) {
    linux_kernel::Backplane::Config c;
    c.machine = "guest";
    c.slot = Hardware::kSlot;
    c.memory_octets = config.memory_octets;
    c.seed = config.seed;
    c.assignment = PcieMachineBus::assignment();
    return c;
}

std::unique_ptr<MachineBus> bus_of(linux_kernel::Backplane& backplane) {
    if (auto* link = dynamic_cast<linux_kernel::PcieBackplane*>(&backplane))
        return std::make_unique<PcieMachineBus>(*link);
    auto& pci = dynamic_cast<linux_kernel::PciBackplane&>(backplane);
    return std::make_unique<PciMachineBus>(
        PciMachineBus::Parts{pci.bridge(), pci.profile(), pci.clock(), pci.bus(), pci.watch()});
}

Peer::Config peer_of(const EthernetHardware::Config& config) {
    const unsigned mbps = config.station.mbps;
    Peer::Config c;
    c.at_m = config.cable_m;
    c.ports = config.ports;
    c.period = linux_kernel::clock_of(mbps);
    c.phase = linux_kernel::phase_of(mbps, true);
    c.transceiver = linux_kernel::transceiver_of(mbps);
    c.mac.width = linux_kernel::width_of(mbps);
    c.mac.seed = config.station.seed;
    c.mac.rules.full_duplex = linux_kernel::is_full_duplex(mbps);
    return c;
}

}  // namespace

CardStation::CardStation(sc_core::sc_module_name name, medium::Segment& segment, const Config& config)
    : sc_module(name),
      Attachment(segment, 0, linux_kernel::clock_of(config.mbps), linux_kernel::phase_of(config.mbps, false),
                 linux_kernel::transceiver_of(config.mbps)),
      backplane(linux_kernel::Backplane::of(config.kind->make, backplane_of(config))),
      card(backplane->insert(config.kind->make, txc, rxc, {config.number, config.seed, config.mbps}, report)),
      bus(bus_of(*backplane)),
      mac_watch("mac_watch", txc, rxc, wires, linux_kernel::csma_of(basename(), config.mbps), report) {
    card->mac().pins.bind(wires);
    SC_HAS_PROCESS(CardStation);
    SC_METHOD(on_valid);
    sensitive << wires.rxdv.value_changed_event();
    dont_initialize();
}

void CardStation::on_valid() {
    own_ = wires.rxdv.read() ? wires.txen.read() : own_ || wires.txen.read();
    if (!wires.rxdv.read() && !own_ && received) received(core::now_fs());
}

EthernetHardware::EthernetHardware(const Config& config)
    : mbps_(config.station.mbps),
      segment_("segment", linux_kernel::cable_of(mbps_)),
      station_("guest", segment_, config.station),
      peer_("peer", segment_, peer_of(config)),
      frames_(mbps_) {
    if (!config.waves) {
        const bool full_duplex = linux_kernel::is_full_duplex(mbps_);
        frames_.add_cable(segment_);
        station_.backplane->enter_transaction_level();
        frames_.add({&station_.card->mac(), &station_.transceiver, &station_.mac_watch, full_duplex, true});
        frames_.add({&peer_.mac(), &peer_.transceiver, nullptr, full_duplex});
    }
    peer_.on_frame = [this](const LinePacket& frame) {
        if (on_packet) on_packet(frame);
    };
}

void EthernetHardware::simulate(core::Femtoseconds duration) {
    Hardware::simulate(duration);
    frames_.settle();
}

std::vector<std::string> EthernetHardware::violation_sentences() const {
    std::vector<std::string> sentences;
    for (const check::Violation& v : station_.report.violations())
        sentences.push_back(fmt::format("{} at {}: {}", v.rule->id, v.where, v.seen));
    return sentences;
}

std::string EthernetHardware::line_rows() const {
    const Peer::Stats& stats = peer_.stats();
    const Answers::Stats& answers = peer_.answers().stats();
    std::string text = "cable       from the guest " + base::count_of(stats.received, "frame");
    if (const UdpFrames* udp = peer_.udp())
        text += fmt::format(
            ": {} sent by UDP, {} not taken; {} damaged\n            by UDP {}, and {} without a "
            "frame\n",
            udp->stats().sent, udp->stats().unsent, stats.damaged, base::count_of(udp->stats().received, "frame"),
            base::count_of(udp->stats().no_frames, "datagram"));
    else
        text += fmt::format(": {} ARP and {} answered, {} of TCP, {} others; {} damaged\n", stats.arp_replies,
                            base::count_of(answers.echo_replies, "ping request"), answers.tcp_segments,
                            stats.unanswered, stats.damaged);
    return text + fmt::format("            to the guest {}, {} given up, {} not sent yet\n",
                              base::count_of(stats.sent, "frame"), stats.given_up, peer_.queued());
}

std::uint16_t EthernetHardware::capture_type() const { return probe::Pcapng::kEthernet; }

void EthernetHardware::observe(Spans& spans) {
    using What = ether::TransmitEvent::What;
    station_.card->mac().transmitter.event.listen([&spans](core::Femtoseconds at, const ether::TransmitEvent& event) {
        if (event.what == What::Begins) spans.on_begin(at, event.attempt > 1);
        if (event.what == What::Ends) spans.on_end(at);
    });
    station_.received = [&spans](core::Femtoseconds at) { spans.on_received(at); };
}

std::unique_ptr<sc_core::sc_module> EthernetHardware::line_waves(probe::WaveSink& sink) {
    return std::make_unique<probe::MacWaves>("mac_waves", sink, "guest.nic.mac", station_.wires,
                                             linux_kernel::width_of(mbps_));
}

}  // namespace niclab::vm
