#include "pcie/endpoint.h"

#include <algorithm>
#include <cstring>

#include "pcie/config_access.h"

namespace niclab::pcie {

using base::call;

Endpoint::Endpoint(base::EventQueue& event_queue, const Identity& identity, const EndpointConfig& config, LinkEnd& end,
                   Payloads& payloads)
    : config_space(identity),
      event_queue_(event_queue),
      config_(config),
      end_(end),
      payloads_(payloads),
      tags_(config.tags),
      reads_(kSlots),
      outstanding_(config.tags),
      vectors_(std::size_t{kVectorOctets} * identity.msix_vectors, 0),
      pending_((identity.msix_vectors + 63) / 64 * std::size_t{8}, 0) {
    for (std::size_t k = 12; k < vectors_.size(); k += kVectorOctets) vectors_[k] = 1;  // Masked.
}

void Endpoint::receive(const Tlp& tlp) {
    switch (tlp.type) {
        case TlpType::Completion:
            return complete(tlp);
        case TlpType::ConfigRead:
        case TlpType::ConfigWrite:
            configured_.push_back(tlp);
            return event_queue_.after(config_.config_time, call<&Endpoint::configure>(this));
        case TlpType::Message:
            return end_.release(tlp);
        default:
            return enter(tlp);
    }
}

/// A request to the windows.
void Endpoint::enter(const Tlp& tlp) {
    const bool io = tlp.type == TlpType::IoRead || tlp.type == TlpType::IoWrite;
    const auto hit = config_space.find(tlp.address, io);
    ++stats_.accesses;
    if (!hit || hit->offset + tlp.octets > config_space.identity().bars[hit->bar].octets) {
        ++stats_.unsupported;
        if (tlp.type != TlpType::MemoryWrite) respond(tlp, nullptr, kUnsupportedRequest);
        return end_.release(tlp);
    }
    if (!vectors_.empty() && hit->bar == config_space.identity().msix_bar) return access_vectors(tlp, hit->offset);
    accesses_.push_back({tlp, hit->bar, hit->offset});
    if (accesses_.size() == 1) work();
}

/// The table of MSI-X and its pending bits.
void Endpoint::access_vectors(const Tlp& tlp, std::uint64_t offset) {
    if (tlp.type == TlpType::MemoryWrite) {
        if (offset + tlp.octets <= vectors_.size())
            std::memcpy(&vectors_[offset], payloads_.at(tlp.payload), tlp.octets);
        end_.release(tlp);
        return send_pending();
    }
    std::array<std::uint8_t, Payloads::kOctets> data{};
    const std::uint64_t half = config_space.identity().bars[config_space.identity().msix_bar].octets / 2;
    const std::vector<std::uint8_t>& part = offset < half ? vectors_ : pending_;
    const std::uint64_t at = offset % half;
    if (at + tlp.octets <= part.size()) std::memcpy(data.data(), &part[at], tlp.octets);
    respond(tlp, data.data(), 0);
    end_.release(tlp);
}

void Endpoint::finish_access(const std::uint8_t* data) {
    const Tlp tlp = accesses_.front().tlp;
    accesses_.pop_front();
    if (tlp.type != TlpType::MemoryWrite) respond(tlp, data, 0);
    end_.release(tlp);
}

/// Reads of memory may be cut; others have one dword.
void Endpoint::respond(const Tlp& request, const std::uint8_t* data, std::uint8_t status) {
    Tlp completion = request;
    completion.type = TlpType::Completion;
    completion.completer = id_;
    completion.status = status;
    completion.payload = 0;
    completion.last = true;
    completion.has_digest = config_.has_digest;
    completion.at(Stamp::Picked) = event_queue_.now();
    const bool memory = request.type == TlpType::MemoryRead;
    const bool reads = memory || request.type == TlpType::IoRead || request.type == TlpType::ConfigRead;
    completion.remaining = memory ? request.octets : 4;
    if (!memory) completion.address = 0;
    completion.octets = status == 0 && reads ? completion.remaining : 0;
    unsigned done = 0;
    while (completion.octets > 0) {
        const unsigned left = completion.remaining;
        completion.octets = memory ? next_completion(completion.address, left, touched_lines(completion.address, left),
                                                     config_space.mps())
                                   : left;
        completion.last = completion.octets == left;
        completion.payload = payloads_.take();
        std::memcpy(payloads_.at(completion.payload), data + done, completion.octets);
        end_.submit(completion);
        if (completion.last) return;
        done += completion.octets;
        completion.address += completion.octets, completion.remaining -= completion.octets;
    }
    end_.submit(completion);
}

void Endpoint::configure(std::uint64_t) {
    const Tlp tlp = configured_.front();
    configured_.pop_front();
    id_ = std::uint16_t(tlp.address >> kRequesterShift);
    const bool mine = !tlp.type1 && (id_ & 0x7) == 0, was_master = is_master();
    std::array<std::uint8_t, kDwordOctets> data{};
    if (mine) data = access_config(config_space, tlp, payloads_.at(tlp.payload));
    respond(tlp, data.data(), mine ? 0 : kUnsupportedRequest);
    end_.release(tlp);
    if (tlp.type == TlpType::ConfigWrite) send_pending();
    if (!is_master() || was_master) return;
    if (msi_waits_) send_msi();
    if (work) work();
}

void Endpoint::read(unsigned slot, std::uint64_t address, unsigned octets, std::uint8_t purpose) {
    Read& read = reads_[slot];
    read.address = address, read.octets = read.left = octets, read.good = true;
    read.data.resize(octets);
    ++stats_.reads, stats_.octets_read += octets;
    for (unsigned done = 0; done < octets;) {
        Tlp tlp;
        tlp.type = TlpType::MemoryRead;
        tlp.address = address + done;
        tlp.octets = next_request(tlp.address, octets - done, config_space.mrrs());
        tlp.slot = slot;
        tlp.purpose = purpose;
        tlp.at(Stamp::Asked) = event_queue_.now();
        done += tlp.octets;
        untagged_.push_back(tlp);
    }
    while (!untagged_.empty() && tags_.is_free()) {
        ask(untagged_.front());
        untagged_.pop_front();
    }
}

/// There is a tag.
void Endpoint::ask(Tlp tlp) {
    tlp.tag = tags_.take();
    tlp.requester = id_;
    tlp.has_digest = config_.has_digest;
    tlp.at(Stamp::Tagged) = event_queue_.now();
    outstanding_[tlp.tag] = {tlp.slot, unsigned(tlp.address - reads_[tlp.slot].address)};
    end_.submit(tlp);
}

void Endpoint::complete(const Tlp& tlp) {
    Outstanding& o = outstanding_[tlp.tag];
    Read& read = reads_[o.slot];
    const unsigned slot = o.slot;
    if (tlp.status == 0) {
        std::memcpy(&read.data[o.at], payloads_.at(tlp.payload), tlp.octets);
        o.at += tlp.octets, read.left -= tlp.octets;
    } else {
        std::memset(&read.data[o.at], 0xFF, tlp.remaining);
        read.good = false, read.left -= tlp.remaining;
    }
    if (tlp.last || tlp.status != 0) {
        tags_.release(tlp.tag);
        if (!untagged_.empty()) {
            ask(untagged_.front());
            untagged_.pop_front();
        }
    }
    if (read.left == 0) read_done({slot, read.good, tlp});
    end_.release(tlp);
}

void Endpoint::write(std::uint64_t address, const std::uint8_t* data, unsigned octets, std::uint8_t purpose) {
    ++stats_.writes, stats_.octets_written += octets;
    for (unsigned done = 0; done < octets;) {
        Tlp tlp;
        tlp.type = TlpType::MemoryWrite;
        tlp.requester = id_;
        tlp.has_digest = config_.has_digest;
        tlp.address = address + done;
        tlp.octets = next_request(tlp.address, octets - done, config_space.mps());
        tlp.at(Stamp::Asked) = tlp.at(Stamp::Tagged) = event_queue_.now();
        tlp.purpose = purpose;
        tlp.payload = payloads_.take();
        std::memcpy(payloads_.at(tlp.payload), data + done, tlp.octets);
        done += tlp.octets;
        end_.submit(tlp);
    }
}

void Endpoint::sent(const Tlp& tlp, Femtoseconds) {
    if (tlp.type == TlpType::MemoryWrite) work();
}

void Endpoint::set_interrupt(bool asserted) {
    if (asserted == interrupt_) return;
    interrupt_ = asserted;
    config_space.set_interrupt(asserted);
    if (asserted) ++stats_.interrupts;
    const bool messages = config_space.msix_enabled() || config_space.msi();
    if (!messages || inta_) {
        const bool wanted = asserted && !messages && !config_space.has_command(kIntxDisabled);
        if (wanted == inta_) return;
        inta_ = wanted;
        return send_message(wanted ? kAssertInta : kDeassertInta);
    }
    msi_waits_ = false;
    if (!asserted) return;
    if (config_space.msix_enabled()) return send_vector(0);
    send_msi();
}

/// A message is a write to memory: it waits until the card is a bus master.
void Endpoint::send_msi() {
    const std::optional<ConfigSpace::Message> message = config_space.msi();
    msi_waits_ = message && !is_master();
    if (message && !msi_waits_) notify(message->address, message->data);
}

void Endpoint::send_message(std::uint8_t code) {
    Tlp tlp;
    tlp.type = TlpType::Message;
    tlp.code = code;
    tlp.requester = id_;
    tlp.at(Stamp::Asked) = tlp.at(Stamp::Tagged) = event_queue_.now();
    end_.submit(tlp);
}

/// A write of MSI or MSI-X.
void Endpoint::notify(std::uint64_t address, std::uint32_t data) {
    std::array<std::uint8_t, 4> octets{};
    for (unsigned k = 0; k < 4; ++k) octets[k] = std::uint8_t(data >> 8 * k);
    write(address, octets.data(), 4);
}

std::uint32_t Endpoint::vector_dword(unsigned at) const {
    std::uint32_t value = 0;
    for (unsigned k = 0; k < 4; ++k) value |= std::uint32_t{vectors_[at + k]} << 8 * k;
    return value;
}

void Endpoint::send_vector(unsigned vector) {
    const unsigned at = kVectorOctets * vector, bit = 1u << vector % 8;
    if (!config_space.msix_enabled() || at >= vectors_.size()) return;
    if (!is_master() || config_space.msix_masked() || (vector_dword(at + 12) & 1) != 0) {
        pending_[vector / 8] = std::uint8_t(pending_[vector / 8] | bit);
        return;
    }
    pending_[vector / 8] = std::uint8_t(pending_[vector / 8] & ~bit);
    notify(vector_dword(at) | std::uint64_t{vector_dword(at + 4)} << 32, vector_dword(at + 8));
}

void Endpoint::send_pending() {
    for (unsigned k = 0; k < config_space.identity().msix_vectors; ++k)
        if (is_pending(k)) send_vector(k);
}

}  // namespace niclab::pcie
