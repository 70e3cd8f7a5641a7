#include "lab/run/segment_programs.h"

#include <algorithm>
#include <numeric>

namespace niclab::lab {

namespace {

constexpr std::size_t kAddress = 6, kNumberAt = 14;  // of a frame: two addresses, a type, the frame's number
constexpr std::uint8_t kType[] = {0x88,
                                  0xB5};  // IEEE 802, local experimental EtherType 1 (from memory of the standard)
constexpr std::uint8_t kLocal = 0x02;     // An address that no station has.

}  // namespace

SegmentPrograms::SegmentPrograms(const SegmentExperiment& experiment, SegmentBench& bench, FrameTracer& tracer)
    : experiment_(experiment), bench_(bench), tracer_(tracer), perform3_(experiment, bench, tracer) {
    for (std::size_t f = 0; f < experiment.flows.size(); ++f) {
        FrameSource& flow = flows_.emplace_back(bench.event_queue, experiment.flows[f], experiment.common.seed);
        flow.offer = [this, f](unsigned octets) { offer(f, octets); };
        flow.prepared = [this, f](unsigned octets) { return prepared(f, octets); };
    }
    drivers_.resize(experiment.hosts.size());
    for (std::size_t h = 0; h < experiment.hosts.size(); ++h) {
        bench.station(h).left = [this, h](const SegmentFrame& frame, const ether::TransmitStatus& status) {
            ended(h);
            left(frame, status);
        };
        bench.station(h).received = [this, h](const std::vector<std::uint8_t>& octets,
                                              const ether::ReceiveStatus& status) { received(h, octets, status); };
    }
}

void SegmentPrograms::start() {
    perform3_.start();
    for (std::size_t f = 0; f < flows_.size(); ++f)
        if (!experiment_.flows[f].plan->reads_files())
            bench_.event_queue.at(experiment_.flows[f].start, base::call<&FrameSource::due>(&flows_[f]));
}

void SegmentPrograms::offer(std::size_t flow, unsigned octets) {
    const SegmentFlow& f = experiment_.flows[flow];
    SegmentStation& station = bench_.station(f.from);
    const bool fits = station.waiting() < f.queue;
    const std::size_t number = tracer_.offered(flow, octets, bench_.now(), fits);
    if (fits) station.send({number, octets_of(f, number, octets)});
}

/// Time at which the next frame of a saturated flow is in the card.
Femtoseconds SegmentPrograms::prepared(std::size_t flow, unsigned octets) {
    const SegmentFlow& f = experiment_.flows[flow];
    const SegmentHost& host = experiment_.hosts[f.from];
    Driver& driver = drivers_[f.from];
    const bool waits = driver.ends.size() == host.card.transmit_buffers;
    const Femtoseconds begin = std::max(driver.free, waits ? driver.ends.front() : f.start) + host.sender.frame;
    driver.free = begin + host.card.copy_time(host.card.out, octets - ether::kFcsOctets, begin, begin < bench_.now());
    return driver.free;
}

/// A station has ended a frame, sent or aborted.
void SegmentPrograms::ended(std::size_t host) {
    const SegmentCard& card = experiment_.hosts[host].card;
    Driver& driver = drivers_[host];
    driver.ends.push_back(bench_.now());
    if (driver.ends.size() > card.transmit_buffers) driver.ends.pop_front();
    if (card.turnaround == 0) return;
    bench_.station(host).hold();
    bench_.event_queue.after(card.turnaround, base::call<&SegmentPrograms::turned>(this, host));
}

void SegmentPrograms::turned(std::uint64_t host) { bench_.station(host).release(); }

void SegmentPrograms::left(const SegmentFrame& frame, const ether::TransmitStatus& status) {
    const std::size_t flow = tracer_.frames()[frame.number].flow;
    if (experiment_.flows[flow].plan->reads_files()) return perform3_.left(frame, status);
    flows_[flow].left();
}

std::vector<std::uint8_t> SegmentPrograms::octets_of(const SegmentFlow& flow, std::size_t number,
                                                     unsigned octets) const {
    std::vector<std::uint8_t> frame(octets - ether::kFcsOctets);
    for (std::size_t i = 0; i < frame.size(); ++i) frame[i] = static_cast<std::uint8_t>(i + number);
    std::fill(frame.begin(), frame.begin() + 2 * kAddress, std::uint8_t{0});
    frame[0] = frame[kAddress] = kLocal;
    frame[kAddress - 1] = static_cast<std::uint8_t>(flow.to + 1),
                     frame[2 * kAddress - 1] = static_cast<std::uint8_t>(flow.from + 1);
    std::copy(std::begin(kType), std::end(kType), frame.begin() + 2 * kAddress);
    for (unsigned i = 0; i < 4; ++i) frame[kNumberAt + i] = static_cast<std::uint8_t>(number >> 8 * (3 - i));
    return frame;
}

void SegmentPrograms::received(std::size_t host, const std::vector<std::uint8_t>& octets,
                               const ether::ReceiveStatus& status) {
    if (status.runt()) return;
    const bool good = status.fcs_good && !status.too_long(), mine = octets[kAddress - 1] == host + 1;
    if (good && !mine) return;
    bench_.station(host).taken(bench_.now(), octets);
    if (!good) return;
    if (netware::kind_of(octets) != netware::Kind::Other)
        return tracer_.delivered(perform3_.received(octets), bench_.now());
    std::size_t number = 0;
    for (unsigned i = 0; i < 4; ++i) number = number << 8 | octets[kNumberAt + i];
    tracer_.delivered(number, bench_.now());
}

}  // namespace niclab::lab
