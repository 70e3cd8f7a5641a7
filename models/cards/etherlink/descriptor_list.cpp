#include "cards/etherlink/descriptor_list.h"

namespace niclab::etherlink {

using ether_board::Transfer;

namespace {

/// The dword at octet `at` of a transfer.
std::uint32_t dword(const Transfer& t, unsigned at) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < sizeof value; ++i) value |= std::uint32_t{t.data[at + i]} << 8 * i;
    return value;
}

Transfer read_descriptor(std::uint32_t address, unsigned octets) {
    Transfer t;
    t.purpose = bus::Purpose::Descriptor;
    t.address = address, t.octets = octets;
    return t;
}

/// Header or status of the descriptor at `address`.
Transfer write_status(bus::Purpose purpose, std::uint32_t address, std::uint32_t value) {
    Transfer t;
    t.purpose = purpose, t.write = true;
    t.address = address + descriptor::kStatus, t.octets = sizeof value;
    for (unsigned i = 0; i < t.octets; ++i) t.data[i] = std::uint8_t(value >> 8 * i);
    return t;
}

}  // namespace

bool DescriptorList::next(Transfer& t) {
    settle();
    if (!can_begin()) return false;
    moving_ = true;
    switch (state_) {
        case State::Entry:
            t = read_descriptor(pointer_ + descriptor::kHeadOctets + entry_ * descriptor::kEntryOctets,
                                descriptor::kEntryOctets);
            return true;
        case State::Data:
            t = {};
            t.address = fragment_;
            move(t);
            return true;
        case State::Status:
            t = write_status(status_purpose_, pointer_, final_status());
            return true;
        case State::Link:
            t = read_descriptor(pointer_ + descriptor::kNext, sizeof(std::uint32_t));
            return true;
        default:
            t = read_descriptor(pointer_, descriptor::kHeadOctets);
            return true;
    }
}

void DescriptorList::done(const Transfer& t) {
    if (!moving_) return;  // The list has been given another descriptor, or was reset.
    moving_ = false;
    switch (state_) {
        case State::Idle:
            entry_ = 0;
            if (take_head(dword(t, descriptor::kStatus)) && state_ == State::Idle) state_ = State::Entry;
            return;
        case State::Entry: {
            const std::uint32_t length = dword(t, sizeof(std::uint32_t));
            fragment_ = dword(t, 0), length_ = length & descriptor::kFragmentLength;
            last_ = (length & descriptor::kLastFragment) != 0 || entry_ + 1 == descriptor::kMostFragments;
            state_ = State::Data;
            return take_entry();
        }
        case State::Data:
            fragment_ += t.octets, length_ -= t.octets;
            return take_data(t);
        case State::Status:
            state_ = State::Link;
            return take_status();
        case State::Link:
            return take_link(dword(t, 0));
        case State::Failed:
            return;
    }
}

}  // namespace niclab::etherlink
