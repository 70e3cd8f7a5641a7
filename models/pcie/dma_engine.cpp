#include "pcie/dma_engine.h"

#include <algorithm>

#include "pcie/split.h"

namespace niclab::pcie {

using base::call;

DmaEngine::DmaEngine(base::EventQueue& event_queue, const DmaEngineConfig& config, LinkEnd& end)
    : event_queue_(event_queue), config_(config), end_(end), tags_(config.tags) {}

void DmaEngine::start(unsigned slot, Direction direction, std::uint64_t address, unsigned octets) {
    if (slot >= transfers_.size()) transfers_.resize(slot + 1);
    transfers_[slot] = {direction, address, octets, octets, 0, {}};
    event_queue_.after(config_.engine / 2, call<&DmaEngine::begin>(this, slot));
}

void DmaEngine::begin(std::uint64_t slot) {
    if (transfers_[slot].direction == Direction::Read) return begin_read(static_cast<unsigned>(slot));
    writes_.push_back(static_cast<unsigned>(slot));
    if (writes_.size() == 1) next_write();
}

Tlp DmaEngine::request(TlpType type, unsigned slot, std::uint64_t address, unsigned octets) const {
    Tlp tlp;
    tlp.type = type;
    tlp.has_digest = config_.has_digest;
    tlp.address = address;
    tlp.octets = octets;
    tlp.slot = slot;
    return tlp;
}

void DmaEngine::begin_read(unsigned slot) {
    const Transfer& transfer = transfers_[slot];
    read_free_ = std::max(read_free_, event_queue_.now());
    for (unsigned begun = 0; begun < transfer.octets;) {
        const std::uint64_t address = transfer.address + begun;
        const unsigned octets = next_request(address, transfer.octets - begun, config_.mrrs);
        asked_.push_back(request(TlpType::MemoryRead, slot, address, octets));
        event_queue_.at(read_free_, call<&DmaEngine::ask>(this));
        read_free_ += config_.read_issue;
        begun += octets;
    }
}

void DmaEngine::ask(std::uint64_t) {
    asked_.front().at(Stamp::Asked) = event_queue_.now();
    untagged_.push_back(asked_.front());
    asked_.pop_front();
    take_tags();
}

void DmaEngine::take_tags() {
    while (!untagged_.empty() && tags_.is_free()) {
        Tlp tlp = untagged_.front();
        untagged_.pop_front();
        tlp.tag = tags_.take();
        tlp.at(Stamp::Tagged) = event_queue_.now();
        end_.submit(tlp);
    }
}

void DmaEngine::receive(const Tlp& tlp) {
    Transfer& transfer = transfers_[tlp.slot];
    transfer.landed = std::max(transfer.landed, event_queue_.now()) + tlp.octets * config_.landing;
    transfer.left -= tlp.octets;
    if (transfer.left == 0) {
        transfer.stamps = tlp.stamps;
        event_queue_.at(transfer.landed + config_.engine / 2, call<&DmaEngine::finish>(this, tlp.slot));
    }
    end_.release(tlp);
    if (!tlp.last) return;
    tags_.release(tlp.tag);
    take_tags();
}

void DmaEngine::next_write() { event_queue_.after(config_.write_start, call<&DmaEngine::prepared>(this, 0)); }

/// Of one request, or of the start of a transfer, which has no request yet.
void DmaEngine::prepare() {
    const Transfer& transfer = transfers_[writes_.front()];
    const std::uint64_t address = transfer.address + (transfer.octets - transfer.left);
    const unsigned octets = next_request(address, transfer.left, config_.mps);
    const unsigned chunks = (octets + config_.chunk_octets - 1) / config_.chunk_octets;
    event_queue_.after(chunks * config_.write_chunk, call<&DmaEngine::prepared>(this, octets));
}

void DmaEngine::prepared(std::uint64_t octets) {
    if (octets == 0) return prepare();
    if (end_.waiting(FlowClass::Posted) >= config_.waiting_writes) {
        stalls_ = true;
        return;
    }
    submit_write();
}

void DmaEngine::submit_write() {
    const unsigned slot = writes_.front();
    Transfer& transfer = transfers_[slot];
    const std::uint64_t address = transfer.address + (transfer.octets - transfer.left);
    const unsigned octets = next_request(address, transfer.left, config_.mps);
    Tlp tlp = request(TlpType::MemoryWrite, slot, address, octets);
    tlp.last = octets == transfer.left;
    transfer.left -= octets;
    if (transfer.left > 0) {
        prepare();
    } else {
        writes_.pop_front();
        if (!writes_.empty()) next_write();
    }
    end_.submit(tlp);
}

void DmaEngine::fill() {
    if (!stalls_ || end_.waiting(FlowClass::Posted) >= config_.waiting_writes) return;
    stalls_ = false;
    submit_write();
}

void DmaEngine::sent(const Tlp& tlp, Femtoseconds end) {
    if (tlp.type != TlpType::MemoryWrite || !tlp.last) return;
    const Femtoseconds signal = config_.write_signal + transfers_[tlp.slot].octets * config_.write_signal_octet;
    event_queue_.at(end + signal, call<&DmaEngine::finish>(this, tlp.slot));
}

void DmaEngine::finish(std::uint64_t slot) {
    const Transfer& transfer = transfers_[slot];
    done({static_cast<unsigned>(slot), transfer.stamps, transfer.landed});
}

}  // namespace niclab::pcie
