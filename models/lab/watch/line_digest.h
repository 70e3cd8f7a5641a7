/// @file  A digest over every octet a card launches: two runs with the same digest have sent the same line.
#pragma once

#include "core/clock.h"
#include "lab/bench/bench.h"

namespace niclab::lab {

class LineDigest : public sc_core::sc_module {
public:
    LineDigest(sc_core::sc_module_name name, const Hop& hop)
        : sc_module(name), hop_(hop.name), pins_(hop.atm->sender.launch.pins) {
        SC_HAS_PROCESS(LineDigest);
        SC_METHOD(on_octet);
        sensitive << hop.sender.oscillator.edge();
        dont_initialize();
    }
    const std::string& hop() const { return hop_; }
    /// FNV-1a over the octets so far.
    std::uint64_t value() const { return value_; }

private:
    void on_octet() { value_ = (value_ ^ pins_.octet.read()) * 0x100000001b3u; }

    std::string hop_;
    const fiber::LinePins<core::Net>& pins_;
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace niclab::lab
