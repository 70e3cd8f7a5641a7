#include "host/profile.h"

namespace niclab::host {

namespace {

AccessTiming read_timing(core::ConfigTable t, const std::string& what) {
    AccessTiming timing;
    timing.wait_clocks = static_cast<unsigned>(t.integer(
        "wait_clocks", 1, 0, 30,
        "Wait clocks before the first data phase of a " + what + ", in addition to a medium DEVSEL# decode."));
    timing.stall_probability = t.number("stall_probability", 0, 0, 1, "Probability that a " + what + " stalls.");
    timing.stall_clocks =
        static_cast<unsigned>(t.integer("stall_clocks", 0, 0, 64, "Length of a stall in PCI clocks."));
    // The bridge retries an access that takes longer than 32 clocks, two of decode included: if all
    // did, none would ever end.
    if (timing.stall_probability == 1 && timing.wait_clocks + timing.stall_clocks > 30)
        throw t.error("stall_probability", "stalls may exceed the 32 clocks of a bridge", "less than 1");
    t.text("stall_mechanism", "none", "Cause of the stalls.");
    t.done();
    return timing;
}

SoftwareCost read_cost(core::ConfigTable t) {
    SoftwareCost cost;
    cost.fixed_us = t.number("fixed_us", 0, 0, 1e6, "CPU time of a call, in microseconds.");
    cost.per_octet_ns = t.number("per_octet_ns", 0, 0, 1e6, "CPU time per payload octet, in nanoseconds.");
    t.done();
    return cost;
}

ProtocolCost read_protocol(core::ConfigTable t) {
    ProtocolCost cost;
    cost.send = read_cost(t.table("send"));
    cost.receive = read_cost(t.table("receive"));
    cost.echo = read_cost(t.table("echo"));
    t.done();
    return cost;
}

}  // namespace

Profile read_profile(core::ConfigTable t) {
    Profile p;
    p.name = t.text("name", "ideal", "Name of the host.");
    p.read = read_timing(t.table("read"), "read");
    p.write = read_timing(t.table("write"), "write");
    p.later_wait_clocks =
        static_cast<unsigned>(t.integer("later_wait_clocks", 0, 0, 7, "Wait clocks before each later data phase."));
    p.interrupt_us =
        t.number("interrupt_us", 0, 0, 1e6,
                 "Interrupt latency: time from INTA# to the first register access of the handler, in microseconds.");
    p.serial_us = t.number("serial_us", 88.2, 0, 1e6, "Time of one access to the serial port, in microseconds.");
    p.tcp = read_protocol(t.table("tcp"));
    p.udp = read_protocol(t.table("udp"));
    p.raw = read_protocol(t.table("raw"));
    t.done();
    return p;
}

}  // namespace niclab::host
