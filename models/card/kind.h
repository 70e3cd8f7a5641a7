/// @file  What a kind of card tells of itself. Nothing outside its folder knows more of it.
///
/// A kind is one folder below models/cards: chip, driver, card files, and `kind.cpp`, which defines
/// `const card::Kind& kind()` in the namespace called as the folder. That definition is all it takes to be found.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <systemc>

#include "bus/kind.h"
#include "card/card.h"
#include "card/link.h"
#include "card/what_if.h"
#include "core/clock.h"
#include "core/config.h"

namespace niclab::pci {
class Bus;
}
namespace niclab::isa {
class Bus;
}
namespace niclab::eisa {
class Bus;
}
namespace niclab::host {
class NetDevice;
class Port;
}  // namespace niclab::host

namespace niclab::card {

/// Where a card is put: a slot of its host's bus, and the end of a line.
struct Slot {
    core::Clock& bus_clock;
    pci::Bus& bus;
    unsigned number;                        ///< Device number: IDSEL is AD[11 + number].
    std::string agent;                      ///< The card's name on the bus.
    core::Clock& line_clock;                ///< The card's oscillator, an edge for each octet of the line.
    const sc_core::sc_event& receive_edge;  ///< The clock recovered from the line.
    std::uint64_t seed = 1;                 ///< Of the experiment.
    isa::Bus* isa = nullptr;                ///< Of a card whose plan asks for one.
    core::Clock* eisa_halves = nullptr;     ///< Likewise: of BCLK,
    eisa::Bus* eisa = nullptr;              ///< and the bus.
};

/// What a driver is told of the machine its card is in.
struct DriverPlace {
    unsigned slot = 5;                     ///< Device number of the card.
    std::uint32_t windows = 0xE000'0000u;  ///< From here on 32 MiB of bus addresses are free for the card's windows.
    double interrupt_us = 0;               ///< From INTA# to the handler's first access.
};

/// A register that may be read at any time and changes nothing by it.
struct StatusRegister {
    unsigned bar = 0;
    std::uint32_t offset = 0;  ///< In octets.
    bool is_io = false;        ///< 16 bits of I/O, else a dword of memory.
    std::uint32_t port = 0;    ///< Octet of I/O, whatever the others say: on ISA; on EISA of those of its slot.
};

/// How wide and how fast a card's bus interface is.
struct BusWidth {
    bool wide = false;           ///< 64 data wires.
    bool capable_66mhz = false;  ///< Else the card holds M66EN low.
};

/// One card as its file and the experiment describe it: read, checked, to be built.
class Plan {
public:
    virtual ~Plan() = default;
    const std::string& name() const { return name_; }
    /// So many programs will use the card, each on channels of its own; to be told before the driver's keys are read.
    virtual void serve(unsigned) {}
    /// Reads the keys of `[driver]`; tells the octets of host memory that driver takes. Throws core::ConfigError.
    virtual std::uint32_t read_driver(core::ConfigTable& driver) = 0;
    virtual std::unique_ptr<host::NetDevice> make_driver(const char* name, host::Port& port,
                                                         const DriverPlace& place) const = 0;
    virtual std::unique_ptr<Card> make_card(const char* name, const Slot& slot) const = 0;
    virtual BusWidth bus_width() const { return {}; }
    /// The one it is for.
    virtual bus::Kind bus_kind() const { return bus::Kind::Pci; }
    /// That is ISA, and the card is master of it.
    virtual bool masters_isa() const { return false; }
    virtual StatusRegister status_register() const = 0;
    /// The line the card is for; cards for the same one can be connected.
    virtual std::string line() const = 0;
    /// What that line carries, such as "cells".
    virtual std::string units() const = 0;
    /// Of the longest packet it carries.
    virtual std::size_t most_octets() const { return 65535; }
    /// Reads what an experiment says of a link between two such cards. nullptr: an ATM fiber, whose keys and modules are
    /// the laboratory's. Throws core::ConfigError.
    virtual std::unique_ptr<LinkPlan> read_link(core::ConfigTable&) const { return nullptr; }

private:
    friend class Registry;
    std::string name_;
};

class Kind {
public:
    virtual ~Kind() = default;
    /// What card files call it: `engine = "..."`.
    virtual std::string name() const = 0;
    /// The table of its own keys in a card file.
    virtual std::string section() const = 0;
    /// Reads a card file laid under the experiment's keys; `station`: last octet of the card's address where none is
    /// given. Throws core::ConfigError. Keys nobody asked for are the caller's to refuse.
    virtual std::unique_ptr<Plan> read(core::ConfigTable& card, std::uint8_t station) const = 0;
    /// Its stages that can be made to cost nothing.
    virtual std::vector<WhatIf> what_ifs() const { return {}; }
    /// What its packets wait for, or is at work for them, beyond `any_causes()`.
    virtual std::vector<const Cause*> causes() const { return {}; }
};

}  // namespace niclab::card
