#include "lab/run/segment_run.h"

#include <chrono>
#include <map>
#include <memory>

#include "core/time.h"
#include "lab/experiment/level.h"
#include "lab/run/segment_programs.h"
#include "probe/capture/pcapng.h"

namespace niclab::lab {

namespace {

constexpr Femtoseconds kLook = 10 * base::kMillisecond;  ///< Interval of checks of the user's keyboard.

/// Frames as MACs received them, one interface per host.
class FrameCapture {
public:
    FrameCapture(const SegmentExperiment& e, const RunOptions& o)
        : file_(o.pcap, {"niclab " + version(), "Ethernet frames with their FCS, as each host's MAC received them",
                         o.pcap_picoseconds}) {
        for (const SegmentHost& h : e.hosts) {
            const bool wanted = o.pcap_host.empty() || o.pcap_host == h.name;
            interfaces_.push_back(
                wanted ? int(file_.add_interface(h.name, probe::Pcapng::kEthernet, "", ether::kFcsOctets)) : -1);
        }
    }
    void note(std::size_t host, Femtoseconds at, const std::vector<std::uint8_t>& octets) {
        if (interfaces_[host] < 0) return;
        if (at != at_) write();
        at_ = at, same_time_[std::uint32_t(interfaces_[host])] = octets;
    }
    void finish() { write(), file_.finish(); }

private:
    /// Frames that several hosts received at the same time are in the order of hosts, independent
    /// of the kernel's order.
    void write() {
        for (const auto& [interface, octets] : same_time_) file_.packet(interface, at_, octets);
        same_time_.clear();
    }

    probe::Pcapng file_;
    std::vector<int> interfaces_;
    Femtoseconds at_ = 0;
    std::map<std::uint32_t, std::vector<std::uint8_t>> same_time_;  ///< By interface.
};

/// False: interrupted.
bool simulate(const SegmentExperiment& e, const RunOptions& o) {
    while (core::now_fs() < e.duration) {
        core::simulate(std::min(kLook, e.duration - core::now_fs()));
        if (o.interrupted && *o.interrupted) return false;
        if (o.progress) o.progress(double(core::now_fs()) / double(e.duration), "segment");
    }
    return true;
}

void note_checks(const SegmentBench& bench, SegmentResults& r) {
    r.csma.checked = bench.attempts(), r.csma.violations_seen = bench.violations_seen();
    for (const check::Violation& v : bench.violations())
        r.csma.violations.push_back({v.rule->id, v.where, v.seen, double(v.at) * 1e-6});
}

}  // namespace

SegmentResults run_segment(const SegmentExperiment& e, const RunOptions& o) {
    const auto begin = std::chrono::steady_clock::now();
    prepare_simulation();
    SegmentResults r;
    r.describe(e.common, to_string(Level::Segment));
    r.runs = 1;
    FrameTracer tracer(e);
    SegmentBench bench("segment", e, tracer, o.links == LinkLevel::Transaction);
    SegmentPrograms programs(e, bench, tracer);
    std::unique_ptr<FrameCapture> capture;
    if (!o.pcap.empty()) {
        capture = std::make_unique<FrameCapture>(e, o);
        programs.heard = [&capture](std::size_t host, Femtoseconds at, const auto& octets) {
            capture->note(host, at, octets);
        };
    }
    programs.start();
    r.partial = !simulate(e, o);
    r.simulated = core::now_fs();
    bench.settle();
    r.provenance.links =
        o.links == LinkLevel::Signal
            ? kSignal
            : kTransaction + (", " + std::to_string(bench.whole() / base::kMicrosecond) + " us of frames");
    bench.event_queue.run(r.simulated);  // what was due with the end itself
    tracer.finish(r.simulated);
    if (capture) capture->finish();
    note_checks(bench, r);
    account(e, tracer, r);
    r.reads = programs.reads();
    for (std::size_t h = 0; h < e.hosts.size(); ++h) {
        r.stations[h].collisions = bench.sent(h).collisions, r.stations[h].deferred = bench.sent(h).deferred;
        r.stations[h].attempts = bench.sent(h).attempts, r.stations[h].fragments_heard = bench.heard(h).runts;
    }
    r.provenance.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return r;
}

}  // namespace niclab::lab
