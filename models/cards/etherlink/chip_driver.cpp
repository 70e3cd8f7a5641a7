#include "cards/etherlink/chip_driver.h"

#include "cards/ether_board/channel.h"

namespace niclab::etherlink {

void ChipDriver::finish(unsigned which, unsigned argument) {
    command(which, argument);
    while (in(kCommandPort)&kInProgress) wait(1, sc_core::SC_US);
}

void ChipDriver::open(host::Channel channel) {
    inbox(channel);
    if (channel != ether_board::kWholeFrames) return;
    whole_frames_ = true;
    card_.lock();
    command(kSetRxFilter, kOwnAndGroups | kBroadcasts);
    card_.unlock();
}

void ChipDriver::read_address() {
    select(0);
    for (unsigned i = 0; i < own_.size(); i += 2) {
        out(kEepromCommand, kEepromRead | (kFirstAddressWord + i / 2));
        while (in(kEepromCommand)&kEepromBusy) wait(10, sc_core::SC_US);
        const std::uint16_t word = in(kEepromData);
        own_[i] = std::uint8_t(word >> 8), own_[i + 1] = std::uint8_t(word);
    }
}

void ChipDriver::set_station() {
    select(2);
    for (unsigned i = 0; i < own_.size(); i += 2) out(i, own_[i] | own_[i + 1] << 8);
}

void ChipDriver::enable(std::uint16_t indications) {
    command(kSetRxFilter, kOwnAndGroups);
    command(kSetStatusEnable, indications | kLatch), command(kSetInterruptEnable, indications | kLatch);
    command(kRxEnable), command(kTxEnable);
}

}  // namespace niclab::etherlink
