/// @file A MAC at signal level of no card, with its transceiver on a cable. It is that of a coarse
/// card, of a port of a switch, or of a station of a segment.
///
/// Behaviour: it is the controller of its MAC, without a chip: octets are there in time.
#pragma once

#include <string>
#include <vector>

#include "core/kernel_bridge.h"
#include "ether/mac.h"
#include "medium/attachment.h"

namespace niclab::lab {

/// Such a MAC for observers.
struct SingleMac {
    std::string name;  ///< "a", or "switch:1".
    core::Clock &txc, &rxc;
    ether::MacPins<core::Net>& wires;
    unsigned width = 1;
    bool full_duplex = false;
    unsigned most_octets = ether::kMaxOctets;  ///< Of a frame.

    /// The same as a name of a module or of a scope in a waveform: "a", or "switch_port1".
    std::string module() const {
        const std::size_t port = name.find(':');
        return port == std::string::npos ? name : name.substr(0, port) + "_port" + name.substr(port + 1);
    }
};

class CableMac : public sc_core::sc_module,
                 public medium::Attachment,
                 protected ether::OctetSource,
                 protected ether::OctetSink {
public:
    struct Config {
        double bit_rate = 10e6;
        core::Femtoseconds period = 0;  ///< Of its oscillator; 0: that of the bit rate.
        double at_m = 0;
        core::Femtoseconds phase = 0;  ///< Of its oscillator.
        ether::MacRules rules;
        medium::TransceiverConfig transceiver;
        std::uint64_t seed = 1;
        unsigned width() const { return bit_rate > 10e6 ? 4 : 1; }
        core::Femtoseconds clock_period() const {
            return period > 0 ? period : core::Femtoseconds(1e15 * width() / bit_rate + 0.5);
        }
    };
    SingleMac observed(const std::string& name) {
        return {name, txc, rxc, wires, width_, rules_.full_duplex, rules_.max_octets};
    }
    ether::Mac mac;

protected:
    using SyncScope = core::KernelBridge::SyncScope;
    CableMac(sc_core::sc_module_name name, core::KernelBridge& kernel_bridge, medium::Segment& cable, const Config& c)
        : sc_module(name),
          Attachment(cable, c.at_m, c.clock_period(), c.phase, c.transceiver),
          mac("mac", txc, rxc, *this, *this, {c.rules, c.width(), c.seed}),
          kernel_bridge_(kernel_bridge),
          rules_(c.rules),
          width_(c.width()) {
        mac.pins.bind(wires);
    }
    /// An attempt begins: sets octets_, the frame without FCS.
    virtual void load() = 0;

    ether::FrameOptions begin(unsigned) final {
        load();
        place_ = 0;
        return {};
    }
    ether::NextOctet next() final {
        if (place_ == octets_.size()) return {ether::Supply::End};
        return {ether::Supply::Octet, octets_[place_++]};
    }
    unsigned certain_octets() const final { return unsigned(octets_.size() - place_); }
    void begin() final { coming_.clear(); }
    void octet(std::uint8_t octet) final { coming_.push_back(octet); }
    bool waits() const final { return false; }

    core::KernelBridge& kernel_bridge_;
    const ether::MacRules rules_;
    const unsigned width_;
    std::vector<std::uint8_t> octets_, coming_;  ///< `coming_`: of the received frame, with its FCS.

private:
    std::size_t place_ = 0;  ///< Position of the next octet.
};

}  // namespace niclab::lab
