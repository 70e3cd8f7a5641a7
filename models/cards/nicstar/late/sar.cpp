// Edges without an effect outside the SAR, which are run together with the next one with such an
// effect, or before an observation.
#include "cards/nicstar/sar.h"

#include <algorithm>
#include <array>

namespace niclab::nicstar {

/// With these variants edges have effects that are not predicted: a look-up that begins with a
/// cell's first word, other locations of tables and packets, and the assembly stage.
void Sar::enter_transaction_level() {
    const bool supported =
        !config_.host_tables && !config_.packet_memory && !config_.cut_through && !config_.assembly_stage;
    if (!supported) return;
    decoupling_enabled_ = true;
    if (!edge_runners_.empty()) return;
    edge_runners_.add(*this);
    sram_.edge_runners().add(*this);
}

void Sar::enter_signal_level() {
    if (!decoupling_enabled_) return;
    synchronize();
    decoupling_enabled_ = false;
    if (decoupled_) recouple();
    rx_words_.fetch_no_more();
    if (sram_lines.heard() && !sram_recorder_) {
        release_sram();
        sram_lines.write(sram_shown_);
    }
    wake();
}

bool Sar::record_sram(const card::SramRecorder& recorder) {
    if (decoupling_enabled_ && clock().is_edge(core::now_fs())) return false;
    synchronize();
    if (decoupling_enabled_ && !sram_recorder_) release_sram();  // Its last levels are not known.
    sram_recorder_ = recorder;
    if (recorder)
        recorder(sram_shown_, core::now_fs());
    else if (shows_sram())
        sram_lines.write(sram_shown_);
    return true;
}

/// Shows the levels from a late edge on that no engine runs.
void Sar::show_idle_sram(core::Femtoseconds at) {
    if (!sram_recorder_) return;
    sram_.begin_clock();
    show_sram(at);
}

bool Sar::may_decouple() const {
    return decoupling_enabled_ && command_.idle() && dma_.waits() && !port_.requests.has_item() &&
           !(registers_.events & stat::kPhyi);
}

unsigned Sar::private_edges() const {
    const unsigned engines = std::min(segmenter_.private_edges(), reassembler_.private_edges());
    if (engines == 0 || (registers_.events == 0 && !inta_ && !interrupts_.delaying())) return engines;
    const std::uint64_t steady = interrupts_.steady_clocks(clock().cycle());
    return static_cast<unsigned>(std::min<std::uint64_t>(engines, steady));
}

/// Sleeps for a number of edges, which are run late.
void Sar::decouple(unsigned edges) {
    edges == kNoneToCome ? sleep() : sleep_for(edges + 1);
    if (!asleep()) return;
    decoupled_ = true;
    next_edge_ = core::EdgeCursor(clock());
    rx_words_.decouple_reader(this, [](const atm::CellWord& word) { return word.last; });
}

void Sar::recouple() {
    decoupled_ = false;
    rx_words_.decouple_reader(nullptr, nullptr);
}

/// Late edges that ended in an idle state are over: at its own time each would have been slept over
/// as well.
bool Sar::is_idle() {
    if (sram_recorder_) return false;
    synchronize();
    if (decoupled_ && quiet()) {
        recouple();
        rx_words_.fetch_no_more();
    }
    return asleep() && !decoupled_ && !in_reset_ && segmenter_.is_idle();
}

void Sar::synchronize() {
    if (!decoupled_) return;
    rx_words_.fetch();
    run_edges_before(core::now_fs());
}

void Sar::run_edges_before(core::Femtoseconds until) {
    const std::uint32_t events = registers_.events;
    next_edge_.settle();
    while (next_edge_.edge() < until) run_some_edges(next_edge_.edges_to(until - 1));
    if (registers_.events != events) edge_.outside();
    edge_.late = false;
}

/// Runs up to `most` edges of one engine together, if it reads words and the others wait.
unsigned Sar::read_words(card::SramUser user, std::uint64_t most) {
    if (user == card::SramUser::Transmit) return segmenter_.read_words(edge_.at, most);
    return user == card::SramUser::Receive ? reassembler_.read_words(most) : 0;
}

/// Runs edge number `n` of the receive FIFO, and skips those after it that take no word. Returns the
/// number of its next edge, which is at most `most`.
std::uint64_t Sar::run_fifo_edge(const core::EdgeCursor& first, std::uint64_t n, std::uint64_t most) {
    RxFifo& fifo = reassembler_.incoming();
    fifo.tick();
    core::EdgeCursor next = first;
    next.advance(++n);
    const std::uint64_t still = std::min(fifo.still_edges(next), most - n);
    if (still > 0) fifo.pass(next, still);
    return n + still;
}

/// While one engine or another only counts or waits, the others use the edges alone.
[[gnu::flatten]] void Sar::run_some_edges(std::uint64_t most) {  // Inlines its calls: it runs all the time.
    using User = card::SramUser;
    std::array<std::uint64_t, card::kSramUsers> still;
    still[unsigned(User::ReceiveFifo)] = reassembler_.incoming().still_edges(next_edge_);
    still[unsigned(User::Transmit)] = segmenter_.still_edges(next_edge_.edge());
    still[unsigned(User::Receive)] = reassembler_.still_edges();
    still[unsigned(User::Host)] = most;  // it is idle
    std::array<User, card::kSramUsers> busy;
    unsigned count = 0;
    for (const User user : config_.priority) {
        if (still[unsigned(user)] == 0)
            busy[count++] = user;
        else
            most = std::min(most, still[unsigned(user)]);
    }
    const core::EdgeCursor first = next_edge_;
    std::uint64_t fifo_due = still[unsigned(User::ReceiveFifo)] == 0 ? 0 : most;  // It takes no word before.
    const unsigned others = count - (fifo_due == 0 ? 1 : 0);
    std::uint64_t n = others > 0 ? 0 : fifo_due;
    if (n > 0) show_idle_sram(first.edge());
    while (n < most) {
        edge_ = {first.ahead(n), true};
        if (others == 1 && n < fifo_due && !sram_recorder_) {
            const User alone = busy[busy[0] == User::ReceiveFifo ? 1 : 0];
            if (const unsigned words = read_words(alone, fifo_due - n); words > 0) {
                n += words;
                continue;
            }
        }
        sram_.begin_clock();
        for (unsigned i = 0; i < count; ++i) {
            if (busy[i] != User::ReceiveFifo)
                run_engine(busy[i]);
            else if (n == fifo_due)
                fifo_due = run_fifo_edge(first, n, most);
        }
        if (sram_recorder_) show_sram(edge_.at);
        ++n;
        if (others > 0) continue;
        if (n < fifo_due) show_idle_sram(first.ahead(n));
        n = fifo_due;
    }
    if (still[unsigned(User::ReceiveFifo)] > 0) reassembler_.incoming().pass(first, most);
    if (still[unsigned(User::Transmit)] > 0) segmenter_.pass(first.edge(), most);
    if (still[unsigned(User::Receive)] > 0) reassembler_.pass(most);
    next_edge_.advance(most);
    next_edge_.settle();
}

}  // namespace niclab::nicstar
