/// @file The machine of a guest with an Ethernet card, and a peer at the other end of its cable.
///
/// Behaviour: without waves a PCI bus and the frames on the cable are at transaction level, with the
///   times of the signal level.
#pragma once

#include <optional>

#include "hardware.h"
#include "medium/frame_transaction.h"
#include "peer.h"
#include "probe/ether/mac_watch.h"

namespace niclab::vm {

/// The machine's bus with bridge, memory, card and the card's transceiver; checkers on the bus and on
/// the MAC's wires.
class CardStation : public sc_core::sc_module, public medium::Attachment {
public:
    struct Config {
        const linux_kernel::EthernetKind* kind = nullptr;
        std::uint32_t memory_octets = 256u << 20;
        unsigned mbps = 10;
        std::uint64_t seed = 1;
        std::uint8_t number = 1;  ///< Last octet of the card's address.
    };
    CardStation(sc_core::sc_module_name name, medium::Segment& segment, const Config& config);

    check::Report report;
    std::unique_ptr<linux_kernel::Backplane> backplane;
    std::unique_ptr<linux_kernel::EthernetCard> card;
    std::unique_ptr<MachineBus> bus;
    probe::MacWatch mac_watch;
    /// Called when the last bit of a frame from the other end has arrived.
    std::function<void(core::Femtoseconds at)> received;

private:
    void on_valid();
    bool own_ = false;  ///< What arrives is what the card itself sends.
};

class EthernetHardware : public Hardware {
public:
    struct Config {
        CardStation::Config station;
        double cable_m = 100;
        std::optional<UdpPorts> ports;  ///< As of Peer.
        bool waves = false;             ///< Without them bus and frames are at transaction level.
    };
    explicit EthernetHardware(const Config& config);

    MachineBus& bus() override { return *station_.bus; }
    std::uint64_t violations() const override { return station_.report.total(); }
    std::vector<std::string> violation_sentences() const override;
    void on_violation(const std::function<void(const check::Violation&)>& listener) override {
        station_.report.heard = listener;
    }
    std::string line_rows() const override;
    const TcpServer& tcp() const override { return peer_.answers().tcp(); }
    std::uint16_t capture_type() const override;
    std::string unit() const override { return "bit"; }
    void observe(Spans& spans) override;
    std::unique_ptr<sc_core::sc_module> line_waves(probe::WaveSink& sink) override;
    void poll() override { peer_.poll(); }
    void simulate(core::Femtoseconds duration) override;

private:
    unsigned mbps_;
    medium::Segment segment_;
    CardStation station_;
    Peer peer_;
    medium::FrameTransactions frames_;
};

}  // namespace niclab::vm
