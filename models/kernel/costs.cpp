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
    {Activity::Call, 1, "call_us", "CPU time of a system call, in microseconds."},
    {Activity::Read, 1, "read_us", "CPU time of a read call, in microseconds."},
    {Activity::SegmentOut, 2, "segment_out_us", "CPU time to build a packet with payload, in microseconds."},
    {Activity::AckOut, 2, "ack_out_us", "CPU time to build a packet without payload, in microseconds."},
    {Activity::Interrupt, 1.5, "interrupt_us", "CPU time of an interrupt up to its first packet, in microseconds."},
    {Activity::Driver, 1, "driver_us", "CPU time of the driver per received packet, in microseconds."},
    {Activity::SegmentIn, 2.5, "segment_in_us",
     "CPU time of the protocols per received packet with payload, in microseconds."},
    {Activity::AckIn, 2, "ack_in_us",
     "CPU time of the protocols per received packet without payload, in microseconds."},
    {Activity::Wake, 2, "wake_us", "CPU time to wake a waiting program, in microseconds."},
    {Activity::Timer, 1, "timer_us", "CPU time of a protocol timer, in microseconds."},
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
    const double unit = t.number("unit_us", scaled.unit_us, 0, kMost,
                                 "Unit of the fixed CPU costs, in microseconds. Each activity has a fixed multiple.");
    const double out = t.number("send_octet_ns", scaled.send_octet_ns, 0, kMost,
                                "CPU time per sent octet for copy and checksum, in nanoseconds.");
    const double in = t.number("receive_octet_ns", scaled.receive_octet_ns, 0, kMost,
                               "CPU time per received octet for driver, checksum and copy, in nanoseconds.");
    Costs c = costs(unit, out, in);
    for (const Weight& w : kWeights)
        if (t.has(w.key))
            at(c, w.what).fixed_us = t.number(w.key, w.units * unit, 0, kMost,
                                              std::string(w.sentence) + " Replaces its multiple of unit_us.");
    at(c, Activity::File).per_octet_ns =
        t.number("file_octet_ns", 0, 0, kMost, "CPU time per octet of a file in memory, in nanoseconds.");
    t.done();
    return c;
}

}  // namespace niclab::kernel
