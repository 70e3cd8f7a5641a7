#include "cards/i8254x/core.h"

#include <algorithm>

namespace niclab::i8254x {

namespace {
constexpr core::Femtoseconds kBit = 1'000'000;  // At 1000 Mb/s.
}  // namespace

Core::Core(sc_core::sc_module_name name, core::Clock& clock, const Config& config)
    : Clocked(name, clock),
      host(config.register_clocks),
      from_mac(config.model.first_division * 1024),
      config_(checked(config)),
      interrupts_(config.model.vectors > 0),
      vectors_(registers_, interrupts_, config.model.vectors > 0),
      eeprom_(config.model, config.address, core::Femtoseconds(config.eeprom_read_us * kMicrosecond)),
      phy_(config),
      receiver_(registers_, from_mac, statistics_, interrupts_),
      transmitter_(registers_, to_mac, statistics_, interrupts_),
      cable_(from_mac),
      loopback_(to_mac, from_mac, &cable_, kBit),
      users_{&receiver_.ring, &receiver_, &transmitter_.ring, &transmitter_} {
    SC_HAS_PROCESS(Core);
    call_at_edges<&Core::on_clock>(*this);
    SC_METHOD(on_reset);
    sensitive << rst;
    dont_initialize();
    SC_METHOD(on_alarm);
    sensitive << alarm_;
    dont_initialize();
    host.window.requests.set_consumer(*this);
    master.channel.response.set_consumer(*this), master.blocks.response.set_consumer(*this);
    to_mac.done.set_consumer(*this), messages.set_producer(*this);
    from_mac.frames.set_reader(*this), from_mac.lost.set_reader(*this);
    receiver_.transfer_octets = transmitter_.transfer_octets = config_.transfer_octets;
    registers_[kPba] = config_.model.first_division;
    reset();
}

void Core::on_clock() {
    const core::Femtoseconds now = core::now_fs();
    finish_transfer();
    if (host.clock()) host.finish(access());
    if (phy_.clock(now)) interrupts_.raise(cause::kMdio);
    follow_link();
    receiver_.clock(now);
    cable_.close(phy_.loops_back());
    if (transmitter_.clock(now, send_octets())) phy_.loops_back() ? loopback_.request() : mac_->request();
    grant();
    interrupt(now);
    arm();
    if (!host.work()) sleep();
}

/// By messages, if software has assigned a vector.
void Core::interrupt(core::Femtoseconds now) {
    const bool by_messages = vectors_.in_use();
    const bool line = !by_messages && interrupts_.clock(now);
    if (line != inta_) inta->write(inta_ = line);
    if (!by_messages || messages.full()) return;
    if (const auto vector = vectors_.take(now)) messages.post(*vector);
}

void Core::finish_transfer() {
    using Event = ether_board::BusMaster::Event;
    const Event event = master.clock();
    if (event == Event::Done && user_) user_->done(master.transfer());
    if (event == Event::Failed && user_) bus_error_ = true, ++bus_errors_;
}

/// One transfer after the other, each for the user with the highest priority.
void Core::grant() {
    if (!master.idle() || bus_error_) return;
    user_ = nullptr;
    Transfer transfer;
    for (BusUser* user : users_) {
        if (!user->next(transfer)) continue;
        user_ = user;
        return master.start(transfer, true);
    }
}

void Core::follow_link() {
    const bool up = phy_.link() && registers_.has(kCtrl, ctrl::kSetLinkUp);
    if (up != registers_.link) registers_.link = up, interrupts_.raise(cause::kLink);
}

/// Sleeps at most until the next event of a timer.
void Core::arm() {
    const core::Femtoseconds interrupt = vectors_.in_use() ? vectors_.deadline() : interrupts_.deadline();
    const core::Femtoseconds next =
        std::min({phy_.deadline(), receiver_.deadline(), transmitter_.deadline(), interrupt});
    if (next == armed_) return;
    core::cancel(alarm_);
    armed_ = next;
    const core::Femtoseconds now = core::now_fs();
    if (next != kNever) core::fire(alarm_, next > now ? next - now : 1);
}

void Core::on_reset() {
    count_call();
    if (rst->read()) phy_.reset(core::now_fs()), reset(), eeprom_.set_eecd(0);
    wake();
}

/// CTRL.RST, or RST#: the PHY and the EEPROM keep their states.
void Core::reset() {
    const std::uint32_t received = receive_octets();
    registers_.clear();
    registers_.link = false;
    registers_[kPba] = config_.model.first_division;
    receiver_.release(std::int64_t{receive_octets()} - received);
    registers_[kCtrl] = ctrl::kAfterReset;
    registers_[kVet] = 0;
    const std::array<std::uint16_t, 3> address{eeprom_.word(0), eeprom_.word(1), eeprom_.word(2)};
    registers_[kReceiveAddresses] = address[0] | std::uint32_t{address[1]} << 16;
    registers_[kReceiveAddresses + 4] = address[2] | 1u << 31;
    receiver_.stop();
    transmitter_.stop();
    interrupts_.reset();
    vectors_.reset();
    statistics_.reset();
    user_ = nullptr, bus_error_ = false;
}

std::vector<card::FillLevel> Core::fill_levels() {
    const auto descriptors = [](const DescriptorRing& ring) { return std::max(ring.size(), 1u) - 1; };
    return {
        card::fill_level(
            "transmit_ring", "descriptors", [=] { return descriptors(transmitter_.ring); }, transmitter_.ring.filled),
        card::fill_level(
            "receive_buffer", "octets", [this] { return receive_octets(); }, from_mac.filled),
        card::fill_level(
            "receive_ring", "descriptors", [=] { return descriptors(receiver_.ring); }, receiver_.ring.filled)};
}

void Core::describe(core::StatsVisitor& v) const {
    const Receiver::Stats& r = received();
    const Transmitter::Stats& t = sent();
    host.describe(v);
    v.counter("bus_transactions", master.transactions(), "events", "Bursts requested as bus master.");
    v.counter("bus_errors", bus_errors_, "events", "Bursts that no target completed. They stop the card.");
    v.counter("interrupts", interrupts_.interrupts(), "events", "Assertions of INTA#.");
    v.counter("tx_fetches", transmitter_.ring.fetches(), "events", "Bursts that fetched transmit descriptors.");
    v.counter("tx_write_backs", transmitter_.ring.write_backs(), "events", "Bursts that wrote descriptors back.");
    v.counter("rx_fetches", receiver_.ring.fetches(), "events", "Bursts that fetched receive descriptors.");
    v.counter("rx_write_backs", receiver_.ring.write_backs(), "events", "Bursts that wrote descriptors back.");
    v.counter("packets_sent", t.packets, "packets", "Packets that the driver passed to the card.");
    v.counter("segmented", t.segmented, "packets", "Packets that the card divided into segments.");
    v.counter("oversized_sends", t.oversized, "packets", "Packets larger than the packet buffer, which were dropped.");
    v.counter("frames_sent", t.frames, "frames", "Frames sent.");
    v.counter("octets_sent", t.octets, "octets", "Octets of these frames, with FCS.");
    v.counter("frames_received", r.frames, "frames", "Frames stored in host memory.");
    v.counter("octets_received", r.octets, "octets", "Octets of these frames, with FCS.");
    v.counter("address_mismatches", r.not_for_us, "frames", "Frames to other addresses, or of other VLANs.");
    v.counter("rx_disabled_drops", r.disabled, "frames", "Frames dropped while the receiver was disabled or in reset.");
    v.counter("missed", r.missed, "frames", "Frames dropped because the packet buffer was full.");
    v.counter("no_buffer", r.waited, "frames", "Frames that waited in the packet buffer for a descriptor.");
    v.counter("fcs_errors", r.fcs_errors, "frames", "Frames with a wrong FCS.");
    v.counter("runts", r.runts, "frames", "Frames shorter than 64 octets.");
    v.counter("too_long", r.oversized, "frames", "Frames longer than the driver allows.");
    v.counter("checksum_errors", r.checksum_errors, "frames", "Frames with a wrong checksum in IP, TCP or UDP.");
}

}  // namespace niclab::i8254x
