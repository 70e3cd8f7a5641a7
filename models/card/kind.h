/// @file The interface of a kind of card. Code outside its folder uses nothing else of it.
///
/// Behaviour: a kind is one folder below models/cards: chip, driver, card files, and `kind.cpp`,
///   which defines `const card::Kind& kind()` in the namespace with the folder's name. This
///   definition is sufficient for its registration.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <typeindex>
#include <utility>
#include <vector>

#include "bus/kind.h"
#include "card/card.h"
#include "card/link.h"
#include "card/what_if.h"
#include "core/clock.h"
#include "core/config.h"

namespace niclab::pci {
class Bus;
}
namespace niclab::host {
class NetDevice;
class Port;
}  // namespace niclab::host

namespace niclab::card {

/// The buses of a host in addition to PCI, by their types.
class SlotBuses {
public:
    template <class Bus>
    void add(Bus& bus) {
        all_.emplace_back(typeid(Bus), &bus);
    }
    /// nullptr: the host does not have it.
    template <class Bus>
    Bus* find() const {
        for (const auto& [type, bus] : all_)
            if (type == typeid(Bus)) return static_cast<Bus*>(bus);
        return nullptr;
    }

private:
    std::vector<std::pair<std::type_index, void*>> all_;
};

/// The position of a card: a slot of its host's bus, and the end of a line.
struct Slot {
    core::Clock& bus_clock;
    pci::Bus& bus;
    unsigned number;                        ///< Device number: IDSEL is AD[11 + number].
    std::string agent;                      ///< The card's name on the bus.
    core::Clock& line_clock;                ///< The card's oscillator, with one edge per octet of the line.
    const sc_core::sc_event& receive_edge;  ///< The clock recovered from the line.
    std::uint64_t seed = 1;                 ///< Of the experiment.
    SlotBuses buses = {};                   ///< For a card with a plan for one of them.
};

/// Parameters of a driver that depend on the machine of its card.
struct DriverPlace {
    unsigned slot = 5;                     ///< Device number of the card.
    std::uint32_t windows = 0xE000'0000u;  ///< 32 MiB of bus addresses from here on are free for the card's windows.
    double interrupt_us = 0;               ///< From INTA# to the handler's first access.
    unsigned latency_timer = 32;           ///< PCI clocks, as the BIOS states them: a multiple of 32 up to 224.

    /// Dword 0CH of the configuration space: latency timer, no cache line size.
    std::uint32_t latency_dword() const { return latency_timer << 8; }
};

/// A register that may be read at any time without a side effect.
struct StatusRegister {
    unsigned bar = 0;
    std::uint32_t offset = 0;  ///< In octets.
    bool is_io = false;        ///< 16 bits of I/O; false: a dword of memory.
    std::uint32_t port = 0;    ///< I/O address of one octet, which takes precedence: on ISA; on EISA within the ports
                               ///< of its slot.
};

/// The width and the speed of a card's bus interface.
struct BusWidth {
    bool wide = false;           ///< 64 data wires.
    bool capable_66mhz = false;  ///< False: the card holds M66EN low.
};

/// The most of a card's link on PCI Express.
struct PcieWidth {
    unsigned generation = 5, lanes = 16;
    unsigned mps = 4096;       ///< Octets of data in a packet.
    bool has_vectors = false;  ///< MSI-X.
};

/// One card as its file and the experiment describe it: read, checked, ready to be built.
class Plan {
public:
    virtual ~Plan() = default;
    const std::string& name() const { return name_; }
    /// Sets the number of programs that will use the card, each on channels of its own. To be
    /// called before the driver's keys are read.
    virtual void serve(unsigned) {}
    /// Reads the keys of `[driver]`; returns the octets of host memory that the driver needs.
    /// Throws core::ConfigError.
    virtual std::uint32_t read_driver(core::ConfigTable& driver) = 0;
    virtual std::unique_ptr<host::NetDevice> make_driver(const char* name, host::Port& port,
                                                         const DriverPlace& place) const = 0;
    virtual std::unique_ptr<Card> make_card(const char* name, const Slot& slot) const = 0;
    virtual BusWidth bus_width() const { return {}; }
    virtual PcieWidth pcie_width() const { return {}; }
    /// The bus of the card.
    virtual bus::Kind bus_kind() const { return bus::kPci; }
    /// True for a card that is a master on the ISA bus.
    virtual bool masters_isa() const { return false; }
    virtual StatusRegister status_register() const = 0;
    /// The line of the card; cards of the same line can be connected.
    virtual std::string line() const = 0;
    /// The units of that line, such as "cells".
    virtual std::string units() const = 0;
    /// Octets of its longest packet.
    virtual std::size_t most_octets() const { return 65535; }
    /// Reads the description of a link between two such cards in an experiment. nullptr: an ATM
    /// fiber, with keys and modules of the laboratory. Throws core::ConfigError.
    virtual std::unique_ptr<LinkPlan> read_link(core::ConfigTable&) const { return nullptr; }

private:
    friend class Registry;
    std::string name_;
};

class Kind {
public:
    virtual ~Kind() = default;
    /// Its name in card files: `engine = "..."`.
    virtual std::string name() const = 0;
    /// The table of its own keys in a card file.
    virtual std::string section() const = 0;
    /// Reads a card file with the experiment's keys on top. `station`: last octet of the card's
    /// address if the file has none. Throws core::ConfigError. The caller rejects keys that are not
    /// read.
    virtual std::unique_ptr<Plan> read(core::ConfigTable& card, std::uint8_t station) const = 0;
    /// Its stages that can be configured to cost nothing.
    virtual std::vector<WhatIf> what_ifs() const { return {}; }
    /// Its causes of spans in addition to `any_causes()`.
    virtual std::vector<const Cause*> causes() const { return {}; }
};

}  // namespace niclab::card
