/// @file A serial port with a start bit on which a logic analyzer can trigger.
///
/// Source: Dollas et al.: one access takes 88.2 us on the Pentium. For the mark of a call the start
///   bit comes first and the rest of the access after it. For the mark of a reception the access
///   comes before the start bit.
/// Assumed: 115 200 baud, 8 data bits, no parity.
#pragma once

#include "core/wire.h"

namespace niclab::host {

class SerialPort : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(SerialPort);
    SerialPort(sc_core::sc_module_name name, double access_us) : sc_module(name), access_(access_us, sc_core::SC_US) {
        SC_THREAD(shift);
    }
    core::Wire<bool> txd{"TxD", true};

    /// From an SC_THREAD: sends the start bit of `character` now, then waits for the time of the
    /// access.
    void mark_before(char character) {
        start(character);
        wait(access_);
    }
    /// Waits for the time of the access first, then sends the start bit.
    void mark_after(char character) {
        wait(access_);
        start(character);
    }

private:
    void start(char character) {
        character_ = character;
        core::fire_at_once(start_);
    }
    void shift() {
        const sc_core::sc_time bit(1e9 / 115200, sc_core::SC_NS);
        for (;;) {
            wait(start_);
            const unsigned frame = 0x200u | static_cast<unsigned char>(character_) << 1;  // stop, data, start
            for (unsigned i = 0; i < 10; ++i) {
                txd.write((frame >> i & 1u) != 0);
                wait(bit);
            }
        }
    }
    sc_core::sc_time access_;
    sc_core::sc_event start_;
    char character_ = 0;
};

}  // namespace niclab::host
