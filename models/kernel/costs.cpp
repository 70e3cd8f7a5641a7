#include "kernel/costs.h"

namespace niclab::kernel {

namespace {

using stack::Activity;

/// The cost of an activity in units, and its key in a profile. *Assumed*, once for all machines and
/// systems.
struct Weight {
    Activity what;
    double units;
    const char* key;
    const char* sentence;
};
constexpr Weight kWeights[] = {
    {Activity::Call, 1, "call_us", "A system call."},
    {Activity::Read, 1, "read_us", "A system call that reads."},
    {Activity::SegmentOut, 2, "segment_out_us", "A packet with payload is made."},
    {Activity::AckOut, 2, "ack_out_us", "A packet without payload is made."},
    {Activity::Interrupt, 1.5, "interrupt_us", "An interrupt, up to the first packet."},
    {Activity::Driver, 1, "driver_us", "The driver takes a packet."},
    {Activity::SegmentIn, 2.5, "segment_in_us", "The protocols take a packet with payload."},
    {Activity::AckIn, 2, "ack_in_us", "The protocols take one without."},
    {Activity::Wake, 2, "wake_us", "A program that waits goes on."},
    {Activity::Timer, 1, "timer_us", "A protocol's timer."},
};

Cost& at(Costs& costs, Activity what) { return costs[static_cast<std::size_t>(what)]; }

}  // namespace

Costs costs(double unit_us, double send_octet_ns, double receive_octet_ns) {
    Costs c{};
    for (const Weight& w : kWeights) at(c, w.what).fixed_us = w.units * unit_us;
    at(c, Activity::CopyOut).per_octet_ns = send_octet_ns;
    for (const Activity what : {Activity::Driver, Activity::SegmentIn, Activity::Read})
        at(c, what).per_octet_ns = receive_octet_ns / 3;
    at(c, Activity::Compute).per_octet_ns = 1000;
    return c;
}

Costs read_costs(core::ConfigTable t, const ScaledCosts& scaled) {
    constexpr double kMost = 1e6;
    const double unit = t.number("unit_us", scaled.unit_us, 0, kMost, "Unit of the fixed costs, microseconds.");
    const double out =
        t.number("send_octet_ns", scaled.send_octet_ns, 0, kMost, "An octet sent: copy and checksum, nanoseconds.");
    const double in = t.number("receive_octet_ns", scaled.receive_octet_ns, 0, kMost,
                               "An octet received: driver, checksum and copy, nanoseconds.");
    Costs c = costs(unit, out, in);
    for (const Weight& w : kWeights)
        if (t.has(w.key))
            at(c, w.what).fixed_us = t.number(w.key, w.units * unit, 0, kMost,
                                              std::string(w.sentence) + " Instead of its share of unit_us.");
    at(c, Activity::File).per_octet_ns =
        t.number("file_octet_ns", 0, 0, kMost, "An octet of a file in memory, nanoseconds.");
    t.done();
    return c;
}

}  // namespace niclab::kernel
