/// @file The decoder of a card on an EISA bus, of 32 or 16 bits: its ports and memory, its waits
/// and its bursts.
///
/// Timing: it has no clock except BCLK, like the gates of such cards. EX32# or EX16#, and SLBURST#
///   and NOWS# of memory, follow LA and M/IO; for ports they also follow the AEN of the card's
///   slot. EXRDY goes low with CMD# until the port is ready; the data of a read is valid then. In a
///   burst each transfer begins at the end of the one before. It has a BCLK of its own, with the
///   address on LA at that time. A write is passed on when the port is ready for it, a read is
///   executed once. The access has the form of a dword with byte enables, so that a port can serve
///   this bus as well as others.
/// Source: EISA 3.12, from memory of it: *assumed*.
#pragma once

#include <array>

#include "bus/shared_slave.h"
#include "bus/window.h"
#include "core/stats.h"
#include "eisa/bus.h"

namespace niclab::eisa {

using bus::Window;

struct Decode {
    std::array<Window, 2> ports;
    Window memory;
    bool narrow = false;    ///< EX16#, else EX32#.
    bool bursts = false;    ///< SLBURST# with memory; of 32 bits.
    bool no_waits = false;  ///< NOWS# with memory; for a port that is always ready.
};

class Slave : public bus::SharedSlave<Slave, Levels, Decode>, public core::StatsSource {
public:
    /// Numbers of the windows in the accesses to `port`: 0 and 1 are those of ports.
    static constexpr unsigned kMemory = 2;

    /// `slot`: 1 to 15; 0 is the board's.
    Slave(sc_core::sc_module_name name, Bus& bus, unsigned slot, const std::string& agent, const Decode& decode,
          bus::TargetPort& port)
        : SharedSlave(name, bus, agent, decode, port), slot_(slot) {}
    /// Restricts memory to cycles while `masters` is true: it is the board's. To be called before
    /// the simulation begins.
    void answer_masters(const core::Wire<bool>& masters) {
        masters_ = &masters;
        ready_with(masters.value_changed_event());
    }
    void describe(core::StatsVisitor& visitor) const override;

private:
    friend SharedSlave;
    void evaluate(const Levels& bus);
    const Window* window(const Levels& bus) const;
    void answer(const Levels& bus);
    void begin(const Levels& bus);
    void leave();
    void serve(const Levels& bus);
    bool upper() const { return decode_.narrow && (access_.byte_enables & 0x3) == 0; }

    unsigned slot_;
    const core::Wire<bool>* masters_ = nullptr;
    bool ready_ = false;  ///< EXRDY at the last fall of BCLK.
    Levels last_;
    bus::TargetPort::Access access_{};  ///< Of the present transfer.
};

}  // namespace niclab::eisa
