/// @file Frames of the trial of an Ethernet driver: their contents, and the comparison of those that
/// were sent with those that arrived.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "base/random.h"
#include "runtime/machine.h"

namespace niclab::linux_kernel {

using Frame = Interface::Frame;
using Address = Interface::Address;

inline constexpr std::size_t kHeader = ETH_HLEN, kShortest = ETH_ZLEN, kLongest = ETH_FRAME_LEN;
inline constexpr Address kGroup{0x01, 0x00, 0x5E, 0x00, 0x00, 0x01}, kOtherGroup{0x01, 0x00, 0x5E, 0x00, 0x00, 0x02},
    kBroadcast{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}, kStranger{0x02, 0, 0, 0, 0, 0x77};

/// A frame with random data.
Frame frame_to(const Address& to, const Address& from, std::size_t octets, base::RandomStream& random);
/// `n` such frames.
std::vector<Frame> frames_to(const Address& to, const Address& from, std::size_t n, std::size_t octets,
                             base::RandomStream& random);
/// `n` frames of random lengths.
std::vector<Frame> random_frames(unsigned n, Machine& sender, Machine& receiver, base::RandomStream& random);
/// Number of received frames that do not match the sent ones, in their order. A driver pads short
/// frames.
std::size_t wrong(const std::vector<Frame>& sent, const std::deque<Frame>& received);
/// What is wrong with the first of them, compared with the frame that was due: its length, its first
/// wrong octet, and whether the rest is only moved. Empty: none is wrong. `frame`: its name.
std::string first_difference(const std::vector<Frame>& sent, const std::deque<Frame>& received,
                             const char* frame = "the first wrong frame");
/// Work of the sender; `frames` must exist until it is done.
void send_all(Machine& machine, const std::vector<Frame>& frames);
/// The same for those from `first` to before `end`; what was received before is kept.
void send_some(Machine& machine, const std::vector<Frame>& frames, std::size_t first, std::size_t end);

}  // namespace niclab::linux_kernel
