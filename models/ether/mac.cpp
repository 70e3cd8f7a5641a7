#include "ether/mac.h"

namespace niclab::ether {

MacTransmitter::MacTransmitter(sc_core::sc_module_name name, core::Clock& txc, MacPins<core::Source>& pins,
                               OctetSource& source, const MacConfig& config)
    : Clocked(name, txc),
      pins_(pins),
      machine_(config.rules, config.width, source, *this, Backoff(config.seed, this->name())) {
    SC_HAS_PROCESS(MacTransmitter);
    call_at_edges<&MacTransmitter::on_clock>(*this);
    SC_METHOD(on_carrier);
    sensitive << pins_.crs << alarm_;
    dont_initialize();
    SC_METHOD(on_return);
    sensitive << return_;
    dont_initialize();
}

void MacTransmitter::on_clock() {
    if (dozing_) machine_.skip(clock().cycle() - last_cycle_ - 1), dozing_ = false;
    if (machine_.clock({pins_.crs->read(), pins_.col->read()})) drive();
    if (machine_.quiet_clocks() > 0) doze();
}

void MacTransmitter::drive() {
    const TransmitLevels& next = machine_.drive();
    if (next.en != driven_.en) pins_.txen->write(next.en);
    if (next.data != driven_.data) pins_.txd->write(next.data);
    driven_ = next;
}

void MacTransmitter::resume() {
    suspended_ = false;
    wake();
    core::fire_at_once(return_);
}

/// The only writer of the pins is this module, not the caller of resume().
void MacTransmitter::on_return() { count_call(), drive(); }

/// Sleeps over edges that only count; CRS and request() wake it before they are over.
void MacTransmitter::doze() {
    const std::uint64_t quiet = machine_.quiet_clocks();
    dozing_ = true, last_cycle_ = clock().cycle();
    core::cancel(alarm_);
    if (quiet != Deferral::kForever) core::fire(alarm_, quiet * clock().period_fs());
    sleep();
}

void MacTransmitter::describe(core::StatsVisitor& v) const {
    const Stats& s = stats();
    v.counter("frames", s.frames, "frames", "Frames sent completely, without a collision in the last attempt.");
    v.counter("octets", s.octets, "octets", "Octets of these frames, with padding and FCS.");
    v.counter("attempts", s.attempts, "events", "Transmission attempts: rising edges of TXEN.");
    v.counter("deferred", s.deferred, "frames", "Frames deferred because the medium was busy.");
    v.counter("collisions", s.collisions, "events", "Attempts that collided.");
    v.counter("late_collisions", s.late_collisions, "events", "Collisions after the slot time.");
    v.counter("excessive_collisions", s.excessive, "frames", "Frames dropped after the last attempt.");
    v.counter("underruns", s.underruns, "frames", "Frames aborted because their octets were not available in time.");
    v.counter("carrier_lost", s.carrier_lost, "frames", "Frames without carrier sense after the header.");
    v.counter("heartbeats_missed", s.heartbeats_missed, "frames",
              "Frames without the SQE test pulse on COL afterwards.");
}

MacReceiver::MacReceiver(sc_core::sc_module_name name, core::Clock& rxc, MacPins<core::Source>& pins, OctetSink& sink,
                         const MacConfig& config)
    : Clocked(name, rxc),
      pins_(pins),
      machine_(config.width, sink, config.rules.max_octets),
      full_duplex_(config.rules.full_duplex) {
    SC_HAS_PROCESS(MacReceiver);
    call_at_edges<&MacReceiver::on_clock>(*this);
    SC_METHOD(on_valid);
    sensitive << pins_.rxdv;
    dont_initialize();
}

void MacReceiver::on_clock() {
    machine_.clock({pins_.rxdv->read(), pins_.rxd->read(), !full_duplex_ && pins_.txen->read()});
    if (machine_.idle()) sleep();
}

void MacReceiver::describe(core::StatsVisitor& v) const {
    const Stats& s = stats();
    v.counter("frames", s.frames, "frames", "Frames and fragments with an SFD, of any length.");
    v.counter("octets", s.octets, "octets", "Octets of all these frames, after the SFD.");
    v.counter("good", s.good, "frames", "Frames of a valid length with a correct FCS.");
    v.counter("fcs_errors", s.fcs_errors, "frames", "Frames of a valid length with a wrong FCS.");
    v.counter("alignment_errors", s.alignment_errors, "frames",
              "Frames with a wrong FCS that do not have a whole number of octets.");
    v.counter("runts", s.runts, "frames", "Frames shorter than 64 octets: fragments of collisions.");
    v.counter("too_long", s.too_long, "frames", "Frames longer than the maximum, usually 1518 octets.");
    v.counter("without_sfd", s.without_sfd, "events", "Carrier that ended before an SFD.");
    v.counter("own_collisions", s.own_collisions, "events", "Frames being received when the station began to send.");
}

}  // namespace niclab::ether
