#include "trial_frames.h"

#include <fmt/format.h>

#include <algorithm>

namespace niclab::linux_kernel {

namespace {

/// As it is received: padded by the driver.
Frame padded(Frame f) {
    f.resize(std::max(f.size(), kShortest));
    return f;
}

/// Calls `visit` with each received frame that was not sent, and with the sent one that was due, or
/// nullptr after the last.
template <class Visit>
void for_each_wrong(const std::vector<Frame>& sent, const std::deque<Frame>& received, const Visit& visit) {
    auto due = sent.begin();
    for (const Frame& f : received) {
        const auto at = std::find_if(due, sent.end(), [&f](const Frame& s) { return padded(s) == f; });
        if (at == sent.end())
            visit(f, due == sent.end() ? nullptr : &*due);
        else
            due = at + 1;
    }
}

/// The octets of `one` from `place` on are those of `other` from `place + by` on.
bool is_moved(const Frame& one, const Frame& other, std::size_t place, std::size_t by) {
    constexpr std::size_t kFewest = 16;  // not equal by chance
    const std::size_t end = std::min(one.size(), other.size() < by ? 0 : other.size() - by);
    if (end < place + kFewest) return false;
    const auto first = one.begin() + std::ptrdiff_t(place), last = one.begin() + std::ptrdiff_t(end);
    return std::equal(first, last, other.begin() + std::ptrdiff_t(place + by));
}

/// "; from octet 14 on the frame is as sent, but moved by 2 octets towards its end"; empty: it is not.
std::string moved(const Frame& received, const Frame& sent, std::size_t place) {
    constexpr std::size_t kMost = 64;
    for (std::size_t by = 1; by <= kMost; ++by)
        for (const bool forward : {false, true})
            if (forward ? is_moved(sent, received, place, by) : is_moved(received, sent, place, by))
                return fmt::format("; from octet {} on its content is as sent, but moved by {} octet{} towards the {}",
                                   place, by, by == 1 ? "" : "s", forward ? "end" : "begin");
    return "";
}

std::string difference(const Frame& received, const Frame& sent) {
    const auto [at, other] = std::mismatch(received.begin(), received.end(), sent.begin(), sent.end());
    std::string text;
    if (received.size() != sent.size()) text = fmt::format("has {} octets, {} were sent", received.size(), sent.size());
    if (at != received.end() && other != sent.end())
        text += fmt::format("{}has {:02X}h in octet {}, {:02X}h was sent", text.empty() ? "" : ", and ", *at,
                            at - received.begin(), *other);
    return text + moved(received, sent, std::size_t(at - received.begin()));
}

}  // namespace

Frame frame_to(const Address& to, const Address& from, std::size_t octets, base::RandomStream& random) {
    Frame f(octets);
    for (auto& o : f) o = static_cast<std::uint8_t>(random.uniform(0, 255));
    std::copy(to.begin(), to.end(), f.begin());
    std::copy(from.begin(), from.end(), f.begin() + to.size());
    f[12] = 0x88, f[13] = 0xB5;  // EtherType for experiments.
    return f;
}

std::vector<Frame> frames_to(const Address& to, const Address& from, std::size_t n, std::size_t octets,
                             base::RandomStream& random) {
    std::vector<Frame> all;
    for (std::size_t i = 0; i < n; ++i) all.push_back(frame_to(to, from, octets, random));
    return all;
}

std::vector<Frame> random_frames(unsigned n, Machine& sender, Machine& receiver, base::RandomStream& random) {
    std::vector<Frame> all;
    for (unsigned i = 0; i < n; ++i)
        all.push_back(frame_to(receiver.ethernet.address(), sender.ethernet.address(),
                               static_cast<std::size_t>(random.uniform(kHeader, kLongest)), random));
    return all;
}

std::size_t wrong(const std::vector<Frame>& sent, const std::deque<Frame>& received) {
    std::size_t bad = 0;
    for_each_wrong(sent, received, [&bad](const Frame&, const Frame*) { ++bad; });
    return bad;
}

std::string first_difference(const std::vector<Frame>& sent, const std::deque<Frame>& received, const char* frame) {
    std::string text;
    for_each_wrong(sent, received, [&](const Frame& f, const Frame* due) {
        if (text.empty()) text = std::string(frame) + " " + (due ? difference(f, padded(*due)) : "was not sent");
    });
    return text;
}

void send_all(Machine& machine, const std::vector<Frame>& frames) {
    machine.ethernet.received.clear();
    send_some(machine, frames, 0, frames.size());
}

void send_some(Machine& machine, const std::vector<Frame>& frames, std::size_t first, std::size_t end) {
    machine.post([&machine, &frames, first, end] {
        for (std::size_t k = first; k < end; ++k) machine.ethernet.send(frames[k]);
    });
}

}  // namespace niclab::linux_kernel
