/// @file  Hands the frames of one station over whole, from where nothing else can happen until shortly before their end.
///
/// Whole:         the clocks of the sender's transmit side, of every receive side that hears it and of a repeater between them stand
///                still. The same machines then do what was due at their edges, many at once, behind and never ahead: sender, repeater,
///                receivers, those who watch their pins.
/// Begins:        where the sender's octets are certain (ether::OctetSource::certain_octets), or asked for in their time, its signal has come
///                to every station and nothing else is on any cable, and, half duplex, every other station's MAC has sampled carrier: none
///                begins before it has ended. In full duplex who listens may send.
/// Ends:          with the edge that launches the last bit of the FCS: that TXEN falls is at the pins again. Windows of collisions, jams and
///                gaps always are. Amid a frame, where somebody wants to see the pins.
/// Sinks:         ether::OctetSink is given its octets behind their time, all before it is told that they ended: for those who look at no octet
///                before that.
/// In time:       a card that moves octets while the frame still goes is asked for each, and given each it waits for, with the very edge
///                that would at the pins: its machine does the eight bits up to there in a row.
/// Edges:         it begins and ends at times that are an edge of no clock concerned, so that no order inside of a delta cycle matters.
#pragma once

#include <memory>
#include <vector>

#include "ether/mac.h"
#include "ether/symbol_watch.h"
#include "medium/repeater.h"
#include "medium/transceiver.h"

namespace niclab::medium {

/// Stations that hear each other, with all that is between them. Those pointed to outlive it.
struct WholeLine {
    struct Station {
        ether::Mac* mac;
        Transceiver* transceiver;
        ether::SymbolWatch* watch;  ///< Or none.
        bool full_duplex = false;
        bool in_time = false;  ///< Its chip moves octets while a frame still goes.
    };
    std::vector<Station> stations;
    std::vector<const Segment*> cables;
    Repeater* repeater = nullptr;  ///< Or none.
    bool at_pins = false;          ///< Somebody looks at them: no frame begins to be handed over.
};

class WholeFrame : public sc_core::sc_module {
public:
    /// Of station number `sender`. Stations may be added to `line` until the simulation starts.
    WholeFrame(sc_core::sc_module_name name, const WholeLine& line, std::size_t sender);
    ~WholeFrame() override;

    /// Does what was due before now: where a simulation has stopped, whose last moment's edges are still to come, and counters are read.
    void settle();
    /// The frame that is being handed over goes on at the pins. False: this moment is an edge of one of its clocks.
    bool give_back();
    /// Clocks of its TXC that passed without the pins.
    std::uint64_t clocks() const { return clocks_; }

private:
    /// One clock that stands still: what was run of it, and what its watch was told.
    struct Run {
        core::Femtoseconds done = 0, told = 0;  ///< Edges up to then.
        std::uint64_t untold = 0;               ///< Edges.
    };
    class Asking;
    class Hearing;
    void end_of_elaboration() override;
    const WholeLine::Station& sender() const { return line_.stations[sender_]; }
    bool hears(const WholeLine::Station& s) const { return &s == &sender() ? !s.full_duplex : true; }
    void look_again();
    void on_time();
    bool worth() const;
    bool alone() const;
    bool on_an_edge(core::Femtoseconds t) const;
    void begin();
    void end_behind(std::uint64_t clocks);
    void run(core::Femtoseconds to);
    void send(core::Femtoseconds to);
    void tell_watches();
    void end();

    const WholeLine& line_;
    const std::size_t sender_;
    sc_core::sc_event time_;
    bool whole_ = false;
    core::Femtoseconds until_ = 0;  ///< The pins go on.
    unsigned pause_ = 0;            ///< Bits to the next look.
    std::uint64_t clocks_ = 0;
    Run sent_;
    core::Femtoseconds repeated_ = 0;  ///< Edges of the repeater up to then were run.
    std::unique_ptr<Asking> asking_;
    std::vector<std::unique_ptr<Hearing>> hearing_;  ///< Of those that hear it.
};

}  // namespace niclab::medium
