// Tables of an Ethernet segment.
#include <fmt/format.h>

#include "lab/results/columns.h"
#include "lab/results/segment_results.h"

namespace niclab::lab {

namespace {

using core::Cell;
using core::Decimal;
using FrameRow = SegmentRow<FrameTrace>;
using StationRow = SegmentRow<StationLedger>;
using CableRow = SegmentRow<CableUse>;

const SegmentResults::Flow& flow(const FrameRow& r) { return r.results.flows[r.item.flow]; }

template <FrameStage stage>
Cell time_in(const FrameRow& r) {
    return r.item.stages[std::size_t(stage)];
}

/// Two columns: its frames that ended so, and their octets.
template <FrameOutcome outcome>
void add_outcome(core::Table<StationRow>& table, const char* what) {
    const std::string name = to_string(outcome);
    constexpr std::size_t k = std::size_t(outcome);
    table.add({{{name, "frames", what}, [](const StationRow& r) -> Cell { return r.item.frames[k]; }},
               {{name + "_octets", "octets", "Octets of these frames, with FCS."},
                [](const StationRow& r) -> Cell { return r.item.octets[k]; }}});
}

core::Table<StationRow> make_station_table() {
    using R = StationRow;
    core::Table<R> table{
        {kRun, [](const R& r) -> Cell { return r.run; }},
        {{"station", "", "Name of the host."}, [](const R& r) -> Cell { return r.item.name; }},
        {{"offered", "frames", "Frames from its programs: the sum of the seven outcomes."},
         [](const R& r) -> Cell { return r.item.offered; }},
        {{"offered_octets", "octets", "Octets of these frames, with FCS."},
         [](const R& r) -> Cell { return r.item.offered_octets; }},
    };
    add_outcome<FrameOutcome::Waiting>(table, "Frames in the host, or between two attempts.");
    add_outcome<FrameOutcome::OnTheWay>(table, "Frames on the way at the end of the run.");
    add_outcome<FrameOutcome::Delivered>(table, "Complete frames at the other host.");
    add_outcome<FrameOutcome::ExcessiveCollisions>(table, "Frames that were given up after the last attempt.");
    add_outcome<FrameOutcome::LateCollision>(table, "Frames that were given up after a collision after the slot time.");
    add_outcome<FrameOutcome::Damaged>(table, "Frames that were sent and damaged on the way.");
    add_outcome<FrameOutcome::QueueFull>(table, "Frames for which the queue of the host had no space.");
    return table.add({
        {{"received", "frames", "Complete frames for this host."}, [](const R& r) -> Cell { return r.item.received; }},
        {{"received_octets", "octets", "Octets of these frames, with FCS."},
         [](const R& r) -> Cell { return r.item.received_octets; }},
        {{"attempts", "", "Attempts to send a frame."}, [](const R& r) -> Cell { return r.item.attempts; }},
        {{"collisions", "", "Attempts that collided."}, [](const R& r) -> Cell { return r.item.collisions; }},
        {{"deferred", "frames", "Frames deferred because the medium was busy."},
         [](const R& r) -> Cell { return r.item.deferred; }},
        {{"fragments_received", "", "Collision fragments that the station received."},
         [](const R& r) -> Cell { return r.item.fragments_heard; }},
        {{"mbit_s", "Mb/s", "Rate of delivered frames of the station, with FCS."},
         [](const R& r) -> Cell { return Decimal(r.results.records[r.run].rate(r.item.delivered_octets()), 6); }},
    });
}

}  // namespace

bool is_over(const FrameTrace& f) { return f.outcome != FrameOutcome::Waiting && f.outcome != FrameOutcome::QueueFull; }

std::string heard(const SegmentResults& r, std::size_t station) {
    return station < r.hosts.size() ? r.hosts[station] : "collision";
}

const core::Table<FrameRow>& frame_table() {
    using R = FrameRow;
    static const core::Table<R> table{
        {kRun, [](const R& r) -> Cell { return r.run; }},
        {{"frame", "", "Number of the frame in its run, from 0."}, [](const R& r) -> Cell { return r.number; }},
        {kFlow, [](const R& r) -> Cell { return flow(r).name; }},
        {{"from", "", "Host that sends the frame."}, [](const R& r) -> Cell { return flow(r).from; }},
        {{"to", "", "Host that receives the frame."}, [](const R& r) -> Cell { return flow(r).to; }},
        {{"octets", "octets", "Length of the frame with FCS."}, [](const R& r) -> Cell { return r.item.octets; }},
        {{"status", "", "waiting, on_the_way, delivered, excessive_collisions, late_collision, damaged or queue_full."},
         [](const R& r) -> Cell { return to_string(r.item.outcome); }},
        {{"attempts", "", "Attempts to send it."}, [](const R& r) -> Cell { return r.item.attempts; }},
        {{"offered_fs", "fs",
          "Time at which the program passed the frame to its host, since the start of the simulation."},
         [](const R& r) -> Cell { return r.item.offered; }},
        {{"total_fs", "fs",
          "Time until the frame was complete at the receiving program or dropped, the sum of the next seven columns. "
          "Empty: neither."},
         [](const R& r) -> Cell { return is_over(r.item) ? Cell(r.item.over - r.item.offered) : Cell(""); }},
        {{"queue_fs", "fs", "Wait for earlier frames of the same host."}, time_in<FrameStage::Queue>},
        {{"deferral_fs", "fs", "Wait while the medium is busy."}, time_in<FrameStage::Deferral>},
        {{"gap_fs", "fs", "The interframe gap before each attempt, and other waits on a silent medium."},
         time_in<FrameStage::Gap>},
        {{"backoff_fs", "fs", "Back-off after its collisions."}, time_in<FrameStage::Backoff>},
        {{"collided_fs", "fs", "Attempts that collided, with their jam."}, time_in<FrameStage::Collided>},
        {{"wire_fs", "fs", "Successful attempt, from the first bit of the preamble to the last of the FCS."},
         time_in<FrameStage::Wire>},
        {{"arrival_fs", "fs", "Time from the last bit of the FCS to the last octet in the receiving MAC."},
         time_in<FrameStage::Arrival>},
        {{"deferred_to", "",
          "Parts of deferral_fs by sender, separated by semicolons: a host or \"collision\", a blank, and "
          "femtoseconds."},
         [](const R& r) -> Cell {
             std::string text;
             for (const auto& [station, time] : r.item.behind)
                 text += fmt::format("{}{} {}", text.empty() ? "" : "; ", heard(r.results, station), time);
             return text;
         }},
    };
    return table;
}

const core::Table<StationRow>& station_table() {
    static const core::Table<StationRow> table = make_station_table();
    return table;
}

const core::Table<CableRow>& cable_table() {
    using R = CableRow;
    static const core::Table<R> table{
        {kRun, [](const R& r) -> Cell { return r.run; }},
        {{"station", "", "Station that sent."}, [](const R& r) -> Cell { return r.results.hosts[r.item.station]; }},
        {{"frame", "", "Number of the frame, as in frames.csv."}, [](const R& r) -> Cell { return r.item.frame; }},
        {{"attempt", "", "Attempt for that frame, from 1."}, [](const R& r) -> Cell { return r.item.attempt; }},
        {{"begin_fs", "fs", "Time of the first bit of the preamble, since the start of the simulation."},
         [](const R& r) -> Cell { return r.item.begin; }},
        {{"end_fs", "fs", "Time after the last bit of FCS or jam."}, [](const R& r) -> Cell { return r.item.end; }},
        {{"outcome", "", "Outcome of the attempt: frame or collided."},
         [](const R& r) -> Cell { return r.item.collided ? "collided" : "frame"; }},
        {{"slots", "", "Back-off after a collision in slots of 512 bit times; 0: the frame was given up."},
         [](const R& r) -> Cell { return r.item.collided ? Cell(r.item.slots) : Cell(""); }},
    };
    return table;
}

}  // namespace niclab::lab
