#include "cards/etherlink/download_list.h"

#include <algorithm>

namespace niclab::etherlink {

using ether_board::Transfer;

DownloadList::DownloadList(Transmitter& transmitter, Registers& registers, bool boomerang)
    : DescriptorList(bus::Purpose::SendStatus),
      transmitter_(transmitter),
      registers_(registers),
      boomerang_(boomerang) {
    frame_.reserve(descriptor::kMostFragments * (descriptor::kFragmentLength + 1));
    reset();
}

void DownloadList::set_pointer(std::uint32_t address) {
    if (open_) transmitter_.abandon();
    open_ = waits_ = false;
    follow(address);
}

void DownloadList::reset() {
    open_ = waits_ = false;
    poll_interval = 0, free_threshold = boomerang_ ? kNeverFree : 0;
    clear();
}

void DownloadList::poll() {
    stats_.polls += waits_;
    waits_ = false;
}

bool DownloadList::can_begin() const {
    switch (state_) {
        case State::Idle:
            return pointer_ != 0 && !stalled_ && transmitter_.takes_frame() &&
                   transmitter_.free_octets() >= free_threshold * kFreeThresholdUnit;
        case State::Entry:
            return true;
        case State::Data:
            return burst() > 0;
        case State::Status:
        case State::Link:
            return !stalled_ && !waits_;
        case State::Failed:
            return false;
    }
    return false;
}

/// Octets of the next burst; 0: the FIFO has no space for it.
unsigned DownloadList::burst() const {
    const unsigned wanted = std::min(length_, ether_board::kMostOctets), space = transmitter_.list_space();
    if (wanted <= space) return wanted;
    return transmitter_.starves() ? space : 0;  // of a frame that is longer than the FIFO
}

void DownloadList::move(Transfer& t) {
    t.purpose = bus::Purpose::PayloadRead;
    t.octets = burst();
}

bool DownloadList::take_head(std::uint32_t header) {
    ++stats_.descriptors;
    header_ = boomerang_ ? (header & ~(down::kAddAny | down::kEmpty)) | down::kNoRounding : header;
    taken_ = core::now_fs();
    indicates_ = (header_ & down::kIndicate) != 0;
    frame_.clear();
    if (header_ & down::kEmpty) state_ = State::Link;
    return true;
}

void DownloadList::take_entry() {
    if (length_ == 0) return end_fragment();
    if (!open_) transmitter_.begin(header_, (header_ & down::kAddAny) != 0, taken_);
    open_ = true;
}

void DownloadList::append(std::uint8_t octet) {
    const std::size_t length = boomerang_ ? header_ & kLength : 0;
    if (length != 0 && frame_.size() == length) return;
    transmitter_.append(octet);
    frame_.push_back(octet);
}

void DownloadList::take_data(const Transfer& t) {
    for (unsigned i = 0; i < t.octets; ++i) append(t.data[i]);
    if (length_ == 0) end_fragment();
}

void DownloadList::end_fragment() { last_ ? end_frame() : end_entry(); }

/// Bits 1:0 of the header select the boundary of the length: 0 a dword, 2 a word.
void DownloadList::end_frame() {
    state_ = boomerang_ ? State::Link : State::Status;
    if (!open_) return;
    const unsigned rounding = header_ & down::kNoRounding ? 3 : header_ & down::kRounding;
    const std::size_t boundary = rounding == 0 ? 4 : rounding == 2 ? 2 : 1;
    while (frame_.size() % boundary != 0) append(0);
    const FrameChecksums sums = checksums_of(frame_.data(), frame_.size(), registers_.vlan_type());
    if (header_ & down::kAddIp) insert(sums.ip);
    const std::uint32_t wanted = sums.kind == Transport::Tcp ? down::kAddTcp : down::kAddUdp;
    if (header_ & wanted) insert(sums.transport);
    transmitter_.set_length(static_cast<unsigned>(frame_.size()));
    open_ = false;
}

void DownloadList::insert(const FrameChecksums::Field& field) {
    if (!field.exists()) return;
    const auto at = static_cast<unsigned>(field.at);
    const bool fits = transmitter_.replace(at, std::uint8_t(field.value >> 8));
    if (fits) transmitter_.replace(at + 1, std::uint8_t(field.value)), ++stats_.inserted;
}

void DownloadList::take_link(std::uint32_t next) {
    if (indicates_) registers_.interrupts.raised |= status::kDownComplete;
    indicates_ = false;
    waits_ = next == 0 && poll_interval != 0;
    if (waits_) return;
    follow(next);
}

}  // namespace niclab::etherlink
