#include "cards/nicstar/driver.h"

#include <algorithm>

#include "atm/aal5.h"
#include "cards/nicstar/nicstar_layout.h"

namespace niclab::nicstar {

using namespace layout;

Driver::Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config)
    : AtmDevice(name, port), place_(place), config_(config) {
    SC_HAS_PROCESS(Driver);
    SC_THREAD(interrupt_thread);
}

void Driver::wait_command() {
    while (reg(kStat) & kBusy) {
    }
}

void Driver::write_sram(std::uint32_t address, const std::vector<std::uint32_t>& words) {
    for (std::size_t i = 0; i < words.size(); i += 4) {
        const std::size_t n = std::min<std::size_t>(4, words.size() - i);
        wait_command();
        for (std::size_t k = 0; k < n; ++k) set_reg(kDr0 + 4 * static_cast<std::uint32_t>(k), words[i + k]);
        set_reg(kCmd, kWriteSram | (address + static_cast<std::uint32_t>(i)) << 2 | static_cast<std::uint32_t>(n - 1));
    }
}

std::uint32_t Driver::buffer_address(std::uint32_t handle) const {
    return handle < kLargeHandle ? small_ + handle * kSmallOctets : large_ + (handle - kLargeHandle) * kLargeOctets;
}

void Driver::supply(unsigned kind, std::uint32_t first, std::uint32_t second) {
    wait_command();
    set_reg(kDr0 + 0, first);
    set_reg(kDr0 + 4, buffer_address(first));
    set_reg(kDr0 + 8, second);
    set_reg(kDr0 + 12, buffer_address(second));
    set_reg(kCmd, kFreeBuffer | kind);
}

std::uint32_t Driver::put_entry(std::uint32_t w0, std::uint32_t w1, std::uint32_t w2, std::uint32_t w3) {
    host::Memory& memory = port_.memory();
    const std::uint32_t address = scq_ + scq_next_ * 16;
    const std::uint32_t words[] = {w0, w1, w2, w3};
    for (std::uint32_t i = 0; i < 4; ++i) memory.write32(address + 4 * i, words[i]);
    scq_next_ = (scq_next_ + 1) % kScqEntries;
    return address;
}

std::uint32_t Driver::write_descriptors(std::uint32_t buffer, std::uint32_t octets, std::uint32_t header,
                                        std::uint32_t sdu_octets) {
    constexpr std::uint32_t kEnd = 1u << 30, kAal5 = 2u << 26, kMOverN = 0x00810000;
    std::uint32_t first = 0;
    for (std::uint32_t done = 0; done < octets;) {
        const std::uint32_t n = std::min(octets - done, kDescriptorOctets);
        const std::uint32_t end = done + n == octets ? kEnd : 0;
        const std::uint32_t at = put_entry(end | kAal5 | kMOverN | n, buffer + done, sdu_octets, header);
        if (done == 0) first = at;
        done += n;
    }
    return first;
}

std::uint32_t Driver::descriptors_of(std::size_t sdu_octets) {
    const auto octets = static_cast<std::uint32_t>(atm::aal5_cells(sdu_octets) * atm::kPayloadOctets);
    return (octets + kDescriptorOctets - 1) / kDescriptorOctets;
}

std::size_t Driver::room(std::size_t octets) const {
    const std::size_t entries = descriptors_of(octets) + 1, free = kScqEntries - 1 - scq_used_;
    return std::min(free_tx_.size(), free / entries);
}

void Driver::transmit(const std::vector<std::uint8_t>& sdu, host::Channel channel, std::uint32_t pdu) {
    const auto cells = static_cast<std::uint32_t>(atm::aal5_cells(sdu.size()));
    const std::uint32_t octets = cells * atm::kPayloadOctets;
    const std::uint32_t descriptors = descriptors_of(sdu.size());
    const bool copied = sdu.size() <= config_.copy_threshold;
    const double prepare_us = copied ? config_.copy_per_octet_ns * 1e-3 * double(sdu.size()) : config_.map_us;
    if (prepare_us > 0) wait(prepare_us, sc_core::SC_US);
    stats_.software += static_cast<core::Femtoseconds>(prepare_us * 1e9 + 0.5);
    card_.lock();
    while (room(sdu.size()) == 0) {
        card_.unlock();
        wait(freed_event_);
        card_.lock();
    }
    const std::uint32_t buffer = free_tx_.front();
    free_tx_.pop_front();
    std::uint8_t* memory = port_.memory().at(buffer);
    std::copy(sdu.begin(), sdu.end(), memory);
    std::fill(memory + sdu.size(), memory + octets, std::uint8_t{0});
    const std::uint32_t header = header_of(channel);
    const std::uint32_t first = write_descriptors(buffer, octets, header, static_cast<std::uint32_t>(sdu.size()));
    const std::uint32_t tag = next_tag_++;
    put_entry(1u << 31 | 1u << 29, tag, 0, 0);
    scq_used_ += descriptors + 1;
    outstanding_.push_back({tag, descriptors + 1, buffer});
    ++stats_.packets_sent;
    posted(core::now_fs(), {pdu, first, descriptors});
    ring(scq_ + scq_next_ * 16);
    card_.unlock();
}

void Driver::ring(std::uint32_t tail) {
    switch (config_.doorbell) {
        case Config::Doorbell::Command:
            return write_sram(kScd0, {tail});
        case Config::Doorbell::Register:
            return set_reg(kTail, tail);
        case Config::Doorbell::Memory:
            return port_.memory().write32(tail_, tail);
    }
}

void Driver::wait_for_work() {
    if (config_.poll_us > 0) {
        do wait(config_.poll_us, sc_core::SC_US);
        while (!ready_ || !(transmit_status_waits() || receive_status_waits()));
        return;
    }
    wait_for_interrupt(place_.interrupt_us);
}

void Driver::service() {
    set_reg(kStat, reg(kStat) & kEvents);
    // The clearing write is posted: an entry that is added to a queue before the write reaches the
    // card raises no interrupt any more. So the queues are polled until no entry was added before a
    // read that waited for the write.
    do {
        take_transmit_status();
        take_receive_status();
        return_buffers();
        reg(kStat);
    } while (transmit_status_waits() || receive_status_waits());
}

bool Driver::transmit_status_waits() const { return !(port_.memory().read32(tsq_ + 8 * tsq_next_ + 4) >> 31); }

bool Driver::receive_status_waits() const { return port_.memory().read32(rsq_ + 16 * rsq_next_ + 12) >> 31; }

void Driver::take_transmit_status() {
    host::Memory& memory = port_.memory();
    std::uint32_t consumed = kTsqEntries;
    while (transmit_status_waits()) {
        const std::uint32_t tag = memory.read32(tsq_ + 8 * tsq_next_);
        memory.write32(tsq_ + 8 * tsq_next_ + 4, 1u << 31);
        while (!outstanding_.empty()) {
            const Outstanding done = outstanding_.front();
            outstanding_.pop_front();
            scq_used_ -= done.entries;
            free_tx_.push_back(done.buffer);
            if (done.tag == tag) break;
        }
        consumed = tsq_next_;
        tsq_next_ = (tsq_next_ + 1) % kTsqEntries;
    }
    if (consumed < kTsqEntries) set_reg(kTsqh, consumed * 8);
    core::fire(freed_event_);
}

void Driver::take_receive_status() {
    host::Memory& memory = port_.memory();
    std::uint32_t consumed = kRsqEntries;
    while (receive_status_waits()) {
        take_buffer(rsq_ + 16 * rsq_next_);
        memory.write32(rsq_ + 16 * rsq_next_ + 12, 0);
        consumed = rsq_next_;
        rsq_next_ = (rsq_next_ + 1) % kRsqEntries;
    }
    if (consumed < kRsqEntries) set_reg(kRsqh, consumed * 16);
}

void Driver::take_buffer(std::uint32_t entry) {
    constexpr std::uint32_t kEnd = 1u << 13, kCrcError = 1u << 9, kCells = 0x1FF;
    const host::Memory& memory = port_.memory();
    const std::uint32_t connection = memory.read32(entry), handle = memory.read32(entry + 4);
    const std::uint32_t flags = memory.read32(entry + 12);
    const std::uint8_t* data = memory.at(buffer_address(handle));
    std::vector<std::uint8_t>& pdu = partial_[connection];
    pdu.insert(pdu.end(), data, data + (flags & kCells) * atm::kPayloadOctets);
    to_return_[handle < kLargeHandle ? 0 : 1].push_back(handle);
    if (!(flags & kEnd)) return;
    deliver_cpcs(connection, std::move(pdu), (flags & kCrcError) != 0);
    partial_.erase(connection);
}

void Driver::return_buffers() {
    for (unsigned kind = 0; kind < 2; ++kind) {
        std::vector<std::uint32_t>& handles = to_return_[kind];
        std::size_t i = 0;
        for (; i + 1 < handles.size(); i += 2) supply(kind, handles[i], handles[i + 1]);
        handles.erase(handles.begin(), handles.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

}  // namespace niclab::nicstar
