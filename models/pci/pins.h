/// @file  The bundles of wires of the two kinds of PCI agent.
#pragma once

#include "core/pins.h"
#include "pci/flat.h"
#include "pci/levels.h"

namespace niclab::pci {

class Initiator;
class Target;

/// Wires of an initiator: its own REQ#/GNT# pair and the shared ones. They carry what the two ends say as long as there is
/// no record in their place (flat.h).
struct InitiatorPins {
    sc_core::sc_in<Levels> bus{"bus"};
    sc_core::sc_in<bool> busy{"busy"};  ///< FRAME# or IRDY# is asserted: wakes a sleeping half.
    sc_core::sc_out<Levels> drive{"drive"};
    sc_core::sc_out<bool> req{"req"};
    sc_core::sc_in<bool> gnt{"gnt"};
    sc_core::sc_in<bool> rst{"rst"};
    bool wide = false;            ///< The bus has 64 bits: what REQ64# tells a card at the end of RST#.
    Initiator* agent = nullptr;   ///< Whose pins they are; nullptr for a module that thinks in wires only.
    Flat* flat = nullptr;         ///< In the wires' place.
    unsigned half = 0, pair = 0;  ///< Its places there.

    const Levels& levels() const { return flat ? flat->now : bus->read(); }
    bool granted() const { return flat ? (flat->gnt >> pair & 1u) != 0 : gnt->read(); }
    void put(const Levels& l) { flat ? flat->put(half, l) : drive->write(l); }
    void ask(bool on) { flat ? flat->ask(pair, on) : req->write(on); }
};

/// Wires of a target. IDSEL is one AD line, which the slot wires up.
struct TargetPins {
    sc_core::sc_in<Levels> bus{"bus"};
    sc_core::sc_in<bool> busy{"busy"};  ///< FRAME# or IRDY# is asserted: wakes a sleeping half.
    sc_core::sc_out<Levels> drive{"drive"};
    sc_core::sc_in<bool> rst{"rst"};
    bool wide = false;        ///< The bus has 64 bits.
    bool m66en = false;       ///< The agent can do 66 MHz: it leaves M66EN alone.
    Target* agent = nullptr;  ///< As above.
    Flat* flat = nullptr;
    unsigned half = 0;

    const Levels& levels() const { return flat ? flat->now : bus->read(); }
    void put(const Levels& l) { flat ? flat->put(half, l) : drive->write(l); }
};

}  // namespace niclab::pci
