/// @file  Hosts, cards and the fibers between them, as an experiment describes them.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "cards/ether_board/switched.h"
#include "core/contexts.h"
#include "core/tap.h"
#include "host/host.h"
#include "lab/bench/atm_hop.h"
#include "lab/bench/idle_skipper.h"
#include "lab/bench/placed_errors.h"
#include "lab/bench/signal_group.h"
#include "lab/buses/bus.h"
#include "lab/experiment/experiment.h"
#include "pci/fast/two_level_bus.h"
#include "pci/memory_device.h"

namespace niclab::lab {

/// The clocks of a card apart from its bus: its oscillator and the clock recovered from its line.
struct CardClocks {
    core::Clock* line;
    const sc_core::sc_event* receive_edge;
};

/// The phases of the clocks of a host's buses.
struct BusPhases {
    core::Femtoseconds pci_fs = 0;
    std::vector<core::Femtoseconds> others_fs = {};  ///< In the order of buses::kinds_of().
};
/// `draw` returns a phase below a period.
template <class Draw>
BusPhases draw_bus_phases(const HostConfig& host, Draw draw) {
    BusPhases phases{draw(host.bus.period_fs)};
    for (const buses::Kind* kind : buses::kinds_of(host)) phases.others_fs.push_back(draw(kind->period(host)));
    return phases;
}

/// A host, its buses and its cards.
class Node : public sc_core::sc_module {
public:
    /// `part` of the bench: see parts_of().
    Node(sc_core::sc_module_name name, const HostConfig& config, const std::vector<CardClocks>& clocks,
         const BusPhases& phases, std::uint64_t seed, std::size_t part);

    const std::size_t part;
    card::Card& card(std::size_t index = 0) { return *cards_.at(index); }
    /// One of the cards, which must be for an ATM line. Throws std::bad_cast.
    board::Nic& nic(std::size_t index = 0) { return dynamic_cast<board::Nic&>(card(index)); }

    /// All its buses enter the transaction level.
    void enter_transaction_level();

    core::Clock pci_clock;
    pci::TwoLevelBus pci;
    struct OtherBus {
        const buses::Kind& kind;
        std::unique_ptr<buses::Bus> bus;
    };
    const std::vector<OtherBus> others;  ///< Those of its cards.
    host::Host host;
    /// The clocks of all its buses.
    std::vector<core::Clock*> bus_clocks();

private:
    void add_cards(const HostConfig& config, const std::vector<CardClocks>& clocks, std::uint64_t seed);
    void add_register_loads(const HostConfig& config, std::uint64_t seed);
    void add_traffic(const BusConfig& config, std::uint64_t seed);
    std::vector<std::unique_ptr<card::Card>> cards_;
    std::vector<std::unique_ptr<host::RegisterLoad>> register_loads_;  ///< One per card.
    std::vector<std::unique_ptr<pci::TrafficGenerator>> traffic_;
    std::vector<std::unique_ptr<pci::MemoryDevice>> devices_;
};

/// The abstraction level of the modules on a PCI bus, and of those between a card's chip and the
/// next card's. At signal level they use wires, at transaction level records, with whole cells and
/// octets and repeated bursts. The results are equal, to the femtosecond.
enum class LinkLevel { Transaction, Signal };

/// The order of simulation of parts of the bench that no link joins. They run alternately for some
/// microseconds each, or edge by edge together, for observers that need several of them in the
/// order of time. The results are equal.
enum class Parts { Together, Apart };

/// A card as the end of a link.
struct End {
    std::string name;  ///< The name of the host, and for a second card that of the card: "a", "a_nic1".
    Node& node;
    unsigned index;  ///< Index among the host's cards.
    core::Clock& oscillator;
    std::unique_ptr<AtmEnd> atm;  ///< nullptr if the card is for another line.
    card::Card& card() const { return node.card(index); }
    host::NetDevice& driver() const { return node.host.driver(index); }
    /// Whether the card's registers or its packet memory are at a bus address.
    bool has_window_at(std::uint32_t address) const;
    /// The wire of AD to which its IDSEL is connected.
    unsigned idsel_line() const;
};

/// One direction of a link: from card to card.
struct Hop {
    std::string name;   ///< "a_to_b"
    std::string units;  ///< Units that it transfers: "cells".
    End &sender, &receiver;
    std::unique_ptr<AtmHop> atm;  ///< nullptr if the link is another line; then
    card::Link* link;             ///< this line is used,
    unsigned end;                 ///< towards this end of it.
};

/// The packets of a flow in one direction.
struct Stream {
    Hop& hop;
    host::Application &sender, &receiver;
    std::string name;  ///< That of the hop, and of the flow if several flows share a link: "a_to_b", "a_to_b.flow0".
};

/// A flow with both its directions.
struct Conversation {
    const FlowConfig& flow;
    Stream there, back;
    std::array<const Stream*, 2> streams() const { return {&there, &back}; }
};

/// The whole bench. The hosts are at the top of SystemC's hierarchy.
class Bench {
public:
    /// `experiment` must outlive the bench.
    explicit Bench(const Experiment& experiment, LinkLevel links = LinkLevel::Transaction,
                   Parts parts = Parts::Together);
    ~Bench();

    /// Simulates. Between two calls all parts are at the same time, except those that may lag.
    void advance(double us) { advance_to(after(us)); }
    void advance_to(core::Femtoseconds t);
    /// The time `us` microseconds from now.
    core::Femtoseconds after(double us) const;
    /// Parts with null cells only are not simulated until something can happen in them, or a caller
    /// enters them; no longer once it is not `allowed`.
    void defer_idle_parts(bool allowed);
    /// The simulated time of all parts that do not lag.
    core::Femtoseconds now() const { return now_; }
    double now_us() const { return double(now_) * 1e-9; }
    /// Microseconds from now on in which only null cells will move, unless a caller acts from
    /// outside; 0: not known.
    double idle_for_us();
    /// For processes of the simulation: the time up to which only null cells will move; now if it is
    /// not known.
    core::Femtoseconds idle_until();
    /// Mean over the directions of the skipped time of a line.
    double stepped_over_us() const;
    /// The skipped time of the lines of each part; of those that are not simulated it can be set.
    std::vector<core::Femtoseconds> stepped_over() const;
    void set_stepped_over(std::size_t part, core::Femtoseconds time) { stepped_over_.at(part) = time; }
    /// Skips the time in which only null cells move, while no bundle is at signal level; for
    /// callers that need neither octets nor null cells. All other observations are the same.
    void skip_null_cells() { skips_null_cells_ = true; }
    /// To be called before an access to a host's modules from outside of the simulation.
    void enter(const Node& node) const { enter(node.part); }
    void enter(std::size_t part) const { bring_up(part); }
    std::size_t parts() const { return contexts_.count(); }
    /// Restricts the simulation to the parts from `first` on that are before `end`: the others stay
    /// as they are. To be called before the first advance.
    void simulate_only(std::size_t first, std::size_t end) { first_part_ = first, end_part_ = end; }
    bool simulates(std::size_t part) const { return part >= first_part_ && part < end_part_; }
    /// Whether the part of its sender, which is also that of its receiver, is simulated.
    bool simulates(const Hop& hop) const { return simulates(hop.sender.node.part); }
    /// The objects at the top of SystemC's hierarchy, of all simulated parts.
    std::vector<sc_core::sc_object*> top_level_objects() const {
        return contexts_.top_level_objects(first_part_, end_part_);
    }

    /// All bundles of wires.
    const std::vector<std::unique_ptr<SignalGroup>>& signal_groups() const { return signal_groups_; }
    /// The bundle that a probe on those wires observes, of a bus, a station, a UTOPIA or an end of
    /// a fiber; nullptr: they are always in use.
    const SignalGroup* signal_group_of(const void* wires) const;
    /// These bundles enter the signal level, and all others the transaction level. To be called
    /// between two calls of advance(). Returns false if some of them cannot do so now; to be called
    /// again soon.
    bool look_at(const SignalGroupSet& looked_at);
    /// Processes late work, so that counters are up to date.
    void synchronize();

    /// Draws new phases of all clocks, frames and cell slots relative to each other, as long pauses
    /// between the runs of a real bench do. Each clock is stopped once, for less than 126 us. To be
    /// called while nothing moves.
    void redraw_phases();
    /// Reports redrawn phases, with the time until which a clock is stopped.
    core::Tap<core::Femtoseconds> redrawn;

    /// A number that changes with each action of the hosts' programs, and of the cards on the
    /// programs' packets; while it does not change, nothing moves.
    std::uint64_t progress() const;
    /// A host by name. Throws std::out_of_range.
    Node& node(const std::string& name);
    const std::vector<std::unique_ptr<Node>>& nodes() const { return nodes_; }
    /// All cards: those of the first link's ends first, cards without a link last.
    const std::vector<std::unique_ptr<End>>& ends() const { return ends_; }
    /// The cards of a host, in the order of their slots.
    std::vector<const End*> ends_of(const Node& node) const;
    /// Both directions of each link: 2 n and 2 n + 1 are those of link n, and the first leads to
    /// its second end.
    const std::vector<std::unique_ptr<Hop>>& hops() const { return hops_; }
    const std::vector<Conversation>& conversations() const { return conversations_; }
    /// In the order of the experiment, each with its part.
    struct SwitchedPart {
        std::size_t part;
        std::unique_ptr<ether_board::SwitchedNet> net;
    };
    const std::vector<SwitchedPart>& switches() const { return switches_; }

private:
    struct Oscillator;
    void add_clocks(const Experiment& experiment);
    void add_fibers(const LinkConfig& link);
    void add_nodes(const Experiment& experiment);
    void add_ends();
    void add_switches(const Experiment& experiment);
    void add_hops(const Experiment& experiment, std::size_t number);
    card::Link& add_way(const Experiment& experiment, std::size_t link, unsigned to);
    End& end_of(const CardEnd& end);
    std::unique_ptr<AtmHop> add_atm_hop(const LineConfig& line, End& sender, End& receiver);
    void add_conversations(const Experiment& experiment);
    void add_idle_skippers();
    void add_signal_groups();
    void add_signal_group(std::string name, std::size_t part, std::vector<const void*> wires, core::Shortcut& shortcut);
    Oscillator& oscillator_of(const CardEnd& end);

    void bring_up(std::size_t part) const;
    core::Femtoseconds idle_until_of(std::size_t part);
    void enter_host(std::size_t host) const { contexts_.enter(part_of_host_[host]); }

    std::vector<std::size_t> part_of_host_;
    core::Contexts contexts_;  ///< Of the parts; declared before the objects that are created in them.
    base::RandomStream phases_;
    std::vector<std::unique_ptr<Oscillator>> oscillators_;
    std::vector<std::unique_ptr<fiber::Fiber>> fibers_;  ///< Two per ATM link.
    std::vector<std::unique_ptr<card::Link>> links_;     ///< Of other lines.
    std::vector<SwitchedPart> switches_;
    std::vector<std::unique_ptr<Node>> nodes_;
    std::vector<std::unique_ptr<End>> ends_;
    std::vector<std::unique_ptr<Hop>> hops_;
    std::vector<std::unique_ptr<PlacedErrors>> placed_errors_;
    std::vector<Conversation> conversations_;
    std::vector<std::unique_ptr<core::Shortcut>> shortcuts_;  ///< Those that are not parts of other modules.
    std::vector<std::unique_ptr<SignalGroup>> signal_groups_;
    std::vector<std::unique_ptr<IdleSkipper>> idle_skippers_;  ///< One per part.
    std::vector<core::Femtoseconds> idle_until_;               ///< One per part.
    std::vector<core::Femtoseconds> stepped_over_;             ///< Of the parts that are not simulated.
    std::size_t first_part_ = 0, end_part_ = 0;                ///< The simulated parts.
    core::Femtoseconds now_ = 0;
    bool skips_null_cells_ = false, may_defer_ = false;
};

}  // namespace niclab::lab
