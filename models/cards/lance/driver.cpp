#include "cards/lance/driver.h"

#include <algorithm>
#include <stdexcept>

#include "cards/ether_board/packet_frame.h"

namespace niclab::lance {

namespace {

// Registers and layouts as drivers use them; a driver must not include the card's own headers.
constexpr std::uint32_t kIdentity = 0x2000'1022;
constexpr std::uint16_t kInit = 0x0001, kStart = 0x0002, kDemand = 0x0008, kEnable = 0x0040, kInitDone = 0x0100,
                        kMissed = 0x1000, kFlags = 0x7F00;
constexpr std::uint16_t kGoOnAfterUnderrun = 0x0040, kPad = 0x0800, kSuspend = 0x0001, kStyle2 = 2;
constexpr unsigned kFilter = 8, kFilterWords = 16;
constexpr std::uint32_t kOwn = 0x8000'0000, kError = 0x4000'0000, kFirst = 0x0200'0000, kLast = 0x0100'0000,
                        kOnes = 0x0000'F000, kLengthMask = 0x0FFF;
constexpr std::uint32_t kEntry = 16, kEntryOfWords = 8, kInitOctets = 28, kBuffer = 1536;
constexpr std::uint16_t kStop = 0x0004;
constexpr std::uint8_t kMark = 0x57;  // After the address in the PROM.
constexpr unsigned kFirstMark = 14;
// Of the board's DMA controllers, channels 0 to 3 and 4 to 7.
constexpr std::uint32_t kMask[] = {0x0A, 0xD4}, kMode[] = {0x0B, 0xD6};
constexpr std::uint32_t kCascade = 0xC0;

unsigned log2_of(unsigned n) { return unsigned(__builtin_ctz(n)); }

std::uint32_t length_of(std::size_t octets) { return kOnes | (std::uint32_t(0x1000 - octets) & kLengthMask); }

}  // namespace

Driver::Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config)
    : PortDriver(name, port, place), config_(config) {}

std::uint32_t Driver::memory_octets(const Config& c) {
    constexpr std::uint32_t kAligned = 64;  // of what is allocated
    return 2 * kAligned + (c.tx_ring + c.rx_ring) * (kEntry + kBuffer) + 4 * kAligned;
}

std::uint32_t Driver::tx_entry(unsigned n) const { return tx_ + n * (words() ? kEntryOfWords : kEntry); }
std::uint32_t Driver::rx_entry(unsigned n) const { return rx_ + n * (words() ? kEntryOfWords : kEntry); }

/// `status`: bits 31:24 of it, in either format.
void Driver::write_entry(std::uint32_t entry, std::uint32_t buffer, std::uint32_t status, std::size_t octets) {
    host::Memory& memory = port_.memory();
    if (words()) {
        memory.write32(entry + 4, length_of(octets));
        memory.write32(entry, buffer | status);
        return;
    }
    memory.write32(entry, buffer), memory.write32(entry + 8, 0);
    memory.write32(entry + 4, status | length_of(octets));
}

std::uint32_t Driver::status_of(std::uint32_t entry) const {
    return port_.memory().read32(words() ? entry : entry + 4);
}

std::size_t Driver::received_octets(std::uint32_t entry) const {
    const std::uint32_t result = words() ? port_.memory().read32(entry + 4) >> 16 : port_.memory().read32(entry + 8);
    return result & kLengthMask;
}

std::uint16_t Driver::csr(unsigned number) {
    port_.io_write(io_ + kSelect, 2, number);
    const auto value = std::uint16_t(port_.io_read(io_ + kData, 2));
    port_.io_write(io_ + kSelect, 2, 0);  // The position that all code except the set-up uses.
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
    if (words())
        find_on_board(*config_.on_isa);
    else
        find_on_pci(kIdentity, "Am79C970A", true);
    port_.io_read(io_ + kReset, 2);
    for (unsigned i = 0; i < own_.size(); ++i) own_[i] = std::uint8_t(port_.io_read(io_ + i, 1));
}

void Driver::find_on_board(const IsaMaster& isa) {
    find_on_isa(isa.place);
    for (unsigned at = kFirstMark; at < kFirstMark + 2; ++at)
        if (port_.io_read(io_ + at, 1) != kMark)
            throw std::runtime_error(std::string(name()) + ": no answer at its ports; expected an AT1500");
    const unsigned controller = isa.channel / 4, line = isa.channel % 4;
    port_.io_write(kMode[controller], 1, kCascade | line);
    port_.io_write(kMask[controller], 1, line);  // no more
}

void Driver::make_rings() {
    host::Memory& memory = port_.memory();
    init_ = memory.allocate(kInitOctets, 64);
    tx_ = memory.allocate(config_.tx_ring * kEntry, 64), rx_ = memory.allocate(config_.rx_ring * kEntry, 64);
    tx_buffers_ = memory.allocate(config_.tx_ring * kBuffer, 64);
    rx_buffers_ = memory.allocate(config_.rx_ring * kBuffer, 64);
    for (unsigned n = 0; n < config_.rx_ring; ++n) give(rx_entry(n), rx_buffers_ + n * kBuffer);
    write_block();
}

void Driver::write_block() {
    host::Memory& memory = port_.memory();
    const auto own = [this](unsigned first) {
        return std::uint32_t{own_[first]} | std::uint32_t{own_[first + 1]} << 8;
    };
    const unsigned rx = log2_of(config_.rx_ring), tx = log2_of(config_.tx_ring);
    if (words()) {
        memory.write32(init_, own(0) << 16), memory.write32(init_ + 4, own(2) | own(4) << 16);
        memory.write32(init_ + 8, 0), memory.write32(init_ + 12, 0);
        memory.write32(init_ + 16, rx_ | rx << 29), memory.write32(init_ + 20, tx_ | tx << 29);
        return;
    }
    memory.write32(init_, rx << 20 | tx << 28);
    memory.write32(init_ + 4, own(0) | own(2) << 16), memory.write32(init_ + 8, own(4));
    memory.write32(init_ + 12, 0), memory.write32(init_ + 16, 0);
    memory.write32(init_ + 20, rx_), memory.write32(init_ + 24, tx_);
}

void Driver::start() {
    if (!words()) set_bcr(20, kStyle2);
    set_csr(1, std::uint16_t(init_)), set_csr(2, std::uint16_t(init_ >> 16));
    set_csr(3, kGoOnAfterUnderrun), set_csr(4, kPad);
    set_csr0(kInit);
    while (!(csr0() & kInitDone)) wait(1, sc_core::SC_US);
    set_csr0(kInitDone | kStart | kEnable);
}

void Driver::open(host::Channel channel) {
    inbox(channel);
    if (channel == ether_board::kWholeFrames) {  // The chip accepts its own address and broadcasts in any case.
        whole_frames_ = true;
        return;
    }
    const unsigned bit = ether_board::hash_of<true>(ether_board::group_of(channel));
    card_.lock();
    words() ? let_in_stopped(bit) : let_in(bit);
    card_.unlock();
}

/// The group filter is open while the chip is suspended; it continues with its rings after that.
void Driver::let_in(unsigned bit) {
    const std::uint16_t others = csr(kFilter + bit / kFilterWords);
    set_csr(5, kSuspend);
    while (!(csr(5) & kSuspend)) wait(1, sc_core::SC_US);
    set_csr(kFilter + bit / kFilterWords, std::uint16_t(others | 1u << bit % kFilterWords));
    set_csr(5, 0);
}

/// A frame that arrives meanwhile is lost.
void Driver::let_in_stopped(unsigned bit) {
    while (unconfirmed_ > 0) {
        card_.unlock();
        wait(freed_event_);
        card_.lock();
    }
    set_csr0(kStop);
    take_received();
    const std::uint16_t others = csr(kFilter + bit / kFilterWords);
    set_csr(kFilter + bit / kFilterWords, std::uint16_t(others | 1u << bit % kFilterWords));
    tx_head_ = tx_tail_ = rx_head_ = 0;
    for (unsigned n = 0; n < config_.rx_ring; ++n) give(rx_entry(n), rx_buffers_ + n * kBuffer);
    set_csr0(kStart | kEnable);
}

void Driver::transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) {
    card_.lock();
    while (unconfirmed_ == config_.tx_ring) {
        card_.unlock();
        wait(freed_event_);
        card_.lock();
    }
    const std::uint32_t entry = tx_entry(tx_head_), buffer = tx_buffers_ + tx_head_ * kBuffer;
    spend_copying(packet.size(), config_.copy_per_octet_ns);
    std::uint8_t* data = ether_board::put_header(port_.memory().at(buffer), channel, own_, packet.size());
    std::copy(packet.begin(), packet.end(), data);
    posted(core::now_fs(), {pdu, entry, 1});
    write_entry(entry, buffer, kOwn | kFirst | kLast, ether_board::frame_octets(channel, packet.size()));
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
        const std::uint32_t status = status_of(tx_entry(tx_tail_));
        if (status & kOwn) break;
        send_errors_ += (status & kError) != 0;
    }
    core::fire(freed_event_);
}

void Driver::take_received() {
    host::Memory& memory = port_.memory();
    for (;; rx_head_ = (rx_head_ + 1) % config_.rx_ring) {
        const std::uint32_t entry = rx_entry(rx_head_), status = status_of(entry);
        if (status & kOwn) return;
        const std::uint32_t buffer = rx_buffers_ + rx_head_ * kBuffer;
        const std::size_t octets = received_octets(entry);
        const bool good = !(status & kError) && (status & kFirst) && (status & kLast);
        if (good && octets >= ether_board::kFcsOctets)
            deliver_frame(memory.at(buffer), octets - ether_board::kFcsOctets, config_.copy_per_octet_ns);
        else
            ++receive_errors_;
        give(entry, buffer);
    }
}

/// Gives it to the chip, to be filled.
void Driver::give(std::uint32_t entry, std::uint32_t buffer) { write_entry(entry, buffer, kOwn, kBuffer); }

void Driver::describe(core::StatsVisitor& v) const {
    NetDevice::describe(v);
    v.counter("send_errors", send_errors_, "frames", "Frames that the card returned unsent.");
    v.counter("receive_errors", receive_errors_, "frames",
              "Frames that the card reported with an error, or of an unknown channel.");
    v.counter("missed", missed_, "events", "Reports by the card that it had no buffer for a frame.");
}

}  // namespace niclab::lance
