// A cell of a PDU: its payload from the host's buffers, its trailer and CRC.
#include <algorithm>

#include "atm/aal34.h"
#include "atm/aal5.h"
#include "base/crc.h"
#include "base/low_first.h"
#include "cards/nicstar/segmenter.h"

namespace niclab::nicstar {

void Segmenter::request_payload() {
    const Word remaining = scd_[scd::kCacheA] & tbd::kLength;
    const Word address = scd_[scd::kCacheA + 1];
    chunk_ = std::min<unsigned>(atm::kPayloadOctets - filled_, remaining);
    chunk_ = burst_octets(address, chunk_, config_.dma_burst_dwords, config_.dma_aligned);
    if (chunk_ == 0) return next_buffer();
    bus::Burst& burst = dma_.queue(kSide).add();
    burst = {};
    burst.command = config_.read_command;
    burst.purpose = bus::Purpose::PayloadRead;
    burst.address = address & ~3u;
    burst.dwords = static_cast<std::uint8_t>((address % 4 + chunk_ + 3) / 4);
    state_ = State::Payload;
}

void Segmenter::take_payload(const bus::Burst& burst) {
    if (burst.status != bus::BurstStatus::Done) return give_up_buffer();
    const Word address = scd_[scd::kCacheA + 1];
    const auto octets = base::octets_of(burst.data);
    std::copy_n(octets.begin() + address % 4, chunk_, cell_.payload() + filled_);
    filled_ += chunk_;
    set(scd::kCacheA, scd_[scd::kCacheA] - chunk_);
    set(scd::kCacheA + 1, address + chunk_);
    if (filled_ < atm::kPayloadOctets)
        request_payload();
    else
        finish_cell();
}

void Segmenter::next_buffer() {
    // The cell continues in the next buffer of the PDU, if there is one.
    if (!has_more()) return cut_short();
    if (!valid(scd::kBValid)) return request_descriptor(true);
    if (scd_[scd::kCacheB] & tbd::kTsr) return cut_short();
    consume_a();
    request_payload();
}

void Segmenter::cut_short() {
    std::fill(cell_.payload() + filled_, cell_.payload() + atm::kPayloadOctets, std::uint8_t{0});
    registers_.events |= stat::kTxicp;
    ++stats_.short_pdus;
    finish_cell();
}

void Segmenter::give_up_buffer() {
    const Word a = scd_[scd::kCacheA];
    registers_.events |= stat::kTxicp;
    ++stats_.aborted_buffers;
    stats_.aborted_octets += filled_ + (a & tbd::kLength);
    if (a & tbd::kEndOfPdu) set(scd::kCrc, base::kCrc32Init);
    if (config_.null_cells && !config_.assembly_stage) push_null();
    slot_served_ = true;
    consume_a();
    state_ = State::Tidy;
}

bool Segmenter::last_of_pdu() const {
    const Word a = scd_[scd::kCacheA];
    return (a & tbd::kLength) == 0 && (a & tbd::kEndOfPdu) != 0;
}

void Segmenter::finish_cell() {
    complete_cell(cell_.payload(), last_of_pdu());
    if (config_.assembly_stage)
        assembled_ = true;
    else
        push_user();
    slot_served_ = true;
    if ((scd_[scd::kCacheA] & tbd::kLength) == 0) consume_a();
    state_ = State::Tidy;
}

void Segmenter::complete_cell(std::uint8_t* payload, bool last) {
    const Word aal = scd_[scd::kCacheA] & tbd::kAalMask;
    if (aal == tbd::kAal34) return atm::aal34_put_crc(payload);
    if (last) cell_.octets[3] |= 0x02;  // PTI: end of the CPCS-PDU
    if (aal != tbd::kAal5) return;
    if (!last) return set(scd::kCrc, atm::aal5_continue(payload, scd_[scd::kCrc]));
    atm::aal5_finish(payload, scd_[scd::kCrc], scd_[scd::kCacheA + 2]);
    set(scd::kCrc, base::kCrc32Init);
}

}  // namespace niclab::nicstar
