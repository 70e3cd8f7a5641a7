#include "cards/lance/driver.h"

#include <algorithm>
#include <stdexcept>

#include "cards/ether_board/packet_frame.h"

namespace niclab::lance {

namespace {

// Registers and layouts as drivers know them; the card's own headers are not for a driver to include.
constexpr std::uint32_t kIdentity = 0x2000'1022;
constexpr std::uint16_t kInit = 0x0001, kStart = 0x0002, kDemand = 0x0008, kEnable = 0x0040, kInitDone = 0x0100,
                        kMissed = 0x1000, kFlags = 0x7F00;
constexpr std::uint16_t kGoOnAfterUnderrun = 0x0040, kPad = 0x0800, kSuspend = 0x0001, kStyle2 = 2;
constexpr unsigned kFilter = 8, kFilterWords = 16;
constexpr std::uint32_t kOwn = 0x8000'0000, kError = 0x4000'0000, kFirst = 0x0200'0000, kLast = 0x0100'0000,
                        kOnes = 0x0000'F000, kLengthMask = 0x0FFF;
constexpr std::uint32_t kEntry = 16, kInitOctets = 28, kBuffer = 1536;

unsigned log2_of(unsigned n) { return unsigned(__builtin_ctz(n)); }

std::uint32_t length_of(std::size_t octets) { return kOnes | (std::uint32_t(0x1000 - octets) & kLengthMask); }

}  // namespace

Driver::Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config)
    : PortDriver(name, port, place), config_(config) {}

std::uint32_t Driver::memory_octets(const Config& c) {
    constexpr std::uint32_t kAligned = 64;  // of what is allocated
    return 2 * kAligned + (c.tx_ring + c.rx_ring) * (kEntry + kBuffer) + 4 * kAligned;
}

std::uint32_t Driver::tx_entry(unsigned n) const { return tx_ + n * kEntry; }
std::uint32_t Driver::rx_entry(unsigned n) const { return rx_ + n * kEntry; }

std::uint16_t Driver::csr(unsigned number) {
    port_.io_write(io_ + kSelect, 2, number);
    const auto value = std::uint16_t(port_.io_read(io_ + kData, 2));
    port_.io_write(io_ + kSelect, 2, 0);  // where all but the set-up looks
    return value;
}

void Driver::set_csr(unsigned number, std::uint16_t value) {
    port_.io_write(io_ + kSelect, 2, number);
    port_.io_write(io_ + kData, 2, value);
    port_.io_write(io_ + kSelect, 2, 0);
}

void Driver::set_bcr(unsigned number, std::uint16_t value) {
    port_.io_write(io_ + kSelect, 2, number);
    port_.io_write(io_ + kBusData, 2, value);
    port_.io_write(io_ + kSelect, 2, 0);
}

void Driver::set_up() {
    make_rings();
    start();
}

void Driver::find_card() {
    find_on_pci(kIdentity, "Am79C970A", true);
    port_.io_read(io_ + kReset, 2);
    for (unsigned i = 0; i < own_.size(); ++i) own_[i] = std::uint8_t(port_.io_read(io_ + i, 1));
}

void Driver::make_rings() {
    host::Memory& memory = port_.memory();
    init_ = memory.allocate(kInitOctets, 64);
    tx_ = memory.allocate(config_.tx_ring * kEntry, 64), rx_ = memory.allocate(config_.rx_ring * kEntry, 64);
    tx_buffers_ = memory.allocate(config_.tx_ring * kBuffer, 64);
    rx_buffers_ = memory.allocate(config_.rx_ring * kBuffer, 64);
    for (unsigned n = 0; n < config_.rx_ring; ++n) give(rx_entry(n), rx_buffers_ + n * kBuffer);
    memory.write32(init_, log2_of(config_.rx_ring) << 20 | log2_of(config_.tx_ring) << 28);
    memory.write32(init_ + 4, own_[0] | own_[1] << 8 | own_[2] << 16 | std::uint32_t{own_[3]} << 24);
    memory.write32(init_ + 8, own_[4] | own_[5] << 8);
    memory.write32(init_ + 12, 0), memory.write32(init_ + 16, 0);
    memory.write32(init_ + 20, rx_), memory.write32(init_ + 24, tx_);
}

void Driver::start() {
    set_bcr(20, kStyle2);
    set_csr(1, std::uint16_t(init_)), set_csr(2, std::uint16_t(init_ >> 16));
    set_csr(3, kGoOnAfterUnderrun), set_csr(4, kPad);
    set_csr0(kInit);
    while (!(csr0() & kInitDone)) wait(1, sc_core::SC_US);
    set_csr0(kInitDone | kStart | kEnable);
}

/// The filter of groups is open while the chip is suspended; it goes on with its rings behind that.
void Driver::open(host::Channel channel) {
    inbox(channel);
    const unsigned bit = ether_board::hash_of<true>(ether_board::group_of(channel));
    card_.lock();
    const std::uint16_t others = csr(kFilter + bit / kFilterWords);
    set_csr(5, kSuspend);
    while (!(csr(5) & kSuspend)) wait(1, sc_core::SC_US);
    set_csr(kFilter + bit / kFilterWords, std::uint16_t(others | 1u << bit % kFilterWords));
    set_csr(5, 0);
    card_.unlock();
}

void Driver::copy_cost(std::size_t octets) {
    const double us = config_.copy_per_octet_ns * 1e-3 * double(octets);
    if (us <= 0) return;
    wait(us, sc_core::SC_US);
    stats_.software += static_cast<core::Femtoseconds>(us * 1e9 + 0.5);
}

void Driver::transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) {
    card_.lock();
    while (unconfirmed_ == config_.tx_ring) {
        card_.unlock();
        wait(freed_event_);
        card_.lock();
    }
    const std::uint32_t entry = tx_entry(tx_head_), buffer = tx_buffers_ + tx_head_ * kBuffer;
    copy_cost(packet.size());
    std::uint8_t* data = ether_board::put_header(port_.memory().at(buffer), channel, own_, packet.size());
    std::copy(packet.begin(), packet.end(), data);
    posted(core::now_fs(), {pdu, entry, 1});
    port_.memory().write32(entry, buffer), port_.memory().write32(entry + 8, 0);
    port_.memory().write32(entry + 4, kOwn | kFirst | kLast | length_of(ether_board::kHeaderOctets + packet.size()));
    tx_head_ = (tx_head_ + 1) % config_.tx_ring;
    ++unconfirmed_, ++stats_.packets_sent;
    set_csr0(kDemand | kEnable);
    card_.unlock();
}

void Driver::service() {
    for (std::uint16_t status = csr0(); (status & kFlags) != 0; status = csr0()) {
        set_csr0(std::uint16_t((status & kFlags) | kEnable));
        missed_ += (status & kMissed) != 0;
        take_sent();
        take_received();
    }
}

void Driver::take_sent() {
    for (; unconfirmed_ > 0; --unconfirmed_, tx_tail_ = (tx_tail_ + 1) % config_.tx_ring) {
        const std::uint32_t status = port_.memory().read32(tx_entry(tx_tail_) + 4);
        if (status & kOwn) break;
        send_errors_ += (status & kError) != 0;
    }
    core::fire(freed_event_);
}

void Driver::take_received() {
    host::Memory& memory = port_.memory();
    for (;; rx_head_ = (rx_head_ + 1) % config_.rx_ring) {
        const std::uint32_t entry = rx_entry(rx_head_), status = memory.read32(entry + 4);
        if (status & kOwn) return;
        const std::uint32_t buffer = rx_buffers_ + rx_head_ * kBuffer;
        const std::size_t octets = memory.read32(entry + 8) & kLengthMask;
        const bool good = !(status & kError) && (status & kFirst) && (status & kLast);
        if (good && octets >= ether_board::kFcsOctets)
            hand_up(memory.at(buffer), octets - ether_board::kFcsOctets);
        else
            ++receive_errors_;
        give(entry, buffer);
    }
}

void Driver::hand_up(const std::uint8_t* frame, std::size_t octets) {
    auto packet = ether_board::packet_of(frame, octets);
    if (!packet) return ++receive_errors_, void();
    copy_cost(packet->octets.size());
    deliver({packet->channel, host::PacketStatus::Ok, std::move(packet->octets)});
}

/// To the chip, to be filled.
void Driver::give(std::uint32_t entry, std::uint32_t buffer) {
    host::Memory& memory = port_.memory();
    memory.write32(entry, buffer), memory.write32(entry + 8, 0);
    memory.write32(entry + 4, kOwn | length_of(kBuffer));
}

void Driver::describe(core::StatsVisitor& v) const {
    NetDevice::describe(v);
    v.counter("send_errors", send_errors_, "frames", "Frames that the card gave back unsent.");
    v.counter("receive_errors", receive_errors_, "frames", "Frames that the card marked as wrong, or of no channel.");
    v.counter("missed", missed_, "events", "Times the card said that it had no buffer for a frame.");
}

}  // namespace niclab::lance
