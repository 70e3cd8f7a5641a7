#include "lab/watch/first_packet.h"

namespace niclab::lab {

namespace {

// A packet that was lost never ends the window.
constexpr core::Femtoseconds kMost = 150'000'000'000;        ///< 150 us on ATM,
constexpr core::Femtoseconds kMostElse = 4'000'000'000'000;  ///< 4 ms on a line that may be thirty times slower.
constexpr core::Femtoseconds kAfter = 1'500'000'000;         ///< 1.5 us: for its driver's last accesses.

RunOptions options_of(const std::string& path) {
    RunOptions options;
    options.vcd = path;
    return options;
}

/// Its octets arrive in the host's memory; for a card that does not move them itself, in the card.
bool arrived(const probe::PduRow& row) {
    const std::size_t brought = row.chain->index(probe::EventKind::RxTrdy);
    return row.at[brought < row.at.size() ? brought : row.chain->first_received()] != 0;
}

}  // namespace

FirstPacketWaves::FirstPacketWaves(Bench& bench, const probe::PduTracker& tracker, const std::string& path)
    : waves_(bench, options_of(path), "first_packet_") {
    probe::WaveWriter& vcd = waves_.writer();
    vcd.wait_for_window();
    const Hop& hop = bench.conversations().front().there.hop;
    hop.sender.driver().posted.listen(
        [&vcd, most = hop.atm ? kMost : kMostElse](core::Femtoseconds at, const host::NetDevice::Posted&) {
            vcd.begin_window(at);
            vcd.end_window(vcd.window_begin() + most);
        });
    hop.receiver.driver().handed_up.listen([&vcd, &tracker](core::Femtoseconds at, const host::Channel&) {
        const auto& rows = tracker.rows();
        if (!rows.empty() && arrived(rows.front())) vcd.end_window(at + kAfter);
    });
}

}  // namespace niclab::lab
