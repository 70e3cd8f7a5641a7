#include "lab/results/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "card/causes.h"

namespace niclab::lab {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostLanes = 1000;  ///< Tracks are numbered by place, then by lane.

double trace_us(core::Femtoseconds t) { return double(t) * 1e-9; }

Json metadata(int process, int thread, const char* what, const std::string& name) {
    return {{"ph", "M"}, {"pid", process}, {"tid", thread}, {"name", what}, {"args", {{"name", name}}}};
}

/// The tracks of one place: a span goes to the first lane that is free when it begins.
struct Lanes {
    int first_track;
    std::vector<core::Femtoseconds> ends;
    std::size_t take(const card::Span& s) {
        const auto free =
            std::find_if(ends.begin(), ends.end(), [&s](core::Femtoseconds end) { return end <= s.begin; });
        const auto lane = static_cast<std::size_t>(free - ends.begin());
        if (free == ends.end()) ends.push_back(0);
        ends[lane] = s.end;
        return lane;
    }
};

/// Events for the packets of one direction.
class DirectionEvents {
public:
    DirectionEvents(Json& events, int process, const std::string& direction) : events_(events), process_(process) {
        events_.push_back(metadata(process, 0, "process_name", direction));
    }
    void add(const PduChain& chain) {
        const std::string name = fmt::format("run {} pdu {}", chain.run, chain.pdu);
        const std::string id = fmt::format("{}.{}.{}", process_, chain.run, chain.pdu);
        whole("b", id, name, chain.spans.front().begin);
        whole("e", id, name, chain.spans.back().end);
        const card::Span* line = nullptr;
        for (const card::Span& s : chain.spans) {
            const int track = slice(s, name);
            if (&s == &chain.spans.front()) flow("s", id, track, s.begin);
            if (!line && std::string_view(s.cause->place) == card::causes::kLinePlace)
                flow("t", id, track, (line = &s)->begin);
            if (&s == &chain.spans.back()) flow("f", id, track, s.begin);
        }
    }

private:
    int slice(const card::Span& s, const std::string& name) {
        const int track = track_of(s);
        events_.push_back({{"ph", "X"},
                           {"pid", process_},
                           {"tid", track},
                           {"cat", s.cause->waiting ? "waiting" : "working"},
                           {"name", s.words()},
                           {"ts", trace_us(s.begin)},
                           {"dur", trace_us(s.duration())},
                           {"args", {{"pdu", name}, {"id", s.cause->id}}}});
        return track;
    }
    void whole(const char* phase, const std::string& id, const std::string& name, core::Femtoseconds at) {
        events_.push_back({{"ph", phase},
                           {"cat", "pdu"},
                           {"id", id},
                           {"pid", process_},
                           {"tid", 0},
                           {"name", name},
                           {"ts", trace_us(at)}});
    }
    void flow(const char* phase, const std::string& id, int track, core::Femtoseconds at) {
        events_.push_back({{"ph", phase},
                           {"cat", "way"},
                           {"id", id},
                           {"pid", process_},
                           {"tid", track},
                           {"name", "packet"},
                           {"ts", trace_us(at)},
                           {"bp", "e"}});
    }
    int track_of(const card::Span& s) {
        const std::string place = s.cause->place;
        Lanes& lanes =
            places_.try_emplace(place, Lanes{(static_cast<int>(places_.size()) + 1) * kMostLanes, {}}).first->second;
        const std::size_t known = lanes.ends.size(), lane = lanes.take(s);
        const int track = lanes.first_track + static_cast<int>(lane);
        if (lane == known)
            events_.push_back(
                metadata(process_, track, "thread_name", lane == 0 ? place : fmt::format("{} {}", place, lane + 1)));
        return track;
    }
    Json& events_;
    int process_;
    std::map<std::string, Lanes> places_;
};

/// One counter: its level from bin to bin.
void add_fifo(Json& events, int process, const FifoOccupancy& fifo) {
    const auto at = [&](core::Femtoseconds t, std::uint64_t level) {
        events.push_back({{"ph", "C"},
                          {"pid", process},
                          {"name", fifo.fifo},
                          {"ts", trace_us(t)},
                          {"args", {{"most_" + fifo.unit, level}}}});
    };
    for (const probe::Occupancy::Bin& bin : fifo.bins) at(bin.begin, bin.max);
    if (!fifo.bins.empty()) at(fifo.bins.back().end, 0);
}

}  // namespace

std::string timeline_json(const AttributionReport& report, const std::vector<FifoOccupancy>& fifos) {
    Json events = Json::array();
    int process = 0;
    for (const auto& [direction, chains] : report.directions) {
        DirectionEvents of_direction(events, ++process, direction);
        for (const PduChain& chain : chains.first()) of_direction.add(chain);
    }
    std::string side;
    for (const FifoOccupancy& fifo : fifos) {
        if (fifo.side != side) events.push_back(metadata(++process, 0, "process_name", "FIFOs of " + fifo.side));
        side = fifo.side;
        add_fifo(events, process, fifo);
    }
    return Json{{"displayTimeUnit", "ns"}, {"traceEvents", events}}.dump() + "\n";
}

}  // namespace niclab::lab
