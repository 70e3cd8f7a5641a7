#include "host/profile.h"

namespace niclab::host {

namespace {

AccessTiming read_timing(core::ConfigTable t, const std::string& what) {
    AccessTiming timing;
    timing.wait_clocks = static_cast<unsigned>(
        t.integer("wait_clocks", 1, 0, 30, "Clocks beyond medium decode before the first data of a " + what + "."));
    timing.stall_probability = t.number("stall_probability", 0, 0, 1, "Share of " + what + "s that stall.");
    timing.stall_clocks = static_cast<unsigned>(t.integer("stall_clocks", 0, 0, 64, "Length of a stall, PCI clocks."));
    // The bridge retries an access that takes longer than 32 clocks, two of decode included: if all
    // did, none would ever end.
    if (timing.stall_probability == 1 && timing.wait_clocks + timing.stall_clocks > 30)
        throw t.error("stall_probability", "stalls may exceed the 32 clocks of a bridge", "less than 1");
    t.text("stall_mechanism", "none", "Why a stall happens.");
    t.done();
    return timing;
}

SoftwareCost read_cost(core::ConfigTable t) {
    SoftwareCost cost;
    cost.fixed_us = t.number("fixed_us", 0, 0, 1e6, "Cost of a call, microseconds.");
    cost.per_octet_ns = t.number("per_octet_ns", 0, 0, 1e6, "Cost of a payload octet, nanoseconds.");
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
    p.interrupt_us = t.number("interrupt_us", 0, 0, 1e6, "From INTA# to the handler's first register access, us.");
    p.serial_us = t.number("serial_us", 88.2, 0, 1e6, "One access to the serial port, us.");
    p.tcp = read_protocol(t.table("tcp"));
    p.udp = read_protocol(t.table("udp"));
    p.raw = read_protocol(t.table("raw"));
    t.done();
    return p;
}

}  // namespace niclab::host
