#include "lab/experiment/segment_keys.h"

#include <fmt/format.h>

#include <algorithm>

namespace niclab::lab {

/// The stations are read last, so that a misspelt key of the segment is reported first.
SegmentLine read_segment_line(core::ConfigTable& segment, const StationNumber& number_of) {
    SegmentLine line;
    line.repeater =
        segment.choice("kind", "coax", {"coax", "repeater"},
                       "Topology: a coax cable with taps, or a repeater with one cable per host.") != "coax";
    line.ns_per_m = segment.number("ns_per_m", line.ns_per_m, 3.34, 10,
                                   "Propagation delay of the cables in ns/m: 4.33 for 10BASE5, 5.14 for 10BASE2.");
    for (auto& [name, t] : segment.list("stations", "station")) {
        const std::size_t number =
            number_of(t, t.text("host", "", "Host of this station; with hosts that have a TCP also \"SWITCH:PORT\"."));
        const auto same = [number](const SegmentLine::Station& other) { return other.number == number; };
        if (std::any_of(line.stations.begin(), line.stations.end(), same))
            throw t.error("host", "a second station of this host", "one station per host");
        const double at_m = t.length_m(
            "at", 0, 0, 10'000,
            "Position of the station, from the end of the cable. With a repeater: length of the station's cable.");
        t.done();
        line.stations.push_back({number, at_m});
    }
    segment.done();
    return line;
}

namespace {

constexpr std::int64_t kMostFrames = 1'000'000'000'000;

ether::MacRules read_rules(core::ConfigTable t) {
    ether::MacRules r;
    r.gap_part1_bits = read_unsigned(t, "gap_part1_bits", r.gap_part1_bits, 0, 96,
                                     "First part of the interframe gap in bit times. Carrier in it restarts the gap.");
    r.gap_part2_bits = read_unsigned(t, "gap_part2_bits", r.gap_part2_bits, 1, 96,
                                     "Second part of the interframe gap in bit times. Carrier in it is ignored.");
    r.attempts = read_unsigned(t, "attempts", r.attempts, 1, 16, "Maximum number of attempts to send a frame.");
    r.backoff_limit = read_unsigned(t, "backoff_limit", r.backoff_limit, 0, 10,
                                    "Number of collisions up to which the back-off range doubles.");
    r.retry_late = t.boolean("retry_late", r.retry_late, "Retry a frame after a late collision.");
    r.max_octets = read_unsigned(
        t, "max_octets", r.max_octets, ether::kMaxOctets, ether::kEnvelopeOctets,
        "Maximum frame size in octets including the FCS: 1518, 1522 with a VLAN tag, 2000 for envelope frames.");
    t.done();
    return r;
}

medium::TransceiverConfig read_transceiver(core::ConfigTable t) {
    medium::TransceiverConfig c;
    c.transmit_delay_ns = t.time_ns("transmit_delay", c.transmit_delay_ns, 0.001, 10'000,
                                    "Delay from the sampled bit to the cable. Assumed.");
    c.receive_delay_ns =
        t.time_ns("receive_delay", c.receive_delay_ns, 0, 10'000, "Delay from the cable to carrier sense. Assumed.");
    c.collision_delay_ns = t.time_ns("collision_delay", c.collision_delay_ns, 0, 10'000,
                                     "Additional delay from the cable to the collision signal. Assumed.");
    c.lost_symbols = read_unsigned(t, "lost_bits", c.lost_symbols, 0, 16, "Preamble bits that the transceiver loses.");
    c.sqe_test = t.boolean("sqe_test", c.sqe_test,
                           "SQE test: a pulse of the collision signal after each frame that the station sends.");
    t.done();
    return c;
}

void read_sizes(core::ConfigTable& t, SegmentFlow& f, unsigned most_octets, const std::string& sender) {
    std::vector<std::int64_t> sizes =
        t.integers("sizes", {ether::kMaxOctets}, ether::kMinOctets, ether::kEnvelopeOctets,
                   "Sizes of frames in octets including the FCS, up to mac.max_octets of the sender.");
    if (sizes.empty()) throw t.error("sizes", "empty", "at least one size");
    const std::int64_t largest = *std::max_element(sizes.begin(), sizes.end());
    if (largest > most_octets)
        throw t.error("sizes", fmt::format("{} octets", largest),
                      fmt::format("at most {}, mac.max_octets of host {}", most_octets, sender));
    f.sizes = read_size_choice(t, std::move(sizes), "frame");
}

}  // namespace

MacStation read_mac_station(core::ConfigTable& t) {
    MacStation m;
    m.bit = base::from_us(
        0.1 / (1 + 1e-6 * t.number("ppm", 0, -100, 100,
                                   "Frequency error of the station's 10 MHz oscillator in ppm. 802.3 allows 100.")));
    m.rules = read_rules(t.table("mac"));
    m.transceiver = read_transceiver(t.table("transceiver"));
    return m;
}

static void read_times(core::ConfigTable& t, SegmentFlow& f, flows::Between ends) {
    f.count = std::uint64_t(t.integer("count", 0, 0, kMostFrames, "Number of frames. 0: send until the run ends."));
    f.start = read_span(t, "start", 0, 0, 1e12, "Start time of the flow, from the start of the run.");
    f.plan = flows::read_plan(*f.kind, ends, t);
}

void read_packets(core::ConfigTable& t, SegmentFlow& f, std::int64_t most_octets) {
    std::vector<std::int64_t> sizes =
        t.integers("sizes", {1}, 1, most_octets, "Payload sizes of the packets, in octets of UDP.");
    if (sizes.empty()) throw t.error("sizes", "empty", "at least one size");
    f.sizes = read_size_choice(t, std::move(sizes), "packet");
    read_times(t, f, flows::Between::Cards);
}

void read_frames(core::ConfigTable& t, SegmentFlow& f, flows::Between ends, unsigned most_octets,
                 const std::string& sender) {
    read_sizes(t, f, most_octets, sender);
    read_times(t, f, ends);
    f.queue = std::uint64_t(t.integer("queue", 1000, 1, 1'000'000,
                                      "Length of the host's send queue in frames. Further frames are refused."));
}

}  // namespace niclab::lab
