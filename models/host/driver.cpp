#include "host/driver.h"

#include <algorithm>

#include "atm/aal5.h"

namespace niclab::host {

namespace {

// Registers and layouts as drivers know them; the card's own headers are not for a driver to include.
constexpr std::uint32_t kDr0 = 0x00, kCmd = 0x10, kCfg = 0x14, kStat = 0x18, kRsqb = 0x1C, kRsqh = 0x24, kTstb = 0x3C,
                        kTsqb = 0x40, kTsqh = 0x48, kGp = 0x4C, kVpm = 0x50, kTableBase = 0x80, kTail = 0x84,
                        kPollBase = 0x90;
constexpr std::uint32_t kBusy = 1u << 9, kEvents = 0xFDFEu;
constexpr std::uint32_t kConnection = 2u << 28, kWriteSram = 4u << 28, kReadSram = 5u << 28, kFreeBuffer = 6u << 28,
                        kReadPhy = 0x80000200u;
constexpr std::uint32_t kTst = 0x1C000, kScd0 = 0x1E7F4, kScd1 = 0x1E7E8, kScd2 = 0x1E7DC;
/// RXPATH, small 2048, large 16384, RSQ 8192, RXINT immediate, TXEN, TXIE; VPI bits 0, 4096 connections.
constexpr std::uint32_t kConfiguration = 1u << 29 | 3u << 27 | 3u << 25 | 2u << 22 | 1u << 12 | 1u << 5 | 1u << 4;
constexpr std::uint32_t kInterrupts = 7u << 12 | 1u << 4;
constexpr std::uint32_t kRegisterBase = 0xE0000000u;

constexpr unsigned kScheduleEntries = 8;
constexpr std::uint32_t kScqEntries = 512, kQueueOctets = 8192, kTsqEntries = 1024, kRsqEntries = 512;
constexpr std::uint32_t kTableOctets = 1u << 19;  ///< The whole map of the SRAM.
constexpr std::uint32_t kSmallOctets = 2048, kLargeOctets = 16384, kLargeHandle = 0x10000;
/// Longest transmit buffer one descriptor can name: a multiple of 48 within 16 bits.
constexpr std::uint32_t kDescriptorOctets = 65520;
constexpr std::uint32_t kTxBufferOctets = 65536 + 48;

}  // namespace

Driver::Driver(sc_core::sc_module_name name, Port& port, const Config& config)
    : CardDriver(name, port), config_(config) {
    SC_HAS_PROCESS(Driver);
    if (!config.idle) SC_THREAD(interrupt_thread);
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

void Driver::probe() {
    find_card();
    reset_card();
    set_up_transmit();
    set_up_receive();
    set_reg(kCfg, config_.poll_us > 0 ? kConfiguration & ~kInterrupts : kConfiguration);
    reg(kStat);  // the posted writes have arrived
    ready_ = true;
}

void Driver::find_card() {
    if (port_.config_read32(config_.slot, 0x00) != 0x0001111Du)
        throw std::runtime_error(std::string(name()) + ": no NICStAR answers in slot " + std::to_string(config_.slot));
    port_.config_write32(config_.slot, 0x14, ~0u);
    const std::uint32_t window = ~port_.config_read32(config_.slot, 0x14) + 1;
    if (window != 4096) throw std::runtime_error(std::string(name()) + ": BAR1 is not a 4 KiB memory window");
    base_ = kRegisterBase;
    port_.config_write32(config_.slot, 0x14, base_);
    port_.config_write32(config_.slot, 0x0C, 0x2000);  // latency timer: 32 clocks
    port_.config_write32(config_.slot, 0x04, 0x6);     // memory space, bus master
}

void Driver::reset_card() {
    reg(kStat);
    set_reg(kCfg, 1u << 31);
    wait(1, sc_core::SC_US);
    set_reg(kCfg, 0);
    set_reg(kGp, 8);
    wait(1, sc_core::SC_US);
    set_reg(kGp, 0);
    wait_command();
    set_reg(kCmd, kReadPhy);
    wait_command();
    if ((reg(kDr0) & ~1u) != 0x30) throw std::runtime_error(std::string(name()) + ": the PHY does not answer");
    // The 32K card aliases: what is written at 0x1C003 shows at 0x14003.
    write_sram(kTst + 3, {0x76543210});
    write_sram(0x14003, {0x89ABCDEF});
    wait_command();
    set_reg(kCmd, kReadSram | (kTst + 3) << 2);
    wait_command();
    reg(kDr0);
    set_reg(kVpm, 0);
}

void Driver::set_up_transmit() {
    Memory& memory = port_.memory();
    tsq_ = memory.allocate(kQueueOctets, kQueueOctets);
    scq_ = memory.allocate(kQueueOctets, kQueueOctets);
    for (std::uint32_t i = 0; i < kTsqEntries; ++i) memory.write32(tsq_ + 8 * i + 4, 1u << 31);
    set_reg(kTsqh, 0);
    set_reg(kTsqb, tsq_);
    if (config_.host_tables) set_reg(kTableBase, tables_ = memory.allocate(kTableOctets, 4096));
    for (const std::uint32_t scd : {kScd0, kScd1, kScd2}) write_table(scd, {scq_, 0, ~0u, 0}, 2);
    if (config_.doorbell == Config::Doorbell::Memory) {
        tail_ = memory.allocate(4, 4);
        memory.write32(tail_, scq_);
        set_reg(kPollBase, tail_);
    }
    std::vector<std::uint32_t> schedule(kScheduleEntries, 2u << 29);
    schedule.push_back(3u << 29 | kTst);
    write_sram(kTst, schedule);
    set_reg(kTstb, kTst << 2);
    for (unsigned i = 0; i < config_.tx_buffers; ++i) free_tx_.push_back(memory.allocate(kTxBufferOctets, 16));
}

void Driver::set_up_receive() {
    Memory& memory = port_.memory();
    rsq_ = memory.allocate(kQueueOctets, kQueueOctets);
    set_reg(kRsqh, 0);
    set_reg(kCfg, kConfiguration & (3u << 22));  // the size of the queue, before its base
    set_reg(kRsqb, rsq_);
    small_ = memory.allocate(config_.small_buffers * kSmallOctets, 16);
    large_ = memory.allocate(config_.large_buffers * kLargeOctets, 16);
    for (std::uint32_t i = 0; i + 1 < config_.large_buffers; i += 2) supply(1, kLargeHandle + i, kLargeHandle + i + 1);
    for (std::uint32_t i = 0; i + 1 < config_.small_buffers; i += 2) supply(0, i, i + 1);
}

void Driver::open(std::uint16_t vci) {
    card_.lock();
    write_table(std::uint32_t{vci} * 4, {0x000A0000, 0, 0, ~0u}, 0);
    if (config_.host_tables) {  // what the card remembers of the entry is old
        wait_command();
        set_reg(kCmd, kConnection | std::uint32_t{vci} << 4);
    }
    card_.unlock();
}

void Driver::write_table(std::uint32_t address, const std::vector<std::uint32_t>& words, unsigned on_card) {
    if (!config_.host_tables) return write_sram(address, words);
    if (on_card > 0) write_sram(address, {words.begin(), words.begin() + on_card});
    for (auto i = on_card; i < words.size(); ++i) port_.memory().write32(tables_ + 4 * (address + i), words[i]);
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
    Memory& memory = port_.memory();
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

void Driver::send(const std::vector<std::uint8_t>& sdu, std::uint8_t vpi, std::uint16_t vci, std::uint32_t pdu) {
    const auto cells = static_cast<std::uint32_t>(atm::aal5_cells(sdu.size()));
    const std::uint32_t octets = cells * atm::kPayloadOctets;
    const std::uint32_t descriptors = (octets + kDescriptorOctets - 1) / kDescriptorOctets;
    const bool copied = sdu.size() <= config_.copy_threshold;
    const double prepare_us = copied ? config_.copy_per_octet_ns * 1e-3 * double(sdu.size()) : config_.map_us;
    if (prepare_us > 0) wait(prepare_us, sc_core::SC_US);
    stats_.software += static_cast<core::Femtoseconds>(prepare_us * 1e9 + 0.5);
    card_.lock();
    while (free_tx_.empty() || scq_used_ + descriptors + 1 >= kScqEntries) {
        card_.unlock();
        wait(freed_event_);
        card_.lock();
    }
    const std::uint32_t buffer = free_tx_.front();
    free_tx_.pop_front();
    std::uint8_t* memory = port_.memory().at(buffer);
    std::copy(sdu.begin(), sdu.end(), memory);
    std::fill(memory + sdu.size(), memory + octets, std::uint8_t{0});
    const std::uint32_t header = atm::Header{0, vpi, vci, 0, false}.word();
    const std::uint32_t first = write_descriptors(buffer, octets, header, static_cast<std::uint32_t>(sdu.size()));
    const std::uint32_t tag = next_tag_++;
    put_entry(1u << 31 | 1u << 29, tag, 0, 0);
    scq_used_ += descriptors + 1;
    outstanding_.push_back({tag, descriptors + 1, buffer});
    ++stats_.pdus_sent;
    posted({pdu, first, descriptors});
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

void Driver::interrupt_thread() {
    for (;;) {
        wait_for_work();
        handling(stats_.interrupts);
        card_.lock();
        service();
        card_.unlock();
    }
}

void Driver::wait_for_work() {
    if (config_.poll_us > 0) {
        do wait(config_.poll_us, sc_core::SC_US);
        while (!ready_ || !(transmit_status_waits() || receive_status_waits()));
        return;
    }
    wait_for_interrupt(config_.interrupt_us);
}

void Driver::service() {
    set_reg(kStat, reg(kStat) & kEvents);
    // The clearing write is posted: what enters a queue before it reaches the card raises no interrupt any more. So
    // the queues are looked at until nothing came in before a read that waited for the write.
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
    Memory& memory = port_.memory();
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
    freed_event_.notify(sc_core::SC_ZERO_TIME);
}

void Driver::take_receive_status() {
    Memory& memory = port_.memory();
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
    const Memory& memory = port_.memory();
    const std::uint32_t connection = memory.read32(entry), handle = memory.read32(entry + 4);
    const std::uint32_t flags = memory.read32(entry + 12);
    const std::uint8_t* data = memory.at(buffer_address(handle));
    std::vector<std::uint8_t>& pdu = partial_[connection];
    pdu.insert(pdu.end(), data, data + (flags & kCells) * atm::kPayloadOctets);
    to_return_[handle < kLargeHandle ? 0 : 1].push_back(handle);
    if (!(flags & kEnd)) return;
    deliver(connection, std::move(pdu), (flags & kCrcError) != 0);
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

}  // namespace niclab::host
