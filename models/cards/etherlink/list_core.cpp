#include "cards/etherlink/list_core.h"

#include <algorithm>

#include "cards/etherlink/list_layout.h"

namespace niclab::etherlink {

namespace {

constexpr core::Femtoseconds kPollUnit = 320 * base::kNanosecond;

/// The dword of the enabled octets.
std::uint32_t enabled_bits(unsigned enables) {
    std::uint32_t bits = 0;
    for (unsigned lane = 0; lane < 4; ++lane)
        if (enables >> lane & 1) bits |= 0xFFu << 8 * lane;
    return bits;
}

}  // namespace

ListCore::ListCore(sc_core::sc_module_name name, core::Clock& clock, const Config& config)
    : Core(name, clock, config),
      download_(transmitter_, registers_, config.boomerang),
      upload_(receiver_, registers_, config.boomerang),
      phy_(config.boomerang ? Phy::kDp83840 : Phy::kInternal, config.mbps, config.mac.rules.full_duplex) {
    SC_HAS_PROCESS(ListCore);
    SC_METHOD(on_poll);
    sensitive << poll_;
    dont_initialize();
    registers_.management = &phy_;
    receiver_.reports_late = true, receiver_.keeps_overruns = false;
}

void ListCore::run_master() {
    if (poll_due_) download_.poll(), poll_due_ = armed_ = false;
    finish_transfer();
    end_stall();
    grant();
    arm_poll();
}

bool ListCore::master_can_begin() const { return master.idle() && (upload_.can_begin() || download_.can_begin()); }

void ListCore::finish_transfer() {
    using Event = ether_board::BusMaster::Event;
    const Event event = master.clock();
    if (event == Event::None) return;
    if (event == Event::Done)
        user_->done(master.transfer());
    else
        fail();
}

void ListCore::fail() {
    download_.fail(), upload_.fail();
    bus_error_ = true;
    const bool claimed = master.result() != bus::BurstStatus::MasterAbort;
    dma_control_ |= claimed ? dma_control::kTargetAbort : dma_control::kMasterAbort;
}

void ListCore::grant() {
    if (!master.idle()) return;
    ether_board::Transfer transfer;
    for (ether_board::BusUser* user :
         {static_cast<ether_board::BusUser*>(&upload_), static_cast<ether_board::BusUser*>(&download_)}) {
        if (!user->next(transfer)) continue;
        user_ = user;
        return master.start(transfer, true);
    }
}

void ListCore::set(Command which, std::uint16_t argument) {
    if (which == Command::Stall) return set_stall(argument & 3);
    Core::set(which, argument);
}

void ListCore::set_stall(unsigned argument) {
    const bool stalls = argument == stall::kUpStall || argument == stall::kDownStall;
    if (argument <= stall::kUpUnstall)
        upload_.set_stalled(stalls);
    else
        download_.set_stalled(stalls);
    if (argument == stall::kDownUnstall) demanded()(core::now_fs());
    if (stalls) stalls_ = registers_.command_in_progress = true;
}

void ListCore::end_stall() {
    if (!stalls_) return;
    if (download_.stalled() && !download_.settled()) return;
    if (upload_.stalled() && !upload_.settled()) return;
    stalls_ = false;
    if (!command_runs()) registers_.command_in_progress = false;
}

void ListCore::arm_poll() {
    if (!download_.waits_for_poll() || armed_) return;
    armed_ = true;
    const core::Femtoseconds period = clock().period_fs(), interval = download_.poll_interval * kPollUnit;
    const core::Femtoseconds clocks = std::max<core::Femtoseconds>(interval / period, 1);
    core::fire(poll_, clocks * period - period / 2);  // between two edges
}

void ListCore::on_poll() {
    count_call();
    poll_due_ = true;
    wake();
}

std::uint32_t ListCore::access() {
    const unsigned offset = host.access.offset;
    if (offset < kListRegisters) return Core::access();
    const std::uint32_t enabled = enabled_bits(host.access.enables), value = read_register(offset);
    if (!host.access.write) return value & enabled;
    write_register(offset, (value & ~enabled) | (host.access.data & enabled));
    return 0;
}

std::uint32_t ListCore::read_register(unsigned offset) const {
    const std::uint16_t seen = registers_.interrupts.seen();
    switch (offset) {
        case kDmaControl:
            return dma_control_ | (download_.stalled() ? dma_control::kDownStalled : 0) |
                   (seen & status::kUpComplete ? dma_control::kUpComplete : 0) |
                   (seen & status::kDownComplete ? dma_control::kDownComplete : 0) |
                   (download_.in_progress() ? dma_control::kDownInProgress : 0);
        case kDownListPointer:
            return download_.pointer();
        case kPollDword:
            return config_.boomerang ? download_.free_threshold << kFreeThresholdShift
                                     : download_.poll_interval << kDownPollShift;
        case kUpStatus:
            return upload_.status_register();
        case kUpListPointer:
            return upload_.pointer();
        default:
            return 0;
    }
}

void ListCore::write_register(unsigned offset, std::uint32_t value) {
    switch (offset) {
        case kDmaControl:
            dma_control_ = (dma_control_ & ~dma_control::kWritten) | (value & dma_control::kWritten);
            upload_.early = (value & dma_control::kUpEarly) != 0;
            receiver_.keeps_overruns = (value & dma_control::kKeepOverruns) != 0;
            return;
        case kDownListPointer:
            download_.set_pointer(value);
            if (value != 0 && !download_.stalled()) demanded()(core::now_fs());
            return;
        case kPollDword:
            if (config_.boomerang)
                download_.free_threshold = value >> kFreeThresholdShift;
            else
                download_.poll_interval = value >> kDownPollShift & 0xFF;
            return;
        case kUpListPointer:
            return upload_.set_pointer(value);
        default:
            return;
    }
}

void ListCore::reset_download() {
    Core::reset_download();
    download_.reset();
    dma_control_ &= ~(dma_control::kTargetAbort | dma_control::kMasterAbort);
}

void ListCore::reset_upload() {
    Core::reset_upload();
    upload_.reset();
    write_register(kDmaControl, 0);
}

void ListCore::describe_master(core::StatsVisitor& v) const {
    const DownloadList::Stats& down = downloads();
    const UploadList::Stats& up = uploads();
    v.counter("download_descriptors", down.descriptors, "events", "Transmit descriptors read.");
    v.counter("download_polls", down.polls, "events", "Polls for a descriptor after the last one.");
    v.counter("inserted_checksums", down.inserted, "events", "Checksums that were inserted into frames to send.");
    v.counter("upload_descriptors", up.descriptors, "events", "Receive descriptors used.");
    v.counter("full_descriptors", up.full, "events", "Reads of a descriptor that still belonged to the host.");
    v.counter("upload_overflows", up.overflows, "frames", "Received frames longer than their buffers.");
}

}  // namespace niclab::etherlink
