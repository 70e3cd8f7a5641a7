#include "cards/etherlink/list_driver.h"

#include <algorithm>

#include "cards/ether_board/packet_frame.h"

namespace niclab::etherlink {

ListDriver::ListDriver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place,
                       const Config& config)
    : ChipDriver(name, port, place), config_(config) {}

std::uint32_t ListDriver::memory_octets(const Config& c) {
    return (c.tx_ring + c.rx_ring) * (kEntry + kBuffer) + 4 * kAligned;
}

std::uint32_t ListDriver::tx_entry(unsigned n) const { return tx_ + n % config_.tx_ring * kEntry; }
std::uint32_t ListDriver::rx_entry(unsigned n) const { return rx_ + n % config_.rx_ring * kEntry; }

void ListDriver::find_card() {
    find_on_pci(std::uint32_t{config_.product} << 16 | kVendor, "EtherLink XL", true);
    finish(kTotalReset);
}

void ListDriver::set_up() {
    read_address();
    set_station();
    make_lists();
    reset_halves();
    enable_list();
    port_.io_write(io_ + kUpList, 4, rx_);
    enable(kHostError | kTxComplete | kDownComplete | kUpComplete);
}

void ListDriver::make_lists() {
    host::Memory& memory = port_.memory();
    tx_ = memory.allocate(config_.tx_ring * kEntry, kAligned),
    rx_ = memory.allocate(config_.rx_ring * kEntry, kAligned);
    tx_buffers_ = memory.allocate(config_.tx_ring * kBuffer, kAligned);
    rx_buffers_ = memory.allocate(config_.rx_ring * kBuffer, kAligned);
    for (unsigned n = 0; n < config_.rx_ring; ++n) {
        memory.write32(rx_entry(n), rx_entry(n + 1)), memory.write32(rx_entry(n) + kStatus, 0);
        memory.write32(rx_entry(n) + kFragment, rx_buffers_ + n * kBuffer);
        memory.write32(rx_entry(n) + kLength, kBuffer | kLast);
    }
    for (unsigned n = 0; n < config_.tx_ring; ++n) memory.write32(tx_entry(n), 0);
}

void ListDriver::transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) {
    card_.lock();
    while (unconfirmed_ == config_.tx_ring) {
        card_.unlock();
        wait(freed_event_);
        card_.lock();
    }
    host::Memory& memory = port_.memory();
    const std::uint32_t entry = tx_entry(tx_head_), buffer = tx_buffers_ + tx_head_ * kBuffer;
    spend_copying(packet.size(), config_.copy_per_octet_ns);
    std::uint8_t* data = ether_board::put_header(memory.at(buffer), channel, own_, packet.size());
    std::copy(packet.begin(), packet.end(), data);
    posted(core::now_fs(), {pdu, entry, 1});
    const auto octets = std::uint32_t(ether_board::frame_octets(channel, packet.size()));
    memory.write32(entry, 0);
    memory.write32(entry + kStatus, kIndicate | (config_.boomerang ? octets : kNoRounding));
    memory.write32(entry + kFragment, buffer);
    memory.write32(entry + kLength, octets | kLast);
    append(entry);
    tx_head_ = (tx_head_ + 1) % config_.tx_ring;
    ++unconfirmed_, ++stats_.packets_sent;
    card_.unlock();
}

/// While the list is stalled, its last descriptor is still the one under way, or the list is empty.
void ListDriver::append(std::uint32_t entry) {
    finish(kStall, kDownStall);
    port_.memory().write32(tx_entry(tx_head_ + config_.tx_ring - 1), entry);
    if (port_.io_read(io_ + kDownList, 4) == 0) port_.io_write(io_ + kDownList, 4, entry);
    command(kStall, kDownUnstall);
}

void ListDriver::service() {
    constexpr std::uint16_t kRaised = kHostError | kDownComplete | kUpComplete;
    for (std::uint16_t flags; (flags = in(kCommandPort) & (kRaised | kTxComplete)) != 0;) {
        command(kAcknowledge, (flags & kRaised) | kLatch);
        if (flags & kTxComplete) take_statuses();
        if (flags & kUpComplete) take_received();
        if (flags & kDownComplete) take_sent(under_way());
    }
}

void ListDriver::take_sent(std::uint32_t under_way) {
    for (; unconfirmed_ > 0 && is_sent(tx_tail_, under_way); tx_tail_ = (tx_tail_ + 1) % config_.tx_ring)
        --unconfirmed_;
    core::fire(freed_event_);
}

bool ListDriver::is_sent(unsigned n, std::uint32_t under_way) const {
    if (config_.boomerang) return tx_entry(n) != under_way;
    return (port_.memory().read32(tx_entry(n) + kStatus) & kDownloaded) != 0;
}

/// A 3C905 follows its list when the FIFO has space for a frame.
void ListDriver::enable_list() {
    constexpr unsigned kUnit = 256;
    if (config_.boomerang) port_.io_write(io_ + kFreeThreshold, 1, kBuffer / kUnit);
}

/// A frame with 16 collisions leaves the transmitter disabled. An underrun requires a reset, which
/// empties the list.
void ListDriver::take_statuses() {
    for (std::uint8_t status; (status = std::uint8_t(port_.io_read(io_ + kTxStatus, 1))) != 0;) {
        ++send_errors_;
        if (status & kUnderrun) {
            const std::uint32_t last = under_way();
            finish(kTxReset);
            enable_list();
            take_sent(last);
            if (unconfirmed_ > 0) port_.io_write(io_ + kDownList, 4, tx_entry(tx_tail_));
        }
        command(kTxEnable);
        port_.io_write(io_ + kTxStatus, 1, 0);  // the next one
    }
}

void ListDriver::take_received() {
    host::Memory& memory = port_.memory();
    for (;; rx_head_ = (rx_head_ + 1) % config_.rx_ring) {
        const std::uint32_t entry = rx_entry(rx_head_), status = memory.read32(entry + kStatus);
        if (!(status & kComplete)) return;
        if (status & kError)
            ++receive_errors_;
        else
            deliver_frame(memory.at(rx_buffers_ + rx_head_ * kBuffer), status & kLengthMask, config_.copy_per_octet_ns);
        memory.write32(entry + kStatus, 0);
        command(kStall, kUpUnstall);
    }
}

void ListDriver::describe(core::StatsVisitor& v) const {
    NetDevice::describe(v);
    v.counter("send_errors", send_errors_, "frames", "Frames that the card aborted.");
    v.counter("receive_errors", receive_errors_, "frames",
              "Frames that the card reported with an error, or of an unknown channel.");
}

}  // namespace niclab::etherlink
