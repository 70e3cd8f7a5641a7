// The wait until nothing moves any more, and the frames that a driver has missed.
#include <algorithm>

#include "ethernet_trial.h"

namespace niclab::linux_kernel {

namespace {

/// The longest back-off after one collision, 52.4 ms at 10 Mb/s. For this time a station with
/// frames to send may be silent on a free cable, if the other one has just used it for its last
/// frames. The pause of an overrun, 10 ms, is shorter.
constexpr double longest_silence_us() {
    constexpr ether::MacRules kRules;
    constexpr double kBitUs = 0.1;
    return ((1u << kRules.backoff_limit) - 1) * kRules.slot_bits * kBitUs;
}

/// A broadcast of a type for experiments, which no other code sends.
Interface::Frame reminder() {
    Interface::Frame f(ETH_ZLEN, 0);
    std::fill_n(f.begin(), ETH_ALEN, 0xFF);
    f[12] = 0x88, f[13] = 0xB6;
    return f;
}

}  // namespace

void EthernetTrial::run_quiet() {
    constexpr unsigned kSliceUs = 500, kLongestFrameUs = 1300, kStalledUs = 20'000;
    constexpr double kPatienceUs = longest_silence_us() + kLongestFrameUs + kSliceUs;
    const auto state = [this] {
        std::size_t n = 0;
        for (const Machine* m : bench_.machines()) n += m->ethernet.received.size() + 1'000'000 * m->ethernet.waiting();
        return n;
    };
    std::size_t last = state();
    for (unsigned still = 0; still < kPatienceUs; still += kSliceUs) {
        bench_.pass(kSliceUs);
        if (state() != last) last = state(), still = 0;
        const bool sending = bench_.client_node.card->sending() || bench_.server_node.card->sending();
        if (!sending && last < 1'000'000 && still > 4 * kSliceUs) break;
        if (!sending && last >= 1'000'000 && still > kStalledUs && skip_to_watchdog()) still = 0;
    }
    bench_.finish();
}

/// Nothing moves: the time until a watchdog expires need not be simulated.
bool EthernetTrial::skip_to_watchdog() {
    const bool client = bench_.client.ethernet.skip_to_watchdog();
    return bench_.server.ethernet.skip_to_watchdog() || client;
}

void EthernetTrial::settle() {
    run_quiet();
    remind(bench_.client, bench_.server_node);
    remind(bench_.server, bench_.client_node);
}

/// Frames that a driver has not detected are taken together with the next ones. A call of a
/// driver's handler may take only some, and a closed driver takes none.
void EthernetTrial::remind(Machine& sender, Station& receiver) {
    constexpr unsigned kMost = 20;
    auto& received = receiver.machine.ethernet.received;
    bool took = true, reminded = false;
    for (unsigned n = 0; took && n < kMost && receiver.card->frame_unseen(); ++n) {
        const std::size_t before = received.size();
        sender.post([&sender] { sender.ethernet.send(reminder()); });
        bench_.finish();
        run_quiet();
        took = received.size() > before;
        late_ += took, reminded = true;
    }
    if (reminded) received.erase(std::remove(received.begin(), received.end(), reminder()), received.end());
}

}  // namespace niclab::linux_kernel
