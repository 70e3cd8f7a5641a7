#include "cards/i8254x/driver.h"

#include <algorithm>

#include "cards/ether_board/packet_frame.h"

namespace niclab::i8254x {

namespace {

// Registers and layouts as drivers use them; a driver must not include the card's own headers.
constexpr std::uint32_t kIntel = 0x8086;
constexpr std::uint32_t kCtrl = 0x0000, kStatus = 0x0008, kIcr = 0x00C0, kItr = 0x00C4, kIms = 0x00D0, kImc = 0x00D8,
                        kExtended = 0x0018, kEiac = 0x00DC, kIam = 0x00E0, kIvar = 0x00E4, kEitr = 0x00E8,
                        kRctl = 0x0100, kTctl = 0x0400, kReceiveRing = 0x2800, kReceiveLimit = 0x282C,
                        kSendRing = 0x3800, kMta = 0x5200, kAddress = 0x5400;
constexpr std::uint32_t kBase = 0x00, kLength = 0x08, kHead = 0x10, kTail = 0x18, kDelay = 0x20, kControl = 0x28;
constexpr std::uint32_t kReset = 1u << 26, kSetLinkUp = 1u << 6, kFullDuplex = 1u, kLinkUp = 1u << 1;
constexpr std::uint32_t kReceiveQueue = 1u << 20, kSendQueue = 1u << 22, kQueues = kReceiveQueue | kSendQueue;
constexpr std::uint32_t kAutoMask = 1u << 24, kVectors = 1u << 31 | (8u | 1u) << 8 | 8u;  // 1: sent; 0: received.
constexpr std::uint32_t kSent = 1u << 0, kOverrun = 1u << 6, kReceived = 1u << 7, kAll = ~0u;
constexpr std::uint32_t kReceive = 1u << 1 | 1u << 15 | 1u << 26, kSend = 1u << 1 | 1u << 3;
constexpr std::uint32_t kDone = 1u, kEndOfPacket = 2u;
constexpr std::uint32_t kWhole = 0x0B00'0000, kDelayed = 0x8000'0000;  // EOP, IFCS and RS; IDE.
constexpr std::uint32_t kEntry = 16, kBuffer = 2048, kAligned = 128;
constexpr double kIntervalUnit = 0.256, kDelayUnit = 1.024;

std::uint32_t units(double us, double unit) { return us <= 0 ? 0 : std::max(1u, unsigned(us / unit + 0.5)); }

}  // namespace

Driver::Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config)
    : PortDriver(name, port, place), config_(config) {}

std::uint32_t Driver::memory_octets(const Config& c) {
    return (c.tx_ring + c.rx_ring) * (kEntry + kBuffer) + 4 * kAligned;
}

void Driver::find_card() {
    window_ = map_on_pci(std::uint32_t{config_.device} << 16 | kIntel, config_.chip);
    by_vectors_ = config_.may_have_vectors && has_vectors();
    write(kImc, kAll);
    write(kCtrl, kReset);
    const std::uint32_t low = read(kAddress), high = read(kAddress + 4);
    for (unsigned i = 0; i < own_.size(); ++i) own_[i] = std::uint8_t(i < 4 ? low >> 8 * i : high >> 8 * (i - 4));
}

void Driver::set_up() {
    make_rings();
    start();
    await_link();
}

void Driver::make_rings() {
    host::Memory& memory = port_.memory();
    tx_ = memory.allocate(config_.tx_ring * kEntry, kAligned),
    rx_ = memory.allocate(config_.rx_ring * kEntry, kAligned);
    tx_buffers_ = memory.allocate(config_.tx_ring * kBuffer, kAligned);
    rx_buffers_ = memory.allocate(config_.rx_ring * kBuffer, kAligned);
    for (unsigned n = 0; n < config_.rx_ring; ++n) {
        memory.write32(rx_ + n * kEntry, rx_buffers_ + n * kBuffer);
        for (unsigned at = 4; at < kEntry; at += 4) memory.write32(rx_ + n * kEntry + at, 0);
    }
}

void Driver::start() {
    const auto ring = [this](std::uint32_t at, std::uint32_t base, unsigned entries, std::uint32_t delay) {
        write(at + kBase, base), write(at + kBase + 4, 0), write(at + kLength, entries * kEntry);
        write(at + kHead, 0), write(at + kTail, 0);
        write(at + kDelay, delay);
        write(at + kControl, config_.prefetch | config_.offered << 8 | config_.write_back << 16);
    };
    for (unsigned at = 0; at < 512; at += 4) write(kMta + at, 0);
    ring(kReceiveRing, rx_, config_.rx_ring, units(config_.receive_delay_us, kDelayUnit));
    ring(kSendRing, tx_, config_.tx_ring, units(config_.send_delay_us, kDelayUnit));
    if (config_.receive_limit_us > 0) write(kReceiveLimit, units(config_.receive_limit_us, kDelayUnit));
    write(kItr, units(config_.interrupt_interval_us, kIntervalUnit));
    if (by_vectors_) assign_vectors();
    write(kCtrl, kFullDuplex | kSetLinkUp);
    write(kRctl, kReceive), write(kTctl, kSend);
    write(kReceiveRing + kTail, config_.rx_ring - 1);
    write(kIms, by_vectors_ ? kQueues : kSent | kReceived | kOverrun);
}

/// MSI-X is a capability of the card, and is enabled.
bool Driver::has_vectors() {
    constexpr std::uint8_t kList = 0x34;
    constexpr std::uint32_t kMsix = 0x11;
    for (auto at = std::uint8_t(port_.config_read32(place_.slot, kList)); at != 0;) {
        const std::uint32_t entry = port_.config_read32(place_.slot, at);
        if ((entry & 0xFF) == kMsix) return entry >> 31 != 0;
        at = std::uint8_t(entry >> 8);
    }
    return false;
}

/// As e1000e does.
void Driver::assign_vectors() {
    const std::uint32_t interval = units(config_.interrupt_interval_us, kIntervalUnit);
    write(kEitr, interval), write(kEitr + 4, interval);
    write(kIvar, kVectors), write(kEiac, kQueues), write(kIam, kAll);
    write(kExtended, kAutoMask);
}

void Driver::await_link() {
    while (!(read(kStatus) & kLinkUp)) wait(10, sc_core::SC_US);
}

void Driver::open(host::Channel channel) {
    inbox(channel);
    const ether_board::Address group = ether_board::group_of(channel);
    const unsigned bit = (unsigned{group[4]} | unsigned{group[5]} << 8) >> 4;
    const std::uint32_t at = kMta + 4 * (bit / 32);
    card_.lock();
    write(at, read(at) | 1u << bit % 32);
    read(kStatus);  // The write has arrived.
    card_.unlock();
}

void Driver::transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) {
    card_.lock();
    while (unconfirmed_ + 1 == config_.tx_ring) {
        card_.unlock();
        wait(freed_event_);
        card_.lock();
    }
    const std::uint32_t entry = tx_ + tx_head_ * kEntry, buffer = tx_buffers_ + tx_head_ * kBuffer;
    spend_copying(packet.size(), config_.copy_per_octet_ns);
    host::Memory& memory = port_.memory();
    std::uint8_t* data = ether_board::put_header(memory.at(buffer), channel, own_, packet.size());
    std::copy(packet.begin(), packet.end(), data);
    posted(core::now_fs(), {pdu, entry, 1});
    memory.write32(entry, buffer), memory.write32(entry + 4, 0);
    const std::uint32_t command = kWhole | (config_.send_delay_us > 0 ? kDelayed : 0);
    memory.write32(entry + 8, command | std::uint32_t(ether_board::frame_octets(channel, packet.size())));
    memory.write32(entry + 12, 0);
    tx_head_ = (tx_head_ + 1) % config_.tx_ring;
    ++unconfirmed_, ++stats_.packets_sent;
    write(kSendRing + kTail, tx_head_);
    card_.unlock();
}

void Driver::service() {
    if (by_vectors_) {
        take_sent();
        take_received();
        return write(kIms, kQueues);
    }
    for (std::uint32_t causes = read(kIcr); causes != 0; causes = read(kIcr)) {
        overruns_ += (causes & kOverrun) != 0;
        take_sent();
        take_received();
    }
}

void Driver::take_sent() {
    host::Memory& memory = port_.memory();
    for (; unconfirmed_ > 0; --unconfirmed_, tx_tail_ = (tx_tail_ + 1) % config_.tx_ring)
        if (!(memory.read32(tx_ + tx_tail_ * kEntry + 12) & kDone)) break;
    core::fire(freed_event_);
}

void Driver::take_received() {
    host::Memory& memory = port_.memory();
    const unsigned before = rx_head_;
    for (;; rx_head_ = (rx_head_ + 1) % config_.rx_ring) {
        const std::uint32_t entry = rx_ + rx_head_ * kEntry, status = memory.read32(entry + 12);
        if (!(status & kDone)) break;
        const std::size_t octets = memory.read32(entry + 8) & 0xFFFF;
        const bool good = (status & kEndOfPacket) && (status >> 8 & 0xFF) == 0;
        if (good)
            deliver_frame(memory.at(rx_buffers_ + rx_head_ * kBuffer), octets, config_.copy_per_octet_ns);
        else
            ++receive_errors_;
        memory.write32(entry + 8, 0), memory.write32(entry + 12, 0);
    }
    // The descriptor before the next one to be received is the last of the card's.
    if (rx_head_ != before) write(kReceiveRing + kTail, (rx_head_ + config_.rx_ring - 1) % config_.rx_ring);
}

void Driver::describe(core::StatsVisitor& v) const {
    NetDevice::describe(v);
    v.counter("receive_errors", receive_errors_, "frames",
              "Frames that the card reported with an error, or of an unknown channel.");
    v.counter("overruns", overruns_, "events", "Interrupts for frames for which the card had no space.");
}

}  // namespace niclab::i8254x
