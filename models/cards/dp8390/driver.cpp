#include "cards/dp8390/driver.h"

#include <algorithm>
#include <stdexcept>

#include "cards/ether_board/packet_frame.h"

namespace niclab::dp8390 {

namespace {

// Registers as drivers use them; a driver must not include the card's own headers.
constexpr std::uint32_t kIdentity = 0x8029'10EC;
constexpr unsigned kCommand = 0x00, kRingBegin = 0x01, kRingEnd = 0x02, kBoundary = 0x03, kSendPage = 0x04,
                   kSendCount = 0x05, kInterrupts = 0x07, kCopyFrom = 0x08, kCopyCount = 0x0A, kReceive = 0x0C,
                   kTransmit = 0x0D, kData = 0x0E, kMask = 0x0F, kDataPort = 0x10, kResetPort = 0x1F;
constexpr unsigned kOwn1 = 0x01, kCurrent1 = 0x07, kGroups1 = 0x08;  // of page 1
constexpr std::uint8_t kStop = 0x21, kGo = 0x22, kSend = 0x26, kPage1 = 0x40, kCopyOut = 0x0A, kCopyIn = 0x12;
constexpr std::uint8_t kReceived = 0x01, kSent = 0x02, kReceiveError = 0x04, kSendError = 0x08, kFull = 0x10,
                       kTallies = 0x20, kCopied = 0x40, kReset = 0x80, kAll = 0xFF;
constexpr std::uint8_t kHeard = kReceived | kSent | kReceiveError | kSendError | kFull | kTallies;
constexpr std::uint8_t kWords = 0x49;  // 16 bits, bursts of 8 octets, no loopback
constexpr std::uint8_t kTakeGroups = 0x08, kTakeBroadcasts = 0x04, kTakeNothing = 0x20, kLoopback = 0x02;
constexpr std::uint8_t kIntact = 0x01;
constexpr unsigned kPagesEach = 6, kRing = 0x0C, kRingBehind = 0x40;  // of the RAM
constexpr std::uint8_t kRamBehindProm = 0x40;
// Of a WD8013's own registers.
constexpr unsigned kSharedAddress = 8, kSharedChip = 16, kSharedHigh = 5, kSharedInterrupts = 4;
constexpr std::uint8_t kSharedReset = 0x80, kSharedEnable = 0x40, kSharedWide = 0xC0, kSharedInterrupt = 0x80;
constexpr std::size_t kPage = 256, kHeader = 4, kAddressInProm = 12;
constexpr double kLongestFrameUs = 1600;  // lib8390.c: 1.6 ms until the frame under way has ended.

}  // namespace

Driver::Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config)
    : PortDriver(name, port, place), config_(config) {}

void Driver::find_card() {
    if (!config_.on_isa) return find_on_pci(kIdentity, "RTL8029");
    find_on_isa(*config_.on_isa);
    if (port_.io_read(io_, 1) == 0xFF)
        throw std::runtime_error(std::string(name()) + ": no answer at its ports; expected an NE2000");
}

void Driver::reset_card() {
    chip_ = io_, first_page_ = kRamBehindProm;
    in(kResetPort);
    while (!(in(kInterrupts)&kReset)) wait(1, sc_core::SC_US);
    out(kCommand, kStop), out(kData, kWords);
    const std::vector<std::uint8_t> prom = copy_out(0, kAddressInProm);
    for (unsigned i = 0; i < own_.size(); ++i) own_[i] = prom[2 * i];  // It has each octet twice.
}

/// The sum of its address's octets, and of the two after them, is FFH.
void Driver::reset_shared() {
    const std::uint32_t memory = *config_.memory;
    const auto write_register = [this](unsigned number, std::uint32_t value) {
        port_.io_write(io_ + number, 1, value & 0xFF);
    };
    const auto ask = [this](unsigned number) { return std::uint8_t(port_.io_read(io_ + number, 1)); };
    unsigned sum = 0;
    for (unsigned i = 0; i < 8; ++i) {
        const std::uint8_t octet = ask(kSharedAddress + i);
        sum += octet;
        if (i < own_.size()) own_[i] = octet;
    }
    if ((sum & 0xFF) != 0xFF)
        throw std::runtime_error(std::string(name()) + ": no answer at its ports; expected a WD8013");
    chip_ = io_ + kSharedChip;
    write_register(0, kSharedReset);
    while (!(in(kInterrupts)&kReset)) wait(1, sc_core::SC_US);
    write_register(0, kSharedEnable | (memory >> 13 & 0x3F));
    write_register(kSharedHigh, kSharedWide | (memory >> 19 & 0x1F));
    write_register(kSharedInterrupts, ask(kSharedInterrupts) | kSharedInterrupt);
}

void Driver::set_up() {
    config_.memory ? reset_shared() : reset_card();
    out(kCommand, kStop), out(kData, kWords);
    out(kCopyCount, 0), out(kCopyCount + 1, 0);
    out(kReceive, kTakeNothing), out(kTransmit, kLoopback);
    out(kSendPage, page(0)), out(kRingBegin, page(kRing)), out(kRingEnd, page(kRingBehind));
    out(kBoundary, page(kRingBehind - 1));
    out(kInterrupts, kAll), out(kMask, kHeard);
    out(kCommand, kStop | kPage1);
    for (unsigned i = 0; i < own_.size(); ++i) out(kOwn1 + i, own_[i]);
    for (unsigned i = 0; i < groups_.size(); ++i) out(kGroups1 + i, groups_[i]);
    out(kCurrent1, next_page_ = page(kRing));
    out(kCommand, kGo);
    out(kTransmit, 0), out(kReceive, kTakeGroups);
}

void Driver::open(host::Channel channel) {
    inbox(channel);
    if (channel == ether_board::kWholeFrames) {
        whole_frames_ = true;
        card_.lock();
        out(kReceive, kTakeGroups | kTakeBroadcasts);
        card_.unlock();
        return;
    }
    const unsigned bit = ether_board::hash_of<false>(ether_board::group_of(channel));
    groups_[bit / 8] |= std::uint8_t(1u << bit % 8);
    card_.lock();
    out(kCommand, kGo | kPage1);
    out(kGroups1 + bit / 8, groups_[bit / 8]);
    out(kCommand, kGo);
    card_.unlock();
}

/// Rounds up to whole accesses.
std::size_t Driver::rounded(std::size_t octets) const {
    const std::size_t each = config_.access_octets;
    return (octets + each - 1) / each * each;
}

void Driver::begin_copy(std::uint16_t at, std::size_t octets, std::uint8_t command) {
    out(kCopyCount, std::uint8_t(octets)), out(kCopyCount + 1, std::uint8_t(octets >> 8));
    out(kCopyFrom, std::uint8_t(at)), out(kCopyFrom + 1, std::uint8_t(at >> 8));
    out(kCommand, command);
}

void Driver::copy_in(std::uint16_t at, const std::vector<std::uint8_t>& octets) {
    const unsigned together = config_.access_octets;
    if (config_.on_isa && !config_.memory) out(kInterrupts, kCopied);
    if (!config_.memory) begin_copy(at, octets.size(), kCopyIn);
    values_.assign(octets.size() / together, 0);
    for (std::size_t i = 0; i < octets.size(); ++i)
        values_[i / together] |= std::uint32_t{octets[i]} << 8 * (i % together);
    if (!config_.memory) {
        port_.io_write_repeated(io_ + kDataPort, together, values_.data(), unsigned(values_.size()));
        while (config_.on_isa && !(in(kInterrupts)&kCopied)) {  // The last word may still be in the latch.
        }
        return;
    }
    for (std::size_t i = 0; i < values_.size(); ++i)
        port_.memory_write(*config_.memory + at + std::uint32_t(i) * together, together, values_[i]);
}

const std::vector<std::uint8_t>& Driver::copy_out(std::uint16_t at, std::size_t octets) {
    std::vector<std::uint8_t>& all = read_;
    all.resize(rounded(octets));
    const unsigned together = config_.access_octets;
    values_.resize(all.size() / together);
    if (!config_.memory) {
        begin_copy(at, all.size(), kCopyOut);
        port_.io_read_repeated(io_ + kDataPort, together, values_.data(), unsigned(values_.size()));
    }
    for (std::size_t i = 0; config_.memory && i < values_.size(); ++i) {
        values_[i] = port_.memory_read(*config_.memory + at, together);
        at = at + together == kRingBehind * kPage ? std::uint16_t(kRing * kPage) : std::uint16_t(at + together);
    }
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::uint8_t(values_[i / together] >> 8 * (i % together));
    all.resize(octets);
    return all;
}

void Driver::transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) {
    card_.lock();
    while (waiting_.size() == kSlots) {
        card_.unlock();
        wait(freed_event_);
        card_.lock();
    }
    const std::size_t octets = std::max(ether_board::frame_octets(channel, packet.size()), ether_board::kShortestFrame);
    std::vector<std::uint8_t> frame(rounded(octets));
    std::copy(packet.begin(), packet.end(), ether_board::put_header(frame.data(), channel, own_, packet.size()));
    const std::uint8_t first = page(next_slot_ * kPagesEach);
    next_slot_ = (next_slot_ + 1) % kSlots;
    const auto at = std::uint16_t(first * kPage);
    posted(core::now_fs(), {pdu, config_.memory ? *config_.memory + at : io_ + kCopyCount, 1});
    copy_in(at, frame);
    waiting_.push_back({first, std::uint16_t(octets)});
    ++stats_.packets_sent;
    if (waiting_.size() == 1) send_next();
    card_.unlock();
}

void Driver::send_next() {
    const Waiting& frame = waiting_.front();
    out(kSendPage, frame.page);
    out(kSendCount, std::uint8_t(frame.octets)), out(kSendCount + 1, std::uint8_t(frame.octets >> 8));
    out(kCommand, kSend);
}

void Driver::service() {
    for (std::uint8_t flags = in(kInterrupts)&kHeard; flags != 0; flags = in(kInterrupts)&kHeard) {
        if (flags & kFull) {
            empty_full_ring();
            continue;
        }
        out(kInterrupts, flags);
        receive_errors_ += (flags & kReceiveError) != 0;
        if (flags & kReceived) take_received();
        if (flags & (kSent | kSendError)) take_sent((flags & kSent) != 0);
    }
}

void Driver::take_sent(bool good) {
    if (waiting_.empty()) return;
    send_errors_ += !good;
    waiting_.pop_front();
    if (!waiting_.empty()) send_next();
    core::fire(freed_event_);
}

std::uint8_t Driver::current_page() {
    out(kCommand, kGo | kPage1);
    const std::uint8_t page = in(kCurrent1);
    out(kCommand, kGo);
    return page;
}

void Driver::take_received() {
    while (next_page_ != current_page()) {
        const std::vector<std::uint8_t>& header = copy_out(std::uint16_t(next_page_ * kPage), kHeader);
        const std::uint8_t status = header[0], behind = header[1];
        const std::size_t octets = header[2] | std::size_t{header[3]} << 8;
        if ((status & kIntact) && octets > ether_board::kFcsOctets)
            hand_up(next_page_, octets - ether_board::kFcsOctets);
        else
            ++receive_errors_;
        next_page_ = behind;
        out(kBoundary, next_page_ == page(kRing) ? page(kRingBehind - 1) : std::uint8_t(next_page_ - 1));
    }
}

void Driver::hand_up(std::uint8_t page, std::size_t octets) {
    const std::vector<std::uint8_t>& frame = copy_out(std::uint16_t(page * kPage + kHeader), octets);
    deliver_frame(frame.data(), frame.size());
}

/// The chip accepts nothing more until it was stopped; a frame with an end that was lost by the
/// stop is sent again.
void Driver::empty_full_ring() {
    ++full_rings_;
    const bool sending = (in(kCommand)&0x04) != 0;
    out(kCommand, kStop);
    wait(kLongestFrameUs, sc_core::SC_US);
    out(kCopyCount, 0), out(kCopyCount + 1, 0);
    const bool ended = (in(kInterrupts) & (kSent | kSendError)) != 0;
    out(kTransmit, kLoopback), out(kCommand, kGo);
    take_received();
    out(kInterrupts, kFull | kReceived);
    out(kTransmit, 0);
    if (sending && !ended) send_next();
}

void Driver::describe(core::StatsVisitor& v) const {
    NetDevice::describe(v);
    v.counter("send_errors", send_errors_, "frames", "Frames that the card aborted.");
    v.counter("receive_errors", receive_errors_, "events", "Frames with an error, or of an unknown channel.");
    v.counter("ring_full_events", full_rings_, "events", "Reports by the card that its ring is full.");
}

}  // namespace niclab::dp8390
