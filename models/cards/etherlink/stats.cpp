#include "cards/etherlink/core.h"

namespace niclab::etherlink {

void Core::describe(core::StatsVisitor& v) const {
    const Receiver::Stats& r = received();
    const Transmitter::Stats& t = sent();
    host.describe(v);
    v.counter("bus_transactions", master.transactions(), "events", "Bursts asked for as master of the bus.");
    describe_master(v);
    v.counter("frames_sent", t.frames, "frames", "Frames that left whole.");
    v.counter("octets_sent", t.octets, "octets", "Octets of those, with FCS.");
    v.counter("collisions", t.collisions, "events", "Collisions of frames that ended.");
    v.counter("excessive_collisions", t.given_up, "frames", "Frames given up after 16 collisions.");
    v.counter("underruns", t.underruns, "frames", "Frames whose octets were not in the FIFO in time.");
    v.counter("carrier_lost", t.carrier_lost, "frames", "Frames sent without carrier, or without link.");
    v.counter("fifo_overruns", t.overruns, "events", "Times the host wrote more than the transmit FIFO holds.");
    v.counter("frames_received", r.frames, "frames", "Frames in the receive FIFO whole, with a right check.");
    v.counter("octets_received", r.octets, "octets", "Octets of those, with FCS.");
    v.counter("address_mismatches", r.not_for_us, "frames", "Frames to other addresses.");
    v.counter("rx_disabled_drops", r.not_listening, "frames",
              "Frames that came while the receiver was disabled or its transceiver had no link.");
    v.counter("missed", r.missed, "frames", "Frames that found as many in the receive FIFO as it holds.");
    v.counter("overruns", r.overruns, "frames", "Frames cut off where the receive FIFO was full.");
    v.counter("receive_errors", r.errors, "frames", "Frames that were reported as damaged.");
    v.counter("runts", r.runts, "frames", "Fragments shorter than 64 octets, dropped.");
    v.counter("fifo_underruns", r.underruns, "events", "Times the host read past the end of a frame.");
}

void Core::describe_master(core::StatsVisitor& v) const {
    v.counter("download_length_errors", astray_, "events",
              "Downloads of another length than the frame in the transmit FIFO wanted.");
    v.counter("rejected_transfers", starts_over_, "events",
              "Transfers begun while another was under way, and not done.");
}

}  // namespace niclab::etherlink
