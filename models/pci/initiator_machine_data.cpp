// Data phases of the initiator: wait states, terminations, fast back-to-back, parity.
#include <algorithm>

#include "pci/initiator_machine.h"

namespace niclab::pci {

namespace {
constexpr unsigned kDevselClocks = 4;   ///< Edges after the address phase by which DEVSEL# must be sampled.
constexpr unsigned kBackoffClocks = 2;  ///< REQ# deasserted after STOP#.
}  // namespace

void InitiatorMachine::begin_data() {
    state_ = State::Data;
    attempt_first_ = index_;
    clocks_ = 0;
    devsel_seen_ = ending_ = stopped_ = abort_ = false;
    frame_ = true;
    begin_phase(config_.first_irdy_waits);
}

std::uint8_t InitiatorMachine::enables(unsigned index) const {
    if (index == 0) return burst_.first_enables;
    return index + 1 == burst_.dwords ? burst_.last_enables : 0xF;
}

void InitiatorMachine::begin_phase(unsigned waits) {
    wait_ = waits;
    irdy_ = false;
    fault_ = write() && parity_fault.next();
    drive_phase();
}

bool InitiatorMachine::last_phase() const {
    if (stopped_ || index_ + width_ >= burst_.dwords) return true;
    // Memory write and invalidate reacts to the loss of GNT# only at the end of a line.
    return ending_ && (command_ != bus::Command::MemoryWriteAndInvalidate ||
                       (burst_.address / 4 + index_ + width_) % cache_line_dwords() == 0);
}

void InitiatorMachine::drive_phase() {
    if (wait_ > 0) {
        --wait_;
    } else if (!irdy_) {  // FRAME# may be deasserted only when IRDY# is asserted.
        irdy_ = true;
        frame_ = !last_phase();
    }
    next_.drive(kEnIrdy).irdy = irdy_;
    next_.drive(kEnFrame).frame = frame_;
    next_.drive(kEnCbe).cbe = enables(index_);
    if (write()) next_.drive(kEnAd).ad = burst_.data[index_];
    if (req64_) drive_upper();
}

void InitiatorMachine::drive_upper() {
    next_.drive64(kEnReq64).req64 = frame_;
    if (width_ == 1) return;  // No ACK64#: the upper dword is transferred again in the lower half.
    const bool exists = index_ + 1 < burst_.dwords;
    next_.drive64(kEnCbeHigh).cbe_high = exists ? enables(index_ + 1) : 0;
    if (write()) next_.drive64(kEnAdHigh).ad_high = exists ? burst_.data[index_ + 1] : 0;
}

void InitiatorMachine::data(const Levels& bus) {
    devsel_seen_ |= bus.devsel;
    const bool moved = irdy_ && bus.trdy && !abort_;
    if (moved)
        take(bus);
    else if (irdy_)
        ++stats_.wait_clocks;
    if (config_.fast_back_to_back) ask_early();
    const bool stop = bus.stop || abort_;
    if (!frame_ && (moved || stop)) return end_transaction(bus, moved);
    if (stop) return stopped(bus, moved);
    if (!devsel_seen_ && ++clocks_ >= kDevselClocks) {
        abort_ = true;
        burst_.status = command_ == bus::Command::SpecialCycle ? bus::BurstStatus::Done : bus::BurstStatus::MasterAbort;
        return frame_ ? stopped(bus, moved) : end_transaction(bus, moved);
    }
    ending_ |= latency_timer_.expired() && !in_->gnt;
    if (moved)
        begin_phase(config_.later_irdy_waits);
    else
        drive_phase();
}

bool InitiatorMachine::waits_for_target() const {
    const bool steady = irdy_ && devsel_seen_ && !abort_ && !config_.fast_back_to_back;
    const bool checks = written_ != 0 || was_read_ || fault_ || out_fault_;
    return state_ == State::Data && steady && !checks && hold_off_ == 0;
}

void InitiatorMachine::wait(unsigned clocks, bool gnt) {
    stats_.wait_clocks += clocks;
    latency_timer_.tick(clocks);
    ending_ |= clocks > 0 && latency_timer_.expired() && !gnt;
}

void InitiatorMachine::take(const Levels& bus) {
    if (index_ == 0) burst_.times.first_data = in_->at;
    burst_.times.last_data = in_->at;
    if (!bus.ack64) width_ = 1;
    if (write())
        written_ |= 1, mine_ |= 1;
    else
        take_read(bus);
    const unsigned moved = std::min(width_, burst_.dwords - index_);
    index_ += moved;
    stats_.dwords += moved;
}

void InitiatorMachine::take_read(const Levels& bus) {
    burst_.data[index_] = bus.ad;
    expected_par_ = even_parity(bus.ad, static_cast<std::uint8_t>(~bus.cbe));
    was_read_ = true;
    check_par64_ = width_ == 2;
    if (!check_par64_) return;
    if (index_ + 1 < burst_.dwords) burst_.data[index_ + 1] = bus.ad_high;
    expected_par64_ = even_parity(bus.ad_high, static_cast<std::uint8_t>(~bus.cbe_high));
}

void InitiatorMachine::stopped(const Levels& bus, bool moved) {
    if (bus.stop && !bus.devsel) burst_.status = bus::BurstStatus::TargetAbort;
    if (moved) fault_ = false;
    if (!irdy_ && bus.trdy) {  // the target's last data waits for IRDY#
        stopped_ = true;
        return drive_phase();
    }
    // One clock with IRDY# asserted and FRAME# high signals the end of the transaction to the
    // target.
    wait_ = 0;
    irdy_ = stopped_ = true;
    frame_ = false;
    drive_phase();
}

void InitiatorMachine::end_transaction(const Levels& bus, bool moved) {
    if (bus.stop && !moved && !bus.devsel) burst_.status = bus::BurstStatus::TargetAbort;
    next_.drive(kEnIrdy).irdy = false;
    irdy_ = fault_ = false;
    if (index_ == burst_.dwords) burst_.status = bus::BurstStatus::Done;
    if (bus.stop && early_req_ != 0) early_req_ = 0, req_ = false;
    if (burst_.status != bus::BurstStatus::Pending) {
        state_ = State::End;
        if (config_.fast_back_to_back && follow(bus)) ++stats_.back_to_backs;
        return;
    }
    if (early_req_ != 0) early_req_ = 0, req_ = false;
    if (index_ == attempt_first_) {
        ++stats_.retries, ++burst_.times.retries;
    } else {
        ++stats_.disconnects, ++burst_.times.disconnects;
    }
    state_ = State::Backoff;
    clocks_ = kBackoffClocks;
}

void InitiatorMachine::ask_early() {
    if (early_req_ != 0 || !can_accept()) return;
    early_req_ = in_->next;
    req_ = true;
}

bool InitiatorMachine::follow(const Levels& bus) {
    const bool enabled = !config_space_ || config_space_->back_to_back();
    if (!enabled || config_.hold_for_parity || burst_.status != bus::BurstStatus::Done || bus.stop) return false;
    if (!can_accept() || !in_->gnt) return false;
    const bus::Burst& next = channel_.request.item();
    const bool same = ((next.address ^ burst_.address) & ~(config_.same_target_octets - 1)) == 0;
    if (!write() || !bus::is_memory(command_) || !bus::is_memory(next.command) || !same) return false;
    if (burst_.address_high != 0 || next.address_high != 0) return false;
    complete();
    accept();
    start_transaction();
    return true;
}

void InitiatorMachine::check_parity(const Levels& bus) {
    if ((written_ & 2) != 0 && bus.perr) data_parity_error((mine_ & 2) != 0);
    written_ = static_cast<std::uint8_t>(written_ << 1 & 2), mine_ = static_cast<std::uint8_t>(mine_ << 1 & 2);
    if (!was_read_) return;
    was_read_ = false;
    const bool upper_differs = check_par64_ && bus.par64 != expected_par64_;
    check_par64_ = false;
    if (bus.par == expected_par_ && !upper_differs) return;
    if (config_space_) config_space_->set_status(kStatusDetectedParityError);
    if (!config_space_ || config_space_->parity_response()) next_.drive(kEnPerr).perr = true;
    data_parity_error(true);
}

void InitiatorMachine::data_parity_error(bool mine) {
    ++stats_.parity_errors;
    if (mine) burst_.parity_error = true;
    if (config_space_ && config_space_->parity_response()) config_space_->set_status(kStatusMasterDataParity);
}

}  // namespace niclab::pci
