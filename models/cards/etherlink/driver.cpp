#include "cards/etherlink/driver.h"

#include <algorithm>
#include <stdexcept>

#include "cards/ether_board/packet_frame.h"
#include "eisa/slot.h"

namespace niclab::etherlink {

namespace {

// Registers as drivers use them; a driver must not include the card's own headers.
constexpr std::uint16_t kMaker = 0x6D50;  // of window 0
constexpr std::uint32_t kIdentity = 0x5950'10B7;
constexpr unsigned kDownload = 1;                                                      // of StartDma
constexpr unsigned kMasterAddress = 0x00, kMasterLength = 0x06, kMasterStatus = 0x0C;  // of window 7
constexpr std::uint16_t kMasterBusy = 0x8000, kDownloaded = 0x1000;
constexpr std::uint32_t kBuffer = 1536, kAligned = 64;
constexpr unsigned kActivate = 0x04, kResources = 0x08;  // of window 0
constexpr std::uint32_t kIdPort = 0x110;
constexpr std::uint8_t kSetTag = 0xD0, kPutPorts = 0xE0;
constexpr unsigned kWakingSteps = 255;
constexpr unsigned kTransceiver = 0x02, kMedia = 0x0A;  // of windows 3 and 4
constexpr unsigned kTransceiver100 = 4, kLinkBeat = 0x0080;
constexpr std::uint16_t kIncomplete = 0x8000, kError = 0x4000, kLengthMask = 0x1FFF, kIsaLengthMask = 0x07FF;
constexpr std::size_t kHeader = 4, kDword = 4;

std::size_t padded(std::size_t octets) { return (octets + kDword - 1) / kDword * kDword; }

}  // namespace

Driver::Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config)
    : ChipDriver(name, port, place), config_(config), at_(config.isa_chip ? kInWindow1 : kBehind) {
    SC_HAS_PROCESS(Driver);
    SC_THREAD(look_until_all_has_left);
}

std::uint32_t Driver::memory_octets(const Config& c) { return c.master ? 2 * kBuffer + 2 * kAligned : 0; }

std::size_t Driver::room(std::size_t octets) const {
    const std::size_t packets = free_octets_ / fifo_octets(ether_board::kHeaderOctets + octets);
    return config_.master ? std::min<std::size_t>(packets, downloading_ ? 0 : 1) : packets;
}

std::size_t Driver::fifo_octets(std::size_t frame) { return kHeader + padded(frame); }

void Driver::set_up() {
    read_address();
    if (config_.master)
        tx_buffer_ = port_.memory().allocate(kBuffer, kAligned),
        rx_buffer_ = port_.memory().allocate(kBuffer, kAligned);
    start();
    look_for_room();
    all_octets_ = free_octets_;
}

void Driver::wake_on_isa(const ether_board::IsaPlace& place) {
    const auto say = [this](unsigned octet) { port_.io_write(kIdPort, 1, octet); };
    say(0), say(0);
    unsigned step = 0xFF;
    for (unsigned i = 0; i < kWakingSteps; ++i) {
        say(step & 0xFF);
        step = step << 1 ^ (step & 0x80 ? 0x1CFu : 0);
    }
    say(kSetTag), say(kPutPorts + (place.port - 0x200) / 16);
    find_on_isa(place);
    select(0);
    if (in(0) != kMaker) throw std::runtime_error(std::string(name()) + ": no answer at its ports; expected a 3C509");
    activate(place.irq);
}

/// A 3C509 or a 3C579, in window 0.
void Driver::activate(unsigned irq) { out(kActivate, 1), out(kResources, irq << 12 | 0x0F00); }

void Driver::find_in_slot(std::uint16_t product) {
    find_on_eisa(eisa::product_id("TCM", product), config_.isa_chip ? "3C579" : "3C597");
    const unsigned irq = in(eisa::kProductPort + kResources) >> 12;
    if (config_.isa_chip)
        select(0), activate(irq);
    else
        finish(kTotalReset);
    port_.enable_interrupt(irq, true);
}

void Driver::find_card() {
    if (config_.on_isa) return wake_on_isa(*config_.on_isa);
    if (config_.on_eisa) return find_in_slot(*config_.on_eisa);
    find_on_pci(kIdentity, "3C595", config_.master);
    finish(kTotalReset);
}

void Driver::start() {
    if (!config_.isa_chip) {
        select(3);
        const unsigned others = in(kTransceiver)&0xFF0F;
        out(kTransceiver, others | (config_.mbps == 100 ? kTransceiver100 : 0) << 4);
    }
    select(4);
    out(kMedia, kLinkBeat);
    set_station();
    select(config_.master ? 7 : 1);
    reset_halves();
    command(kSetTxStart, threshold(config_.start_octets));
    enable(kHeard);
}

void Driver::transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) {
    card_.lock();
    const std::size_t octets = ether_board::frame_octets(channel, packet.size()), wanted = fifo_octets(octets);
    wait_for_room(wanted);
    std::vector<std::uint8_t> copy(config_.master ? 0 : wanted - kHeader);
    std::uint8_t* frame = config_.master ? port_.memory().at(tx_buffer_) : copy.data();
    std::copy(packet.begin(), packet.end(), ether_board::put_header(frame, channel, own_, packet.size()));
    posted(core::now_fs(), {pdu, io_ + at_.fifo, 1});
    port_.io_write(io_ + at_.fifo, kDword, std::uint32_t(octets));
    config_.master ? download(wanted - kHeader) : write(frame, wanted - kHeader);
    free_octets_ -= wanted;
    ++stats_.packets_sent;
    core::fire(given_);
    if (whole_frames_) request_room();
    card_.unlock();
}

/// As 3c509.c after each packet: the card shall report that it has room for the longest one. While
/// a frame is being fetched, the end of that does it.
void Driver::request_room() {
    if (downloading_) return;
    const std::size_t longest = fifo_octets(ether_board::kHeaderOctets + ether_board::kMostData);
    look_for_room();
    if (free_octets_ < longest) command(kSetTxAvailable, threshold(longest));
}

/// Waits until the FIFO has this much space, and no other frame is being fetched.
void Driver::wait_for_room(std::size_t octets) {
    if (free_octets_ < octets && !downloading_) look_for_room();
    while (downloading_ || free_octets_ < octets) {
        if (!downloading_) command(kSetTxAvailable, threshold(octets));
        card_.unlock();
        wait(freed_event_);
        card_.lock();
    }
}

void Driver::write(const std::uint8_t* octets, std::size_t count) {
    for (const std::uint8_t* o = octets; o < octets + count; o += kDword)
        port_.io_write(io_ + at_.fifo, kDword, o[0] | o[1] << 8 | o[2] << 16 | std::uint32_t{o[3]} << 24);
}

void Driver::download(std::size_t octets) {
    port_.io_write(io_ + kMasterAddress, kDword, tx_buffer_);
    out(kMasterLength, unsigned(octets));
    downloading_ = true;
    command(kStartDma, kDownload);
}

void Driver::take_downloaded() {
    if (!(in(kMasterStatus)&kDownloaded)) return;  // one from the card has ended
    out(kMasterStatus, kDownloaded);
    whole_frames_ ? downloading_ = false, request_room() : look_for_room();
    end_download();
}

void Driver::end_download() {
    downloading_ = false;
    core::fire(freed_event_);
}

/// Data under way to the FIFO is dropped.
void Driver::reset_transmitter() {
    finish(kTxReset);
    if (downloading_) end_download();
}

void Driver::look_until_all_has_left() {
    for (;;) {
        if (transmit_idle()) wait(given_);
        wait(1, sc_core::SC_MS);
        card_.lock();
        look_for_room();
        card_.unlock();
    }
}

void Driver::service() {
    for (std::uint16_t flags = in(kCommandPort)&kHeard; flags != 0; flags = in(kCommandPort)&kHeard) {
        if (flags & kRxComplete) take_received();
        if (flags & kTxComplete) take_statuses();
        if (flags & kTxAvailable) {
            command(kAcknowledge, kTxAvailable);
            look_for_room();
            core::fire(freed_event_);
        }
        if (flags & kDmaDone) take_downloaded();
        if (flags & kHostError) reset_transmitter(), command(kTxEnable), ++send_errors_;
        command(kAcknowledge, kLatch);
    }
}

/// A frame with 16 collisions leaves the transmitter disabled; after an underrun it requires a
/// reset.
void Driver::take_statuses() {
    for (std::uint8_t status; (status = std::uint8_t(port_.io_read(io_ + at_.tx_status, 1))) != 0;) {
        ++send_errors_;
        if (status & kUnderrun) reset_transmitter();
        command(kTxEnable);
        port_.io_write(io_ + at_.tx_status, 1, 0);  // the next one
    }
}

void Driver::take_received() {
    for (std::uint16_t status = in(at_.rx_status); !(status & kIncomplete); status = in(at_.rx_status)) {
        const std::size_t octets = status & (config_.isa_chip ? kIsaLengthMask : kLengthMask);
        if (status & kError) {
            ++receive_errors_;
            finish(kRxDiscard);
        } else {
            hand_up(octets);
        }
    }
}

/// Returns false if the card fetches a frame meanwhile.
bool Driver::upload(std::size_t octets) {
    if (downloading_ && (in(kMasterStatus)&kMasterBusy)) return false;
    port_.io_write(io_ + kMasterAddress, kDword, rx_buffer_);
    out(kMasterLength, unsigned(padded(octets)));
    command(kStartDma);
    while (in(kMasterStatus)&kMasterBusy) {
    }
    return true;
}

void Driver::hand_up(std::size_t octets) {
    std::vector<std::uint8_t> copy;
    const bool by_card = config_.master && upload(octets);
    for (std::size_t i = 0; !by_card && i < octets; i += kDword) {
        const std::uint32_t value = port_.io_read(io_ + at_.fifo, kDword);
        for (unsigned k = 0; k < kDword; ++k) copy.push_back(std::uint8_t(value >> 8 * k));
    }
    finish(kRxDiscard);
    deliver_frame(by_card ? port_.memory().at(rx_buffer_) : copy.data(), octets);
}

void Driver::describe(core::StatsVisitor& v) const {
    NetDevice::describe(v);
    v.counter("send_errors", send_errors_, "frames", "Frames that the card aborted.");
    v.counter("receive_errors", receive_errors_, "frames",
              "Frames that the card reported with an error, or of an unknown channel.");
}

}  // namespace niclab::etherlink
