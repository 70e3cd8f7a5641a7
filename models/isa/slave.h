/// @file The decoder of a card on an ISA bus: its ports and memory, their widths and waits.
///
/// Timing: it has no clock, like the gates of such cards. IOCS16# follows SA and AEN, MEMCS16#
///   follows LA. IOCHRDY goes low with a command until the port is ready; the data of a read is
///   valid then. A write is passed on when the port is ready for it, a read is executed once. The
///   access has the form of a dword with byte enables, so that a port can serve this bus as well as
///   PCI.
/// Not modelled: cards that decode only ten bits of a port's address.
#pragma once

#include "bus/shared_slave.h"
#include "bus/window.h"
#include "core/stats.h"
#include "isa/bus.h"

namespace niclab::isa {

using bus::Window;

struct Decode {
    Window ports;
    Window word_ports;              ///< Ports with IOCS16#.
    Window listened;                ///< Ports of 8 bits at which it monitors writes,
    bool listened_answers = false;  ///< and whether it answers their reads at present.
    Window memory;
    bool word_memory = false;  ///< MEMCS16#, for the whole of each block of 128 KB that contains a part of `memory`.
    bool for_masters = false;  ///< Memory answers only masters: it is the board's.
    bool no_waits = false;     ///< 0WS# with memory, unless the port inserted waits.
};

class Slave : public bus::SharedSlave<Slave, Levels, Decode>, public core::StatsSource {
public:
    static constexpr unsigned kPorts = 0, kMemory = 1,
                              kListened = 2;  ///< Numbers of the windows in the accesses to `port`.

    Slave(sc_core::sc_module_name name, Bus& bus, const std::string& agent, const Decode& decode, bus::TargetPort& port)
        : SharedSlave(name, bus, agent, decode, port) {}
    void describe(core::StatsVisitor& visitor) const override;

private:
    friend SharedSlave;
    void evaluate(const Levels& bus);
    bool addressed(const Levels& bus) const;
    bool listens(const Levels& bus) const;
    bool memory_asked(const Levels& bus) const { return !decode_.for_masters || bus.master; }
    bool wide(const Levels& bus) const;
    void serve(const Levels& bus);
    bus::TargetPort::Access access_of(const Levels& bus) const;
};

}  // namespace niclab::isa
