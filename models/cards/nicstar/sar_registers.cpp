// Accesses of the host.
#include <algorithm>

#include "cards/nicstar/sar.h"

namespace niclab::nicstar {

void Sar::take_register_access() {
    if (!port_.requests.has_item()) return;
    const card::RegisterAccess access = port_.requests.item();
    port_.requests.take();
    if (access.write)
        write_register(access.offset, (access.data & access.mask) | (kept(access.offset) & ~access.mask));
    else
        port_.answer = read_register(access.offset);
}

std::uint32_t Sar::kept(std::uint32_t offset) const {
    switch (offset) {
        case 0x00:
        case 0x04:
        case 0x08:
        case 0x0C:
            return registers_.dr[offset / 4];
        case reg::kCfg:
            return registers_.cfg;
        case reg::kTstb:
            return registers_.tstb;
        case reg::kGp:
            return registers_.gp;
        case reg::kVpm:
            return registers_.vpm;
        default:
            return 0;
    }
}

std::uint32_t Sar::status() const {
    const auto pairs = [this](unsigned kind) { return std::min(reassembler_.free_buffers.count(kind) / 2, 255u); };
    return pairs(0) << 24 | pairs(1) << 16 | registers_.events | (registers_.command_busy ? stat::kCmdBusy : 0u);
}

std::uint32_t Sar::read_register(std::uint32_t offset) {
    const auto clear = [](std::uint32_t& counter) {
        const std::uint32_t value = counter;
        counter = 0;
        return value;
    };
    switch (offset) {
        case reg::kDr0:
            return registers_.dr[0];
        case reg::kCfg:
            return registers_.cfg;
        case reg::kStat:
            return status();
        case reg::kRsqt:
            return reassembler_.rsq.tail_address();
        case reg::kCdc:
            return clear(registers_.cdc);
        case reg::kVpec:
            return clear(registers_.vpec);
        case reg::kIcc:
            return clear(registers_.icc);
        case reg::kRawct:
            return reassembler_.raw_queue.next();
        case reg::kTmr:
            return timer_.value();
        case reg::kTstb:
            return registers_.tstb;
        case reg::kTsqt:
            return segmenter_.tsq.tail_address();
        case reg::kGp:
            return (registers_.gp & 0xFu) | (eeprom_.output() ? gp::kEepromOut : 0u);
        default:
            return 0;
    }
}

void Sar::write_register(std::uint32_t offset, std::uint32_t data) {
    switch (offset) {
        case 0x00:
        case 0x04:
        case 0x08:
        case 0x0C:
            registers_.dr[offset / 4] = data;
            break;
        case reg::kCmd:
            command_.start(data);
            break;
        case reg::kCfg:
            write_configuration(data);
            break;
        case reg::kStat:
            registers_.events &= ~data;
            if (data & stat::kCompletions) registers_.completions = 0;
            break;
        case reg::kRsqb:
            reassembler_.rsq.set_base(data, cfg::rsq_octets(registers_.cfg));
            break;
        case reg::kRsqh:
            reassembler_.rsq.set_head(data);
            break;
        case reg::kTstb:
            registers_.tstb = data;
            segmenter_.restart_schedule();
            break;
        case reg::kTsqb:
            segmenter_.tsq.set_base(data, tsq::kOctets);
            break;
        case reg::kTsqh:
            segmenter_.tsq.set_head(data);
            break;
        case reg::kGp:
            if ((data ^ registers_.gp) & gp::kPhyReset) utility_.reset((data & gp::kPhyReset) != 0);
            registers_.gp = data;
            eeprom_.drive(data, core::now_fs());
            break;
        case reg::kVpm:
            registers_.vpm = data;
            break;
        case reg::kTail:
        case reg::kTail + 4:
        case reg::kTail + 8:
            if (config_.doorbell == Doorbell::Register) command_.post_tail((offset - reg::kTail) / 4, data);
            break;
        case reg::kPollBase:
            segmenter_.poll_at(data);
            break;
        case reg::kTableBase:
            for (EntryTable* table : {&reassembler_.connections, &segmenter_.descriptors})
                if (table->in_host_memory()) table->in_host_memory()->set_base(data);
            break;
        default:
            break;
    }
}

void Sar::write_configuration(std::uint32_t data) {
    if (data & cfg::kReset) {
        const std::uint32_t handshake = registers_.cfg & cfg::kUmode;
        reset_engines();
        registers_.cfg = handshake;  // until it is written below
    }
    if ((data ^ registers_.cfg) & cfg::kUmode) octet_handshake_((data & cfg::kUmode) != 0);
    registers_.cfg = data;
    reassembler_.rsq.resize(cfg::rsq_octets(data));
}

}  // namespace niclab::nicstar
