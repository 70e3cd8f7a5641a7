#include "cards/etherlink/core.h"

#include <algorithm>

namespace niclab::etherlink {

Core::Core(sc_core::sc_module_name name, core::Clock& clock, const Config& config)
    : Clocked(name, clock),
      host(config.register_clocks),
      config_(config),
      receiver_(config, from_mac, statistics_),
      transmitter_(config, to_mac, statistics_),
      registers_(config, receiver_, transmitter_, statistics_) {
    SC_HAS_PROCESS(Core);
    call_at_edges<&Core::on_clock>(*this);
    SC_METHOD(on_reset);
    sensitive << rst;
    dont_initialize();
    host.window.requests.set_consumer(*this);
    master.channel.response.set_consumer(*this);
    to_mac.done.set_consumer(*this);
    to_mac.heartbeat_seen.set_consumer(*this);
    from_mac.set_consumer(*this);
    to_mac.fifo.set_writer(*this);
}

void Core::on_clock() {
    if (command_clocks_ > 0 && --command_clocks_ == 0) finish_command();
    run_host();
    receiver_.clock(registers_.hears());
    run_master();
    if (transmitter_.clock(registers_.hears())) mac_->request();  // after host and bus master at this edge
    indicate();
    const bool work = host.work() || command_clocks_ > 0 || !from_mac.ends.empty() || master_can_begin();
    if (!work) sleep();
}

void Core::run_host() {
    host.clock();
    if (!host.due() || host_waits()) return;
    host.finish(access());
}

std::uint32_t Core::access() {
    std::uint32_t value = 0;
    const unsigned place = host.access.offset & ~kSlotWindow;
    if (host.access.write && place == (kCommandPort & ~3u) && (host.access.enables & 0xC) == 0xC) {
        command(std::uint16_t(host.access.data >> 16));
        host.access.enables &= 0x3;
    }
    for (unsigned lane = 0; lane < 4; ++lane) {
        if (!(host.access.enables >> lane & 1)) continue;
        const unsigned port = host.access.offset + lane;
        const auto octet = std::uint8_t(host.access.data >> 8 * lane);
        if (registers_.is_fifo(port))
            value |= std::uint32_t{fifo_octet(host.access.write, octet)} << 8 * lane;
        else if (!host.access.write)
            value |= std::uint32_t{registers_.read(port, core::now_fs())} << 8 * lane;
        else if (place + lane != kCommandPort && place + lane != kCommandPort + 1)
            registers_.write(port, octet, core::now_fs());
    }
    return value;
}

std::uint8_t Core::fifo_octet(bool write, std::uint8_t value) {
    if (!write) return receiver_.read();
    transmitter_.write(value);
    return 0;
}

void Core::command(std::uint16_t value) {
    const auto which = Command(value >> kArgumentBits);
    command_ = value;
    if (which == Command::RxDiscard)
        command_clocks_ = config_.discard_clocks;
    else if (which == Command::RxReset || which == Command::TxReset)
        command_clocks_ = config_.reset_clocks;
    else if (which == Command::TotalReset)
        command_clocks_ = unsigned(config_.total_reset_us * 1e9 / double(clock().period_fs())) + 1;
    registers_.command_in_progress = command_clocks_ > 0;
    if (command_clocks_ == 0) set(which, value & kArgument);
}

void Core::finish_command() {
    registers_.command_in_progress = false;
    switch (Command(command_ >> kArgumentBits)) {
        case Command::RxDiscard:
            receiver_.discard();
            registers_.master.status &= std::uint16_t(~master::kUploaded);
            return;
        case Command::RxReset:
            reset_upload();
            return receiver_.reset();
        case Command::TxReset:
            reset_download();
            return transmitter_.reset();
        default:
            return total_reset();
    }
}

void Core::set(Command which, std::uint16_t argument) {
    switch (which) {
        case Command::SelectWindow:
            return registers_.window = argument & 7, void();
        case Command::RxDisable:
        case Command::RxEnable:
            return receiver_.enabled = which == Command::RxEnable, void();
        case Command::TxEnable:
            return transmitter_.enable();
        case Command::TxDisable:
            return transmitter_.disable();
        case Command::RequestInterrupt:
            return registers_.interrupts.raised |= status::kRequested, void();
        case Command::Acknowledge:
            return registers_.interrupts.acknowledge(argument);
        case Command::SetInterruptEnable:
            return registers_.interrupts.interrupt_enable = argument, void();
        case Command::SetStatusEnable:
            return registers_.interrupts.status_enable = argument, void();
        case Command::SetRxFilter:
            return receiver_.accepted = std::uint8_t(argument & 0xF), void();
        case Command::SetRxEarlyThreshold:
            return receiver_.early_threshold = threshold(argument), void();
        case Command::SetTxAvailableThreshold:
            return transmitter_.set_available_threshold(threshold(argument));
        case Command::SetTxStartThreshold:
            return transmitter_.start_threshold = threshold(argument), void();
        case Command::StartDma:
            return begin_dma((argument & kDownload) != 0);
        case Command::StatisticsEnable:
        case Command::StatisticsDisable:
            return statistics_.enabled = which == Command::StatisticsEnable, void();
        default:
            return;  // The coax transceiver, and functions that this card does not have.
    }
}

/// In dwords; a 3C509 counts octets.
std::uint16_t Core::threshold(std::uint16_t argument) const {
    return config_.isa && argument != kThresholdOff ? std::uint16_t((argument + 3) / 4) : argument;
}

void Core::total_reset() {
    reset_download(), reset_upload();
    receiver_.reset();
    transmitter_.reset();
    registers_.reset();
    registers_.dma_in_progress = false;
}

void Core::on_reset() {
    count_call();
    if (rst->read()) {
        total_reset();
        command_clocks_ = 0, registers_.command_in_progress = false;
    }
    wake();
}

void Core::indicate() {
    Interrupts& i = registers_.interrupts;
    if (transmitter_.take_available()) i.raised |= status::kTxAvailable;
    if (receiver_.take_early()) i.raised |= status::kRxEarly;
    const bool error = bus_error_ || transmitter_.overrun() || receiver_.underrun();
    const bool dma_done = (registers_.master.status & (master::kUploaded | master::kDownloaded)) != 0;
    if (error) i.raised |= status::kHostError;
    i.standing = std::uint16_t(
        (transmitter_.tx_status() ? status::kTxComplete : 0) | (receiver_.complete() ? status::kRxComplete : 0) |
        (statistics_.nearly_full() ? status::kStatistics : 0) | (dma_done ? status::kDmaDone : 0));
    const bool was = i.latch;
    i.clock();
    if (i.latch && !was) registers_.latched_at = core::now_fs();
    if (config_.isa || config_.eisa) irq_chosen.write(registers_.irq());
    if (i.inta() != inta_) inta->write(inta_ = i.inta());
}

void Core::describe(core::StatsVisitor& v) const {
    const Receiver::Stats& r = received();
    const Transmitter::Stats& t = sent();
    host.describe(v);
    v.counter("bus_transactions", master.transactions(), "events", "Bursts requested as bus master.");
    describe_master(v);
    v.counter("frames_sent", t.frames, "frames", "Frames sent completely.");
    v.counter("octets_sent", t.octets, "octets", "Octets of these frames, with FCS.");
    v.counter("collisions", t.collisions, "events", "Collisions of completed frames.");
    v.counter("excessive_collisions", t.given_up, "frames", "Frames dropped after 16 collisions.");
    v.counter("underruns", t.underruns, "frames", "Frames aborted because their octets were not in the FIFO in time.");
    v.counter("carrier_lost", t.carrier_lost, "frames", "Frames sent without carrier, or without link.");
    v.counter("fifo_overruns", t.overruns, "events", "Writes by the host beyond the capacity of the transmit FIFO.");
    v.counter("frames_received", r.frames, "frames", "Complete frames with a correct FCS stored in the receive FIFO.");
    v.counter("octets_received", r.octets, "octets", "Octets of these frames, with FCS.");
    v.counter("address_mismatches", r.not_for_us, "frames", "Frames to other addresses.");
    v.counter("rx_disabled_drops", r.not_listening, "frames",
              "Frames dropped while the receiver was disabled or its transceiver had no link.");
    v.counter("missed", r.missed, "frames",
              "Frames dropped because the receive FIFO held its maximum number of frames.");
    v.counter("overruns", r.overruns, "frames", "Frames truncated because the receive FIFO was full.");
    v.counter("receive_errors", r.errors, "frames", "Frames reported as damaged.");
    v.counter("runts", r.runts, "frames", "Dropped fragments shorter than 64 octets.");
    v.counter("fifo_underruns", r.underruns, "events", "Reads by the host past the end of a frame.");
}

void Core::describe_master(core::StatsVisitor& v) const {
    v.counter("download_length_errors", astray_, "events",
              "Downloads whose length differed from that of the frame in the transmit FIFO.");
    v.counter("rejected_transfers", starts_over_, "events", "Transfers rejected because another was in progress.");
}

}  // namespace niclab::etherlink
