#include "trial_frames.h"

#include <algorithm>

namespace niclab::linux_kernel {

namespace {

/// As it is received: padded by the driver.
Frame padded(Frame f) {
    f.resize(std::max(f.size(), kShortest));
    return f;
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
    std::size_t bad = 0, next = 0;
    for (const Frame& f : received) {
        const auto at = std::find_if(sent.begin() + static_cast<long>(next), sent.end(),
                                     [&f](const Frame& s) { return padded(s) == f; });
        if (at == sent.end())
            ++bad;
        else
            next = static_cast<std::size_t>(at - sent.begin()) + 1;
    }
    return bad;
}

void send_all(Machine& machine, const std::vector<Frame>& frames) {
    machine.ethernet.received.clear();
    machine.post([&machine, &frames] {
        for (const Frame& f : frames) machine.ethernet.send(f);
    });
}

}  // namespace niclab::linux_kernel
