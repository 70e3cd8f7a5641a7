/// @file A bus of a host in addition to PCI, for cards that are on it. Each kind of bus is a file of
/// this folder; CMake makes their list.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/report.h"
#include "core/column.h"
#include "core/shortcut.h"
#include "core/sorted_rows.h"
#include "host/host.h"
#include "lab/experiment/experiment.h"
#include "probe/wave/wave_sink.h"

namespace niclab::lab::buses {

/// Receives a counter, its unit and a sentence about it.
using PutCounter =
    std::function<void(const std::string& name, std::uint64_t value, const char* unit, const char* what)>;

/// An observer of a bus, and a checker of its rules.
class Watch {
public:
    virtual ~Watch() = default;
    /// Number of checked transactions.
    virtual std::uint64_t checked() const = 0;
    virtual void count(const PutCounter&) const {}
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
    /// For a bus that keeps the level of the whole run, before it begins.
    virtual void keep_signal_level() {}
    /// `report`: nullptr: nothing is checked. `rows`: the table of its kind, or nullptr: none is
    /// written. nullptr: nothing is observed.
    virtual std::unique_ptr<Watch> make_watch(const std::string& module, const std::string& scope,
                                              check::Report* report, core::SortedRows* rows) = 0;
};

/// The meaning of each signal by its pin. The number at the end of a pin is omitted if the pins of
/// all numbers have the same meaning: "IRQ".
using Meanings = std::map<std::string, const char*>;

/// A file with a row per transaction.
struct Table {
    const char* file;
    const char* what;
    core::Columns (*columns)();
    std::unique_ptr<core::SortedRows> (*make)(const std::string& path);
};

/// A counter of the time in which a resource of the bus is busy, in ns, and the name of the resource.
struct BusyTime {
    const char* counter;
    const char* resource;
};

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
    std::optional<Table> table{};
    std::vector<BusyTime> busy_times{};  ///< Of its Watch; none: the slow buses count cycles.
};

/// The kinds of all files in this folder, by name; and by the year of their introduction.
const std::vector<const Kind*>& kinds();
std::vector<const Kind*> in_order();
/// Those of the host's cards, in that order.
std::vector<const Kind*> kinds_of(const HostConfig& host);

}  // namespace niclab::lab::buses
