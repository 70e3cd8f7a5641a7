#include "isa_segment.h"

#include <stdexcept>

#include "base/time.h"
#include "cards/dp8390/driver.h"
#include "cards/dp8390/ne2000.h"
#include "host/isa_bridge.h"
#include "medium/attachment.h"
#include "medium/frame_transaction.h"
#include "probe/ether/mac_watch.h"
#include "probe/isa/isa_watch.h"

namespace niclab::benchmark {

namespace {

constexpr core::Femtoseconds kBit = 100 * base::kNanosecond;
constexpr std::size_t kOctets = 1500;
constexpr double kSettleUs = 5000, kApartM = 2.5;  ///< Time for all drivers' initialisation; taps of 10BASE5.

dp8390::Config config_of(unsigned host) {
    dp8390::Config c = dp8390::Ne2000::ne2000_defaults();
    c.address.back() = std::uint8_t(host + 1);
    c.mac.seed = host + 1;
    return c;
}

dp8390::Driver::Config driver_config() {
    dp8390::Driver::Config c;
    const dp8390::Jumpers jumpers;
    c.on_isa = ether_board::IsaPlace{jumpers.port, dp8390::line_of(jumpers)};
    return c;
}

check::CsmaConfig csma(const std::string& name) {
    check::CsmaConfig c;
    c.bus = name + ".mac";
    return c;
}

class IsaHost : public sc_core::sc_module, medium::Attachment {
public:
    IsaHost(sc_core::sc_module_name name, unsigned number, unsigned hosts, medium::Segment& cable)
        : sc_module(name),
          Attachment(cable, kApartM * number, kBit, kBit * (number + 1) / (hosts + 1)),
          number_(number),
          next_((number + 1) % hosts),
          memory_(4u << 20),
          halves_("bclk_halves", {isa::Controller::kHalf, 0, false}),
          bus_("isa"),
          bridge_("bridge", halves_, bus_, memory_),
          card_("nic", {bus_, "nic", txc, rxc}, config_of(number)),
          driver_("driver", bridge_, {}, driver_config()),
          isa_watch_("isa_watch", halves_, bus_, std::string(basename()) + ".isa", report_),
          mac_watch_("mac_watch", txc, rxc, wires, csma(basename()), report_) {
        SC_HAS_PROCESS(IsaHost);
        card_.mac.pins.bind(wires);
        SC_THREAD(send);
    }
    void enter_transaction_level() { bus_.enter_transaction_level(); }
    medium::ConnectedStations::Station on_line() { return {&card_.mac, &transceiver, &mac_watch_, false, true}; }
    std::uint64_t violations() const { return report_.total(); }
    std::uint64_t sent() const { return card_.chip.sent().octets; }
    std::uint64_t received() const { return driver_.stats().packets_received; }

private:
    void send() {
        driver_.bring_up();
        driver_.open(number_);
        const std::vector<std::uint8_t> packet(kOctets, std::uint8_t(number_));
        for (std::uint32_t pdu = 0;; ++pdu) driver_.send(packet, next_, pdu);
    }

    const unsigned number_, next_;
    check::Report report_;
    host::Memory memory_;
    core::Clock halves_;
    isa::Bus bus_;
    host::IsaBridge bridge_;
    dp8390::Ne2000 card_;
    dp8390::Driver driver_;
    probe::IsaWatch isa_watch_;
    probe::MacWatch mac_watch_;
};

class IsaSegment : public Model {
public:
    IsaSegment(unsigned hosts, AtPins at_pins) : cable_("cable") {
        for (unsigned i = 0; i < hosts; ++i)
            hosts_.push_back(std::make_unique<IsaHost>(("host" + std::to_string(i)).c_str(), i, hosts, cable_));
        if (at_pins == AtPins::Nothing)
            for (const auto& host : hosts_) host->enter_transaction_level();
        if (at_pins != AtPins::Everything) enter_transaction_level();
        advance(kSettleUs);
    }
    /// Throws std::runtime_error: a rule was violated, or nothing arrives.
    void advance(double simulated_us) override {
        Model::advance(simulated_us);
        std::uint64_t violations = 0, received = 0;
        for (const auto& host : hosts_) violations += host->violations(), received += host->received();
        if (violations != 0) throw std::runtime_error("a rule of ISA or of CSMA/CD was broken");
        if (simulated_us < kSettleUs) return;
        if (received == received_) throw std::runtime_error("no frame came to a program");
        received_ = received;
    }
    /// Octets of frames that were sent completely, of all stations.
    std::uint64_t cells() const override {
        std::uint64_t octets = 0;
        for (const auto& host : hosts_) octets += host->sent();
        return octets;
    }

private:
    void enter_transaction_level() {
        frames_.add_cable(cable_);
        for (const auto& host : hosts_) frames_.add(host->on_line());
    }

    medium::Segment cable_;
    std::vector<std::unique_ptr<IsaHost>> hosts_;
    medium::FrameTransactions frames_{10};
    std::uint64_t received_ = 0;
};

}  // namespace

std::unique_ptr<Model> isa_segment(unsigned hosts, AtPins at_pins) {
    core::set_time_resolution();
    return std::make_unique<IsaSegment>(hosts, at_pins);
}

}  // namespace niclab::benchmark
