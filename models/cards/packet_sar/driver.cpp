#include "cards/packet_sar/driver.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "atm/aal5.h"
#include "pci/config_space.h"

namespace niclab::packet_sar {

namespace {

// Registers and layouts as drivers use them; a driver must not include the card's own headers.
constexpr std::uint32_t kIdentity = 0x00, kCapabilities = 0x04, kControl = 0x08, kEvents = 0x0C, kTxTail = 0x10,
                        kTxDone = 0x14, kFreeTail = 0x18, kStatusBase = 0x1C, kStatusHead = 0x20, kStatusTail = 0x24,
                        kTransmitOctets = 0x28;
constexpr std::uint32_t kIdentityValue = 0x504B5431, kPioTransmit = 1, kPioReceive = 2;
constexpr std::uint32_t kTransmitOn = 1, kReceiveOn = 2, kInterruptOn = 4, kReset = 1u << 31;
constexpr std::uint32_t kTxRing = 0x0000, kTxEntries = 64, kFreeRing = 0x0400, kFreeEntries = 128, kStatusRing = 0x0800,
                        kStatusEntries = 64, kConnections = 0x1000, kTransmit = 0x9000, kPage = 4096;
constexpr std::uint32_t kOpen = 1u << 31, kValid = 1u << 31, kCrcError = 1;
constexpr std::uint32_t kWindowOffset = 0x01000000u;  // of packet memory, after the registers
constexpr std::uint32_t kBufferOctets = 65536 + 48;

std::uint32_t dword_at(const std::vector<std::uint8_t>& octets, std::size_t at) {
    std::uint32_t dword = 0;
    for (std::size_t i = at; i < std::min(at + 4, octets.size()); ++i)
        dword |= std::uint32_t{octets[i]} << 8 * (i - at);
    return dword;
}

std::uint32_t rounded(std::size_t octets) { return static_cast<std::uint32_t>((octets + 3) & ~std::size_t{3}); }

}  // namespace

Driver::Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config)
    : AtmDevice(name, port), place_(place), config_(config) {
    SC_HAS_PROCESS(Driver);
    SC_THREAD(interrupt_thread);
}

void Driver::probe() {
    find_card();
    set_reg(kControl, kReset);
    set_up_transmit();
    set_up_receive();
    set_reg(kControl, kTransmitOn | kReceiveOn | (config_.poll_us > 0 ? 0 : kInterruptOn));
    reg(kControl);  // the posted writes have arrived
    ready_ = true;
}

void Driver::find_card() {
    if (port_.config_read32(place_.slot, 0x00) != 0xA7A51234u)
        throw std::runtime_error(std::string(name()) + ": no answer in slot " + std::to_string(place_.slot) +
                                 "; expected a card with packet memory");
    port_.config_write32(place_.slot, 0x14, ~0u);
    window_octets_ = ~port_.config_read32(place_.slot, 0x14) + 1;
    registers_ = place_.windows;
    window_ = place_.windows + kWindowOffset;
    port_.config_write32(place_.slot, 0x10, registers_);
    port_.config_write32(place_.slot, 0x14, window_);
    port_.config_write32(place_.slot, 0x0C, place_.latency_dword());
    port_.config_write32(place_.slot, 0x04, pci::kMemorySpace | pci::kBusMaster);
    if (reg(kIdentity) != kIdentityValue)
        throw std::runtime_error(std::string(name()) +
                                 ": no answer of the card's registers; expected what was written to them");
}

void Driver::set_up_transmit() {
    const std::uint32_t capabilities = reg(kCapabilities);
    pio_transmit_ = (capabilities & kPioTransmit) != 0;
    pio_receive_ = (capabilities & kPioReceive) != 0;
    transmit_octets_ = reg(kTransmitOctets);
    if (pio_transmit_) return;
    for (unsigned i = 0; i < config_.tx_buffers; ++i) free_tx_.push_back(port_.memory().allocate(kBufferOctets, 64));
}

void Driver::set_up_receive() {
    if (pio_receive_) return;
    host::Memory& memory = port_.memory();
    status_ring_ = memory.allocate(kStatusEntries * 16, kPage);
    set_reg(kStatusBase, status_ring_);
    for (unsigned i = 0; i < config_.rx_buffers; ++i) supply(memory.allocate(kBufferOctets, 64));
    set_reg(kFreeTail, free_tail_);
}

void Driver::open(host::Channel channel) {
    const std::uint16_t vci = board::vci_of(channel);
    const std::uint32_t first = kTransmit + transmit_octets_;
    const std::uint32_t octets = (window_octets_ - first) / config_.connections / kPage * kPage;
    if (circles_.size() == config_.connections)
        throw std::runtime_error(std::string(name()) + ": all " + std::to_string(config_.connections) +
                                 " connections are open; expected a larger driver.connections");
    const Circle circle{vci, first + static_cast<std::uint32_t>(circles_.size()) * octets, octets};
    circles_.push_back(circle);
    card_.lock();
    write_window(kConnections + vci * 8u, {kOpen | circle.octets, circle.base});
    reg(kControl);
    card_.unlock();
}

void Driver::write_window(std::uint32_t offset, const std::vector<std::uint32_t>& dwords) {
    for (std::size_t i = 0; i < dwords.size(); i += config_.write_combining_dwords) {
        const auto n = std::min<std::size_t>(config_.write_combining_dwords, dwords.size() - i);
        port_.write_block(window_ + offset + 4 * static_cast<std::uint32_t>(i), dwords.data() + i,
                          static_cast<unsigned>(n), bus::Purpose::Register);
    }
}

std::size_t Driver::room(std::size_t octets) const {
    const std::size_t entries = kTxEntries - 1 - outstanding_.size();
    return std::min(entries, pio_transmit_ ? (transmit_octets_ - tx_used_) / rounded(octets) : free_tx_.size());
}

void Driver::transmit(const std::vector<std::uint8_t>& sdu, host::Channel channel, std::uint32_t pdu) {
    card_.lock();
    while (room(sdu.size()) == 0) {
        card_.unlock();
        wait(freed_event_);
        card_.lock();
    }
    const std::uint32_t place = pio_transmit_ ? kTransmit + tx_write_ : free_tx_.back();
    posted(core::now_fs(), {pdu, pio_transmit_ ? window_ + place : place, 1});
    outstanding_.push_back({tx_tail_, pio_transmit_ ? 0 : place, pio_transmit_ ? rounded(sdu.size()) : 0});
    if (pio_transmit_)
        put_in_packet_memory(sdu);
    else
        put_in_host_memory(sdu);
    write_window(kTxRing + 16 * tx_tail_, {static_cast<std::uint32_t>(sdu.size()), place, header_of(channel)});
    tx_tail_ = (tx_tail_ + 1) % kTxEntries;
    ++stats_.packets_sent;
    set_reg(kTxTail, tx_tail_);
    card_.unlock();
}

void Driver::put_in_host_memory(const std::vector<std::uint8_t>& sdu) {
    std::copy(sdu.begin(), sdu.end(), port_.memory().at(free_tx_.back()));
    free_tx_.pop_back();
}

void Driver::put_in_packet_memory(const std::vector<std::uint8_t>& sdu) {
    tx_used_ += rounded(sdu.size());
    for (std::size_t at = 0; at < sdu.size();) {
        std::uint32_t dwords[16];
        // A burst ends at the end of the circular buffer.
        const std::size_t most =
            std::min<std::size_t>(config_.write_combining_dwords, (transmit_octets_ - tx_write_) / 4);
        unsigned n = 0;
        for (; n < most && at < sdu.size(); ++n, at += 4) dwords[n] = dword_at(sdu, at);
        port_.write_block(window_ + kTransmit + tx_write_, dwords, n, bus::Purpose::PioWrite);
        tx_write_ = (tx_write_ + 4 * n) % transmit_octets_;
    }
}

void Driver::wait_for_work() {
    if (config_.poll_us > 0) {
        do wait(config_.poll_us, sc_core::SC_US);
        while (!ready_);
        return;
    }
    wait_for_interrupt(place_.interrupt_us);
}

void Driver::service() {
    // A read of the events clears them; a later event asserts INTA# anew.
    while (reg(kEvents) != 0) {
        take_sent();
        take_received();
    }
}

void Driver::take_sent() {
    const std::uint32_t done = reg(kTxDone);
    while (!outstanding_.empty() && outstanding_.front().entry != done) {
        const Outstanding sent = outstanding_.front();
        outstanding_.pop_front();
        tx_used_ -= sent.room;
        if (!pio_transmit_) free_tx_.push_back(sent.buffer);
    }
    core::fire(freed_event_);
}

void Driver::take_received() {
    if (pio_receive_)
        take_from_packet_memory();
    else
        take_from_host_memory();
}

void Driver::take_from_host_memory() {
    host::Memory& memory = port_.memory();
    const std::uint32_t supplied = free_tail_;
    for (;; status_head_ = (status_head_ + 1) % kStatusEntries) {
        const std::uint32_t entry = status_ring_ + 16 * status_head_, flags = memory.read32(entry + 12);
        if (!(flags & kValid)) break;
        memory.write32(entry + 12, 0);
        const std::uint32_t buffer = memory.read32(entry + 4), octets = memory.read32(entry + 8);
        deliver_cpcs(memory.read32(entry), {memory.at(buffer), memory.at(buffer) + octets}, (flags & kCrcError) != 0);
        supply(buffer);
    }
    if (free_tail_ == supplied) return;
    set_reg(kFreeTail, free_tail_);
    set_reg(kStatusHead, status_head_);
}

void Driver::supply(std::uint32_t buffer) {
    write_window(kFreeRing + 8 * free_tail_, {buffer, buffer});
    free_tail_ = (free_tail_ + 1) % kFreeEntries;
}

void Driver::take_from_packet_memory() {
    const std::uint32_t tail = reg(kStatusTail);
    for (; status_head_ != tail; status_head_ = (status_head_ + 1) % kStatusEntries) {
        std::uint32_t entry[4];
        for (std::uint32_t i = 0; i < 4; i += config_.read_dwords)
            port_.read_block(window_ + kStatusRing + 16 * status_head_ + 4 * i, entry + i,
                             std::min(config_.read_dwords, 4 - i), bus::Purpose::PioStatus);
        auto octets = read_packet_memory(entry[1], entry[2], static_cast<std::uint16_t>(entry[0]));
        deliver_cpcs(entry[0], std::move(octets), (entry[3] & kCrcError) != 0);
        set_reg(kStatusHead, (status_head_ + 1) % kStatusEntries);  // its memory is free
    }
}

std::vector<std::uint8_t> Driver::read_packet_memory(std::uint32_t offset, std::uint32_t octets, std::uint16_t vci) {
    const auto found = std::find_if(circles_.begin(), circles_.end(), [vci](const Circle& c) { return c.vci == vci; });
    assert(found != circles_.end());
    const Circle& circle = *found;
    std::vector<std::uint8_t> data;
    data.reserve(octets);
    while (data.size() < octets) {
        std::uint32_t dwords[16];
        const auto left = static_cast<std::uint32_t>(octets - data.size());
        const std::uint32_t n = std::min({config_.read_dwords, left / 4, (circle.base + circle.octets - offset) / 4});
        port_.read_block(window_ + offset, dwords, n, bus::Purpose::PioRead);
        for (std::uint32_t i = 0; i < 4 * n; ++i)
            data.push_back(static_cast<std::uint8_t>(dwords[i / 4] >> 8 * (i % 4)));
        offset += 4 * n;
        if (offset == circle.base + circle.octets) offset = circle.base;
    }
    return data;
}

}  // namespace niclab::packet_sar
