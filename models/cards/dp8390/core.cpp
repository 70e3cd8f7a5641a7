#include "cards/dp8390/core.h"

#include <algorithm>

#include "cards/dp8390/address_filter.h"

namespace niclab::dp8390 {

using ether_board::HostAccess;

Core::Core(sc_core::sc_module_name name, core::Clock& clock, const Config& config)
    : Clocked(name, clock),
      host(config.register_clocks),
      config_(config),
      memory_(config.address, config.ram_octets, config.prom),
      receiver_(registers_, memory_, from_mac),
      transmitter_(registers_, memory_, to_mac),
      remote_(registers_, memory_),
      loopback_(to_mac, loop_receiver_) {
    SC_HAS_PROCESS(Core);
    call_at_edges<&Core::on_clock>(*this);
    SC_METHOD(on_reset);
    sensitive << rst;
    dont_initialize();
    host.window.requests.set_consumer(*this);
    latch.write.set_consumer(*this);
    loop_receiver_.done.set_consumer(*this);
    to_mac.restart.set_consumer(*this);
    to_mac.done.set_consumer(*this);
    to_mac.heartbeat_seen.set_consumer(*this);
    from_mac.set_consumer(*this);
    to_mac.fifo.set_writer(*this), latch.read.set_producer(*this);
    gate.asked.set_consumer(*this);
}

void Core::on_clock() {
    const std::uint64_t before = cycle_;
    cycle_ = clock().cycle();
    run_memory(cycle_ - before);
    run_host(cycle_ - before);
    receiver_.clock(started_ && !registers_.loopback());
    if (transmitter_.clock()) send();
    finish_loop();
    if (bus_ == Bus::Free) grant();
    settle();
    if (registers_.interrupt() != inta_) inta->write(inta_ = registers_.interrupt());
    rest();
}

void Core::send() {
    if (transmitter_.looped())
        loopback_.request();
    else
        mac_->request();
}

/// The only CRC generator either makes an FCS or checks it. A frame with its FCS from the
/// transmitter is a CRC error, one for another address none.
void Core::finish_loop() {
    if (!loop_receiver_.done.has_item()) return;
    const LoopReceiver::Result result = loop_receiver_.done.item();
    loop_receiver_.done.take();
    const bool generated = (registers_.tcr & tcr::kNoCrc) == 0;
    const bool error = takes(registers_, result.to) && (generated || !result.fcs_good);
    registers_.rsr =
        std::uint8_t((error ? rsr::kCrc : rsr::kIntact) | (ether_board::is_group(result.to) ? rsr::kGroup : 0));
    if (error) registers_.raise(isr::kReceiveError);
}

/// Up to the edge at which an access or a transfer that only counts has counted.
void Core::rest() {
    if (stopping_) return;
    if (bus_ == Bus::Free && ((config_.latched && host_transfers() > 0) || gate.asked.has_item())) return;
    const std::uint64_t access = host.next_edge(), transfer = bus_ == Bus::Free ? 0 : clocks_;
    const std::uint64_t edges = access == 0 || transfer == 0 ? access + transfer : std::min(access, transfer);
    if (edges == 0) return sleep();
    if (edges > 1) sleep_for(edges);
}

void Core::run_memory(std::uint64_t edges) {
    if (bus_ == Bus::Free || (clocks_ -= edges) > 0) return;
    clocks_ = clocks_of(bus_);
    if (bus_ == Bus::Receiver) receiver_.transfer();
    if (bus_ == Bus::Transmitter) transmitter_.transfer();
    if (--transfers_ > 0) return;
    if (bus_ == Bus::Host) config_.latched ? move_word() : finish_host();
    bus_ = Bus::Free;
}

void Core::grant() {
    if ((transfers_ = receiver_.wanted()) > 0)
        bus_ = Bus::Receiver;
    else if ((transfers_ = transmitter_.wanted()) > 0)
        bus_ = Bus::Transmitter;
    else if ((transfers_ = host_transfers()) > 0)
        bus_ = Bus::Host;
    else if ((transfers_ = gate.asked.has_item() ? 1 : 0) > 0)
        bus_ = Bus::Gate, gate.open();
    clocks_ = clocks_of(bus_);
}

/// Memory transfers that remote DMA needs now.
unsigned Core::host_transfers() const {
    if (!config_.latched) return host.due() ? remote_.transfers(host_octets()) : 0;
    const bool moves = remote_.reading() ? !latch.read.full() : remote_.writing() && latch.write.has_item();
    return moves ? 1 : 0;
}

unsigned Core::clocks_of(Bus user) const {
    if (user == Bus::Gate) return config_.gate_clocks;
    if (user != Bus::Host) return config_.dma_clocks;
    return remote_.reading() ? config_.remote_read_clocks : config_.remote_write_clocks;
}

/// Between memory and the latches: as much as the chip moves at once.
void Core::move_word() {
    if (remote_.reading()) {
        latch.fetched(std::uint16_t(remote_.access(registers_.words() ? 2 : 1, false, 0)));
    } else if (remote_.writing()) {  // It has not ended meanwhile.
        remote_.access(latch.write.item().octets, true, latch.write.item().data);
        latch.write.take();
        if (remote_.idle()) copied(core::now_fs(), true, remote_begun_);
    }
}

void Core::take_latched() {
    latch.read.take();
    if (remote_.idle()) copied(core::now_fs(), false, remote_begun_);  // The last one: no other can follow it yet.
}

void Core::run_host(std::uint64_t edges) {
    // A write that no remote DMA requested is lost; the request may still be under way to CR.
    if (latch.write.has_item() && remote_.idle() && !host.work()) latch.write.take();
    if (!host.clock(edges)) return;
    // Only the data port needs memory; an access without it is done.
    if (!data_port() || remote_.transfers(host_octets()) == 0) finish_host();
}

void Core::finish_host() {
    const unsigned lane = host.access.enables ? unsigned(__builtin_ctz(host.access.enables)) : 0;
    std::uint32_t value = 0;
    if (data_port())
        value = move_octets(lane);
    else
        value = host_registers();
    host.finish(value);
}

std::uint32_t Core::move_octets(unsigned lane) {
    const HostAccess& a = host.access;
    const bool under_way = !remote_.idle();
    const std::uint32_t value = remote_.access(host_octets(), a.write, a.data >> 8 * lane) << 8 * lane;
    if (under_way && remote_.idle()) copied(core::now_fs(), a.write, remote_begun_);
    return value;
}

std::uint32_t Core::host_registers() {
    std::uint32_t value = 0;
    for (unsigned lane = 0; lane < 4; ++lane) {
        if (!(host.access.enables >> lane & 1)) continue;
        const unsigned port = host.access.offset + lane;
        const auto octet = std::uint8_t(host.access.data >> 8 * lane);
        if (port >= kResetPort) {
            if (!host.access.write) reset();
        } else if (!host.access.write) {
            value |= std::uint32_t{read_register(port)} << 8 * lane;
        } else if (port == kCr) {
            if (configuration_) configuration_->commanded();
            command(octet);
        } else {
            write_register(port, octet);
        }
    }
    return value;
}

std::uint8_t Core::read_register(unsigned number) {
    if (number == kFifoPort && registers_.page() == 0) return loop_receiver_.read();
    const std::uint8_t value = registers_.read(number);
    return configuration_ ? configuration_->read(registers_.page(), number).value_or(value) : value;
}

void Core::write_register(unsigned number, std::uint8_t value) {
    if (configuration_ && configuration_->write(registers_.page(), number, value))
        core::fire(configured_);
    else
        registers_.write(number, value), receiver_.report_ring();
}

void Core::command(std::uint8_t value) {
    registers_.command = std::uint8_t(value & ~cr::kTransmit);
    if (value & cr::kStop) {
        stopping_ |= started_ || !(registers_.isr & isr::kReset);
        started_ = false;
        transmitter_.stop();
        loop_receiver_.reset();
    } else if (value & cr::kStart) {
        started_ = true, stopping_ = false;
        registers_.isr &= std::uint8_t(~isr::kReset);
        receiver_.start();
    }
    const std::uint8_t remote = value & cr::kRemote;
    if (remote & cr::kAbort)
        remote_.abort();
    else if (remote == cr::kRead || remote == cr::kWrite)
        remote_.begin(remote == cr::kWrite), remote_begun_ = core::now_fs();
    if (config_.latched && remote != 0) latch.begin();
    if (!(value & cr::kTransmit) || !started_) return;
    demanded_(core::now_fs());
    transmitter_.begin();
}

void Core::reset() {
    registers_.reset();
    receiver_.abort();
    transmitter_.abort();
    remote_.abort();
    latch.begin();
    loop_receiver_.reset();
    started_ = stopping_ = false;
}

void Core::on_reset() {
    count_call();
    if (rst->read()) reset();
    wake();
}

void Core::settle() {
    if (!stopping_ || !receiver_.idle() || registers_.transmitting) return;
    stopping_ = false;
    registers_.raise(isr::kReset);
}

std::vector<card::FillLevel> Core::fill_levels() {
    return {card::fill_level("transmit_fifo", "octets", to_mac.fifo),
            card::fill_level("receive_fifo", "octets", from_mac.fifo),
            card::fill_level(
                "receive_ring", "pages", [this] { return registers_.ring_pages(); }, receiver_.ring_filled)};
}

void Core::describe(core::StatsVisitor& v) const {
    const Receiver::Stats& r = received();
    const Transmitter::Stats& t = sent();
    host.describe(v);
    v.counter("frames_sent", t.frames, "frames", "Frames sent completely.");
    v.counter("octets_sent", t.octets, "octets", "Octets of these frames, with FCS.");
    v.counter("collisions", t.collisions, "events", "Collisions of completed frames.");
    v.counter("excessive_collisions", t.given_up, "frames", "Frames dropped after 16 collisions.");
    v.counter("underruns", t.underruns, "frames", "Frames aborted because their octets were not in the FIFO in time.");
    v.counter("frames_looped", t.looped, "frames", "Frames sent in a loopback mode.");
    v.counter("frames_received", r.frames, "frames", "Frames stored in the receive ring.");
    v.counter("octets_received", r.octets, "octets", "Octets of these frames, with FCS.");
    v.counter("address_mismatches", r.not_for_us, "frames", "Frames to other addresses.");
    v.counter("rx_disabled_drops", r.not_listening, "frames",
              "Frames dropped while the chip was stopped or in loopback.");
    v.counter("missed", r.missed, "frames", "Frames dropped because the receive ring had no free page.");
    v.counter("overwrites", r.overwrites, "events", "Events at which the receive ring became full.");
    v.counter("overruns", r.overruns, "frames", "Frames that lost octets because the FIFO was full.");
    v.counter("receive_errors", r.errors, "frames",
              "Frames not stored in the receive ring because of a wrong FCS or an overrun.");
    v.counter("runts", r.runts, "frames", "Dropped fragments shorter than 64 octets.");
}

}  // namespace niclab::dp8390
