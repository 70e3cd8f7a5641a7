#include "probe/pcie/lane_waves.h"

#include <algorithm>

#include "core/event.h"

namespace niclab::probe {

namespace {
constexpr unsigned kSymbolBits = 9, kControl = 1u << 8;
}

LaneWaves::LaneWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope, pcie::Board& board)
    : sc_module(name), sink_(sink) {
    SC_HAS_PROCESS(LaneWaves);
    SC_METHOD(report);
    sensitive << due_;
    dont_initialize();
    bool wanted = false;
    for (unsigned lane = 0; lane < board.config().link.lanes.width; ++lane)
        for (Direction* direction : {&up_, &down_}) {
            const char* const way = direction == &up_ ? "UP" : "DOWN";
            direction->ids.push_back(sink.add(scope, way + std::to_string(lane), kSymbolBits, 0));
            wanted |= direction->ids.back() != WaveSink::kUnwanted;
        }
    if (!wanted) return;
    board.enter_signal_level();
    follow(up_, *board.lanes(pcie::Way::Up)), follow(down_, *board.lanes(pcie::Way::Down));
}

void LaneWaves::follow(Direction& direction, pcie::SignalLine& line) {
    line.listener = [this, &direction, &line](const pcie::SignalLine::Sent& sent) {
        add(direction, line, sent);
        arm();
    };
}

/// Its symbols, and idle after the last one. A packet that follows at once replaces that.
void LaneWaves::add(Direction& direction, const pcie::SignalLine& line, const pcie::SignalLine::Sent& sent) {
    const unsigned width = line.width();
    while (!direction.changes.empty() && direction.changes.back().at >= sent.begin) direction.changes.pop_back();
    for (std::size_t k = 0; k < sent.symbols.size(); ++k) {
        const pcie::Symbol& s = sent.symbols[k];
        const core::Femtoseconds at = sent.begin + line.lanes().time_of(k / width * width);
        direction.changes.push_back({at, direction.ids[k % width], s.octet | (s.control ? kControl : 0)});
    }
    for (const WaveSink::Id id : direction.ids) direction.changes.push_back({sent.end, id, 0});
}

void LaneWaves::report() {
    const core::Femtoseconds now = core::now_fs();
    for (Direction* direction : {&up_, &down_})
        for (; !direction->changes.empty() && direction->changes.front().at <= now; direction->changes.pop_front())
            sink_.change(direction->changes.front().id, direction->changes.front().value);
    arm();
}

void LaneWaves::arm() {
    core::Femtoseconds next = ~core::Femtoseconds{0};
    for (const Direction* direction : {&up_, &down_})
        if (!direction->changes.empty()) next = std::min(next, direction->changes.front().at);
    const core::Femtoseconds now = core::now_fs();
    if (next != ~core::Femtoseconds{0}) core::fire(due_, next > now ? next - now : 0);
}

}  // namespace niclab::probe
