#include "lab/watch/first_packet.h"

namespace niclab::lab {

namespace {

constexpr core::Femtoseconds kMost = 150'000'000'000;  ///< 150 us: a packet that was lost never ends the window.
constexpr core::Femtoseconds kAfter = 1'500'000'000;   ///< 1.5 us: what its driver still says to the card.

RunOptions options_of(const std::string& path) {
    RunOptions options;
    options.vcd = path;
    return options;
}

}  // namespace

FirstPacketWaves::FirstPacketWaves(Bench& bench, const probe::PduTracker& tracker, const std::string& path)
    : waves_(bench, options_of(path), "first_packet_") {
    probe::WaveWriter& vcd = waves_.writer();
    vcd.wait_for_window();
    const Hop& hop = bench.conversations().front().there.hop;
    hop.sender.driver().posted.listen([&vcd](core::Femtoseconds at, const host::NetDevice::Posted&) {
        vcd.begin_window(at);
        vcd.end_window(vcd.window_begin() + kMost);
    });
    hop.receiver.driver().handed_up.listen([&vcd, &tracker](core::Femtoseconds at, const host::Channel&) {
        const auto& rows = tracker.rows();
        if (!rows.empty() && rows.front().moment(probe::Moment::RxTrdy) != 0) vcd.end_window(at + kAfter);
    });
}

}  // namespace niclab::lab
