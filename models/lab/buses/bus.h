/// @file A bus of a host in addition to PCI, for cards that are on it. Each kind of bus is a file of
/// this folder; CMake makes their list.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "check/report.h"
#include "core/shortcut.h"
#include "host/host.h"
#include "lab/experiment/experiment.h"
#include "probe/wave/wave_sink.h"

namespace niclab::lab::buses {

/// A checker of the rules of a bus.
class Watch {
public:
    virtual ~Watch() = default;
    /// Number of checked transactions.
    virtual std::uint64_t checked() const = 0;
};

/// The bus of one host. SystemC modules are created in its constructor, and by the functions that
/// return modules.
class Bus {
public:
    virtual ~Bus() = default;
    virtual core::Clock& clock() = 0;
    /// Identifies its wires.
    virtual const void* wires() const = 0;
    /// The levels of its wires; nullptr: they keep the level of the whole run.
    virtual core::Shortcut* levels() { return nullptr; }
    /// Gives the bus to a card in a slot.
    virtual void connect(card::Slot& slot) = 0;
    /// The path of the CPU to the bus, as a module of the host.
    virtual std::unique_ptr<host::Port> make_bridge(host::Memory& memory, const host::Config& config) = 0;
    virtual std::unique_ptr<sc_core::sc_module> make_waves(const std::string& module, probe::WaveSink& sink,
                                                           const std::string& scope) = 0;
    /// nullptr: it has another checker.
    virtual std::unique_ptr<Watch> make_watch(const std::string&, const std::string& /*scope*/, check::Report&) {
        return nullptr;
    }
};

/// The meaning of each signal by its pin. The number at the end of a pin is omitted if the pins of
/// all numbers have the same meaning: "IRQ".
using Meanings = std::map<std::string, const char*>;

struct Kind {
    bus::Kind bus;
    std::string name;                  ///< Of its scope in waveforms, its checks and its bridge: "isa".
    std::string title;                 ///< "the ISA bus"
    std::vector<std::string> modules;  ///< Names of its modules in a host.
    core::Femtoseconds (*period)(const HostConfig& host);
    /// `slot`: device number of its card.
    std::unique_ptr<Bus> (*make)(const HostConfig& host, core::Femtoseconds phase, unsigned slot, std::uint64_t seed);
    Meanings meanings;
    std::vector<check::Rule> rules = {};  ///< Of its Watch.
};

/// The kinds of all files in this folder, by name; and by the year of their introduction.
const std::vector<const Kind*>& kinds();
std::vector<const Kind*> in_order();
/// Those of the host's cards, in that order.
std::vector<const Kind*> kinds_of(const HostConfig& host);

}  // namespace niclab::lab::buses
