/// @file A digest of every octet that a card launches: two runs with the same digest have sent the
/// same line.
#pragma once

#include "core/clock.h"
#include "lab/bench/bench.h"

namespace niclab::lab {

class LineDigest : public sc_core::sc_module {
public:
    LineDigest(sc_core::sc_module_name name, const Hop& hop)
        : sc_module(name), hop_(hop.name), octets_(*hop.atm->octets), pins_(hop.atm->sender.launch.pins) {
        hop.sender.oscillator.observe(core::edge_call<&LineDigest::on_octet>(*this));
        hop.atm->octets->observe_launch(
            [](void* self, phy::LineOctet o, core::Femtoseconds) { static_cast<LineDigest*>(self)->add(o.octet); },
            this);
    }
    const std::string& hop() const { return hop_; }
    /// FNV-1a over the octets up to now.
    std::uint64_t value() const { return value_; }

private:
    void on_octet() {
        if (!octets_.active()) add(pins_.octet.read());
    }
    void add(std::uint8_t octet) { value_ = (value_ ^ octet) * 0x100000001b3u; }

    std::string hop_;
    const phy::OctetLine& octets_;
    const fiber::LinePins<core::Net>& pins_;
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace niclab::lab
