#include "cards/lance/core.h"

namespace niclab::lance {

Core::Core(sc_core::sc_module_name name, core::Clock& clock, const Config& config)
    : Clocked(name, clock),
      host(config.register_clocks),
      to_mac(config.chip.send_fifo_octets),
      from_mac(config.chip.receive_fifo_octets),
      config_(config),
      registers_(config),
      initialiser_(registers_),
      receiver_(registers_, from_mac),
      transmitter_(registers_, to_mac),
      cable_(from_mac),
      loopback_(to_mac, from_mac, &cable_) {
    SC_HAS_PROCESS(Core);
    call_at_edges<&Core::on_clock>(*this);
    SC_METHOD(on_reset);
    sensitive << rst;
    dont_initialize();
    SC_METHOD(on_poll);
    sensitive << poll_;
    dont_initialize();
    host.window.requests.set_consumer(*this);
    master.channel.response.set_consumer(*this);
    to_mac.done.set_consumer(*this);
    to_mac.heartbeat_seen.set_consumer(*this);
    from_mac.set_consumer(*this);
    to_mac.fifo.set_writer(*this);
}

void Core::on_clock() {
    if (poll_due_) look(), poll_due_ = armed_ = false;
    finish_transfer();
    run_host();
    receiver_.clock();
    if (transmitter_.clock()) send();
    grant();
    if (registers_.suspend_asked() && idle() && master.idle()) registers_.suspended = true;
    arm();
    if (registers_.interrupt() != inta_) inta->write(inta_ = registers_.interrupt());
    if (!host.work()) sleep();
}

void Core::finish_transfer() {
    using Event = ether_board::BusMaster::Event;
    const Event event = master.clock();
    if (event == Event::Done && user_) {
        user_->done(master.transfer());
        if (user_ == &initialiser_ && start_behind_init_) start();
    }
    if (event == Event::Failed && user_) {
        const std::uint16_t kept = registers_.status & (csr0::kEnable | csr0::kFlags);
        stop();
        registers_.raise(kept | csr0::kMemory);
    }
}

void Core::send() {
    if (registers_.internal_loopback())
        loopback_.request();
    else
        mac_->request();
}

/// One transfer after the other, each for the user with the highest priority.
void Core::grant() {
    if (!master.idle()) return;
    user_ = nullptr;
    Transfer transfer;
    for (BusUser* user : {static_cast<BusUser*>(&initialiser_), static_cast<BusUser*>(&receiver_),
                          static_cast<BusUser*>(&transmitter_)}) {
        if (!user->next(transfer)) continue;
        user_ = user;
        return master.start(transfer, registers_.bursts(transfer.write));
    }
}

bool Core::Initialiser::next(Transfer& t) {
    if (!wanted_) return false;
    wanted_ = false;
    t.purpose = bus::Purpose::TableRead;
    t.address = r_.init_block() & r_.format().init_mask(), t.octets = r_.format().init_octets();
    return true;
}

void Core::run_host() {
    if (host.clock()) host.finish(access());
}

std::uint32_t Core::access() {
    if (host.access.offset >= kPromOctets) return registers_access();
    std::uint32_t value = 0;
    for (unsigned lane = 0; lane < 4; ++lane) {
        const unsigned at = host.access.offset + lane;
        if (host.access.enables >> lane & 1) value |= std::uint32_t{registers_.prom(at)} << 8 * lane;
    }
    return value;
}

/// The register of the enabled octets.
Port Core::port() const {
    static constexpr Port kOrder[] = {Port::Data, Port::Select, Port::Reset, Port::BusData};
    const unsigned at = host.access.offset - kRegisters;
    if (registers_.dwords()) return host.access.enables == 0xF ? kOrder[at / 4] : Port::None;
    if (at >= 8 || (host.access.enables != 0x3 && host.access.enables != 0xC)) return Port::None;
    return kOrder[at / 2 + (host.access.enables == 0xC ? 1 : 0)];
}

std::uint32_t Core::registers_access() {
    if (host.access.write && host.access.offset == kRegisters && host.access.enables == 0xF) registers_.use_dwords();
    const Port which = port();
    const unsigned shift = host.access.enables == 0xC ? 16 : 0;
    if (which == Port::None) return ~0u;
    if (!host.access.write) return std::uint32_t{read(which)} << shift;
    write(which, std::uint16_t(host.access.data >> shift));
    return 0;
}

std::uint16_t Core::read(Port port) {
    if (port == Port::Data) return registers_.csr(register_address_);
    if (port == Port::Select) return register_address_;
    if (port == Port::BusData) return registers_.bcr(register_address_);
    stop();
    registers_.reset_soft();
    register_address_ = 0;
    return 0;
}

void Core::write(Port port, std::uint16_t value) {
    if (port == Port::Select) register_address_ = value & (kCsrs - 1);
    if (port == Port::BusData) registers_.write_bcr(register_address_, value);
    if (port != Port::Data) return;
    if (register_address_ == 0)
        command(value);
    else
        registers_.write_csr(register_address_, value);
}

void Core::command(std::uint16_t value) {
    std::uint16_t& status = registers_.status;
    if (value & csr0::kStop) return stop();
    status &= std::uint16_t(~(value & csr0::kFlags));
    status = std::uint16_t((status & ~csr0::kEnable) | (value & csr0::kEnable));
    if (value & csr0::kInit) {
        status = std::uint16_t((status & ~csr0::kStop) | csr0::kInit);
        start_behind_init_ = (value & csr0::kStart) != 0;
        initialiser_.begin();
    } else if (value & csr0::kStart) {
        start();
    }
    if (value & csr0::kDemand) demanded_(core::now_fs());
    if ((value & csr0::kDemand) && registers_.sending()) transmitter_.look();
}

void Core::start() {
    start_behind_init_ = false;
    std::uint16_t& status = registers_.status;
    if (registers_.stopped()) registers_.rewind();
    registers_.note_mode();
    cable_.close(registers_.internal_loopback());
    status = std::uint16_t((status & ~csr0::kStop) | csr0::kStart |
                           (registers_.mode(mode::kNoTransmit) ? 0 : csr0::kSending) |
                           (registers_.mode(mode::kNoReceive) ? 0 : csr0::kReceiving));
    look();
}

void Core::stop() {
    registers_.status = csr0::kStop;
    registers_.suspended = false;
    start_behind_init_ = false;
    initialiser_.stop();
    receiver_.stop();
    transmitter_.stop();
    user_ = nullptr;
}

void Core::look() {
    receiver_.look();
    if (registers_.sending()) transmitter_.look();
}

void Core::arm() {
    const bool polls = (registers_.sending() || registers_.receiving()) && !registers_.is(4, csr4::kNoPolling);
    if (!polls || armed_) return;
    armed_ = true;
    const core::Femtoseconds period = clock().period_fs();
    core::fire(poll_, registers_.poll_clocks() * period - period / 2);  // between two edges
}

void Core::on_poll() {
    count_call();
    poll_due_ = true;
    wake();
}

void Core::on_reset() {
    count_call();
    if (rst->read()) {
        stop();
        registers_.reset_hard();
        register_address_ = 0;
    }
    wake();
}

void Core::describe(core::StatsVisitor& v) const {
    const Receiver::Stats& r = received();
    const Transmitter::Stats& t = sent();
    host.describe(v);
    v.counter("bus_transactions", master.transactions(), "events", "Bursts requested as bus master.");
    v.counter("descriptor_polls", t.looks, "events", "Polls of the transmit ring for a descriptor.");
    v.counter("frames_sent", t.frames, "frames", "Frames sent completely.");
    v.counter("octets_sent", t.octets, "octets", "Octets of these frames, with FCS.");
    v.counter("collisions", t.collisions, "events", "Collisions of completed frames.");
    v.counter("excessive_collisions", t.given_up, "frames", "Frames dropped after 16 collisions.");
    v.counter("late_collisions", t.late, "frames", "Frames dropped after a late collision.");
    v.counter("underruns", t.underruns, "frames", "Frames aborted because their octets were not in the FIFO in time.");
    v.counter("carrier_lost", t.carrier_lost, "frames", "Frames sent without carrier.");
    v.counter("skipped", t.skipped, "events", "Descriptors returned unsent because no descriptor had started a frame.");
    v.counter("frames_received", r.frames, "frames", "Complete frames with a correct FCS stored in buffers.");
    v.counter("octets_received", r.octets, "octets", "Octets of these frames, with FCS.");
    v.counter("address_mismatches", r.not_for_us, "frames", "Frames to other addresses.");
    v.counter("rx_disabled_drops", r.not_listening + cable_.ignored(), "frames",
              "Frames dropped while the chip was stopped, suspended, in loopback or without link.");
    v.counter("missed", r.missed, "frames", "Frames dropped because no descriptor was free.");
    v.counter("no_buffer", r.no_buffer, "frames", "Frames truncated because the chip did not own the next descriptor.");
    v.counter("overruns", r.overruns, "frames", "Frames that lost octets because the FIFO was full.");
    v.counter("receive_errors", r.errors, "frames", "Frames reported with a wrong FCS.");
    v.counter("runts", r.runts, "frames", "Dropped fragments shorter than 64 octets.");
}

}  // namespace niclab::lance
