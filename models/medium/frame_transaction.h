/// @file The transfer of a station's frame as a whole (transaction level), from the time at which
/// nothing else can happen until shortly before its end.
///
/// Behaviour: the clocks of the sender's transmit side, of every side that receives it and of a
///   repeater between them are stopped. The same machines then process the edges that were due,
///   many at once, always late and never ahead: sender, repeater, receivers, observers of their
///   pins.
///
/// Begin: the sender's octets are certain (ether::OctetSource::certain_octets), or requested at
/// their times. Its signal has arrived at every station and no other signal is on any cable. In
/// half duplex, every other station's MAC has sampled carrier, so that none begins before its end.
/// In full duplex the receivers may transmit.
///
/// End: with the edge that launches the last bit of the FCS, so that TXEN falls at signal level.
/// Collision windows, jams and gaps are always at signal level. A frame also ends there when an
/// observer needs the pins.
///
/// Sinks: an ether::OctetSink receives its octets late, all before the report of the frame's end.
/// This is for sinks that use no octet before that end. A card that moves octets during the frame
/// is called for each octet, and receives each octet for which it waits, at the same edge as at
/// signal level. Its machine then computes the eight bits up to there in one call.
/// Timing: a transfer begins and ends at times without an edge of any clock concerned, so that no
///   order inside of a delta cycle matters.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ether/mac.h"
#include "ether/symbol_watch.h"
#include "medium/repeater.h"
#include "medium/transceiver.h"

namespace niclab::medium {

/// Stations that receive each other, with all devices between them. The objects that it points to
/// must outlive it.
struct ConnectedStations {
    struct Station {
        ether::Mac* mac;
        Transceiver* transceiver;
        ether::SymbolWatch* watch;  ///< Or nullptr.
        bool full_duplex = false;
        bool in_time = false;  ///< Its chip moves octets during a frame, which those of 1000 Mb/s do not.
    };
    std::vector<Station> stations;
    std::vector<const Segment*> cables;
    Repeater* repeater = nullptr;  ///< Or nullptr.
    bool signal_level = false;     ///< The pins are observed: no frame may be transferred as a whole.
};

class FrameTransaction : public sc_core::sc_module {
public:
    /// Of station number `sender`. Stations may be added to `line` until the simulation starts.
    FrameTransaction(sc_core::sc_module_name name, const ConnectedStations& line, std::size_t sender);
    ~FrameTransaction() override;

    /// Processes what was due before now. Needed before counters are read when a simulation has
    /// stopped with edges of its last time still to come.
    void settle();
    /// Continues the present frame at signal level. Returns false if now is an edge of one of its
    /// clocks.
    bool enter_signal_level();
    /// Clocks of its TXC that passed without the pins.
    std::uint64_t clocks() const { return clocks_; }

private:
    /// A clock that is stopped: the edges that were processed, and those that were reported to its
    /// observer.
    struct Run {
        core::Femtoseconds done = 0, reported = 0;  ///< Edges up to these times.
        std::uint64_t unreported = 0;               ///< Number of edges.
    };
    class SendSide;
    class ReceiveSide;
    void end_of_elaboration() override;
    const ConnectedStations::Station& sender() const { return line_.stations[sender_]; }
    bool hears(const ConnectedStations::Station& s) const { return &s == &sender() ? !s.full_duplex : true; }
    void look_again();
    void on_time();
    bool is_profitable() const;
    bool alone() const;
    bool on_an_edge(core::Femtoseconds t) const;
    void begin();
    void end_behind(std::uint64_t clocks);
    void run(core::Femtoseconds to);
    void send(core::Femtoseconds to);
    void notify_watches();
    void end();

    const ConnectedStations& line_;
    const std::size_t sender_;
    sc_core::sc_event time_;
    bool active_ = false;
    core::Femtoseconds until_ = 0;  ///< The pins continue at this time.
    unsigned pause_ = 0;            ///< Bits to the next check.
    std::uint64_t clocks_ = 0;
    Run sent_;
    core::Femtoseconds repeated_ = 0;  ///< Edges of the repeater up to this time were processed.
    std::unique_ptr<SendSide> send_side_;
    std::vector<std::unique_ptr<ReceiveSide>> receive_sides_;  ///< Stations that may receive it,
    std::vector<ReceiveSide*> receivers_;                      ///< and those that do.
};

/// The frames of all stations of a line.
///
/// Behaviour: at 100 Mb/s an octet is two clocks, so that nothing would be gained: there all frames
///   are at signal level. At 1000 Mb/s, chips have whole frames in their buffers.
class FrameTransactions {
public:
    /// `mbps`: of the line. `name`: the begin of the names of its modules.
    explicit FrameTransactions(unsigned mbps, std::string name = "frames") : mbps_(mbps), name_(std::move(name)) {}
    FrameTransactions(const FrameTransactions&) = delete;

    /// To be called before the simulation begins, as set_repeater() and add().
    void add_cable(const Segment& cable) { line_.cables.push_back(&cable); }
    void set_repeater(Repeater& repeater) { line_.repeater = &repeater; }
    void add(ConnectedStations::Station station);
    /// Number of added stations; 0 if all frames are at signal level.
    std::size_t stations() const { return line_.stations.size(); }
    void set_watch(std::size_t station, ether::SymbolWatch* watch) { line_.stations[station].watch = watch; }
    /// Whether all frames that begin from now on are at signal level.
    void set_signal_level(bool on) { line_.signal_level = on; }
    /// All frames are at signal level from now on, that under way, too. Returns false if now is an
    /// edge of one of its clocks.
    bool enter_signal_level();
    /// As FrameTransaction::settle().
    void settle();
    /// Clocks of senders that passed without the pins, and their time.
    std::uint64_t clocks() const;
    core::Femtoseconds time() const;

private:
    const unsigned mbps_;
    const std::string name_;
    ConnectedStations line_;
    std::vector<std::unique_ptr<FrameTransaction>> frames_;  ///< One per station.
};

}  // namespace niclab::medium
