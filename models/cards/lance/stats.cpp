#include "cards/lance/core.h"

namespace niclab::lance {

void Core::describe(core::StatsVisitor& v) const {
    const Receiver::Stats& r = received();
    const Transmitter::Stats& t = sent();
    host.describe(v);
    v.counter("bus_transactions", master.transactions(), "events", "Bursts asked for as master of the bus.");
    v.counter("descriptor_polls", t.looks, "events", "Looks at the send ring for a descriptor.");
    v.counter("frames_sent", t.frames, "frames", "Frames that left whole.");
    v.counter("octets_sent", t.octets, "octets", "Octets of those, with FCS.");
    v.counter("collisions", t.collisions, "events", "Collisions of frames that ended.");
    v.counter("excessive_collisions", t.given_up, "frames", "Frames given up after 16 collisions.");
    v.counter("late_collisions", t.late, "frames", "Frames given up after a late collision.");
    v.counter("underruns", t.underruns, "frames", "Frames whose octets were not in the FIFO in time.");
    v.counter("carrier_lost", t.carrier_lost, "frames", "Frames sent without carrier.");
    v.counter("skipped", t.skipped, "events", "Descriptors given back unsent, for none had begun a frame.");
    v.counter("frames_received", r.frames, "frames", "Frames put into buffers whole, with a right check.");
    v.counter("octets_received", r.octets, "octets", "Octets of those, with FCS.");
    v.counter("address_mismatches", r.not_for_us, "frames", "Frames to other addresses.");
    v.counter("rx_disabled_drops", r.not_listening + cable_.ignored(), "frames",
              "Frames that came while the chip was stopped, suspended, in loopback or without link.");
    v.counter("missed", r.missed, "frames", "Frames that found no descriptor.");
    v.counter("no_buffer", r.no_buffer, "frames",
              "Frames cut off where the next of their descriptors was not the chip's.");
    v.counter("overruns", r.overruns, "frames", "Frames of which octets found the FIFO full.");
    v.counter("receive_errors", r.errors, "frames", "Frames that were reported with a wrong FCS.");
    v.counter("runts", r.runts, "frames", "Fragments shorter than 64 octets, dropped.");
}

}  // namespace niclab::lance
