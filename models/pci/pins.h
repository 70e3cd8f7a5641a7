/// @file The bundles of wires of the two kinds of PCI agent.
#pragma once

#include "core/pins.h"
#include "pci/levels.h"
#include "pci/wire_record.h"

namespace niclab::pci {

class Initiator;
class Target;

/// Wires of an initiator: its own REQ#/GNT# pair and the shared wires. They are in use unless a
/// record replaces them (wire_record.h).
struct InitiatorPins {
    sc_core::sc_in<Levels> bus{"bus"};
    sc_core::sc_in<bool> busy{"busy"};  ///< FRAME# or IRDY# is asserted: wakes a sleeping half.
    sc_core::sc_out<Levels> drive{"drive"};
    sc_core::sc_out<bool> req{"req"};
    sc_core::sc_in<bool> gnt{"gnt"};
    sc_core::sc_in<bool> rst{"rst"};
    bool wide = false;             ///< The bus has 64 bits: the meaning of REQ64# for a card at the end of RST#.
    Initiator* agent = nullptr;    ///< Owner of the pins; nullptr for a module that uses the wires directly.
    WireRecord* record = nullptr;  ///< Replaces the wires.
    unsigned half = 0, pair = 0;   ///< Indices of the half and the pair there.

    const Levels& levels() const { return record ? record->now : bus->read(); }
    bool granted() const { return record ? (record->gnt >> pair & 1u) != 0 : gnt->read(); }
    void put(const Levels& l) { record ? record->put(half, l) : drive->write(l); }
    void ask(bool on) { record ? record->ask(pair, on) : req->write(on); }
};

/// Wires of a target. IDSEL is one AD wire, which the slot connects.
struct TargetPins {
    sc_core::sc_in<Levels> bus{"bus"};
    sc_core::sc_in<bool> busy{"busy"};  ///< FRAME# or IRDY# is asserted: wakes a sleeping half.
    sc_core::sc_out<Levels> drive{"drive"};
    sc_core::sc_in<bool> rst{"rst"};
    bool wide = false;        ///< The bus has 64 bits.
    bool m66en = false;       ///< The agent supports 66 MHz: it does not pull M66EN down.
    Target* agent = nullptr;  ///< Owner of the pins, as above.
    WireRecord* record = nullptr;
    unsigned half = 0;

    const Levels& levels() const { return record ? record->now : bus->read(); }
    void put(const Levels& l) { record ? record->put(half, l) : drive->write(l); }
};

}  // namespace niclab::pci
