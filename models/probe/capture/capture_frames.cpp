#include "probe/capture/capture_frames.h"

namespace niclab::probe {

namespace {

constexpr std::uint64_t kA1A2 = 0xF6F6F6282828u;

/// The scrambler's bits repeat after 127 of them, and so its octets.
std::array<std::uint8_t, 127> scrambler_octets() {
    std::array<bool, 127 * 8> bits{};
    for (unsigned i = 0; i < bits.size(); ++i) bits[i] = i < 7 || bits[i - 7] != bits[i - 6];
    std::array<std::uint8_t, 127> octets{};
    for (unsigned i = 0; i < bits.size(); ++i)
        octets[i / 8] = static_cast<std::uint8_t>(octets[i / 8] << 1 | unsigned{bits[i]});
    return octets;
}

}  // namespace

void FrameReader::descramble(std::vector<std::uint8_t>& octets) const {
    static const auto scrambler = scrambler_octets();
    const unsigned clear = 3 * sts_;
    for (std::size_t i = clear; i < octets.size(); ++i)
        octets[i] = static_cast<std::uint8_t>(octets[i] ^ scrambler[(i - clear) % 127]);
}

bool FrameReader::pattern_is_right() const { return (window_ & 0xFFFFFFFFFFFFu) == kA1A2; }

bool FrameReader::octet(std::uint8_t value, core::Femtoseconds at) {
    window_ = window_ << 8 | value;
    times_[number_ % pattern_end()] = at;
    ++number_;
    if (!aligned_) {
        if (!pattern_is_right()) return false;
        aligned_ = true;
        wrong_ = 0;
        begins_ = times_[number_ % pattern_end()];
        octets_.assign(sts_, 0xF6);
        octets_.insert(octets_.end(), 3, 0x28);
        return false;
    }
    if (octets_.empty()) begins_ = at;
    octets_.push_back(value);
    if (octets_.size() == pattern_end()) {
        wrong_ = pattern_is_right() ? 0 : wrong_ + 1;
        aligned_ = wrong_ < kPatience;
    }
    if (octets_.size() < octets_in_frame_) return false;
    frame_.octets.swap(octets_);
    octets_.clear();
    descramble(frame_.octets);
    frame_.began = begins_;
    frame_.ended = at;
    return true;
}

FrameReader::Frame FrameReader::unfinished() const {
    Frame part{octets_, begins_, 0};
    if (octets_.empty()) return part;
    descramble(part.octets);
    part.ended = times_[(number_ - 1) % pattern_end()];
    return part;
}

LineTap::LineTap(sc_core::sc_module_name name, const sc_core::sc_event& edge, const fiber::LinePins<core::Net>& pins,
                 phy::OctetLine& octets, unsigned sts)
    : sc_module(name), pins_(pins), reader_(sts) {
    SC_HAS_PROCESS(LineTap);
    SC_METHOD(on_edge);
    sensitive << edge;
    dont_initialize();
    octets.observe_arrival(
        [](void* self, phy::LineOctet o, core::Femtoseconds at) { static_cast<LineTap*>(self)->take(o.octet, at); },
        this);
}

void LineTap::on_edge() {
    ++calls_;
    take(pins_.octet.read(), core::now_fs());
}

}  // namespace niclab::probe
