// Edges at which an engine of the SAR only counts or waits, and the skipping of these edges.
#include <algorithm>

#include "cards/nicstar/sar.h"

namespace niclab::nicstar {

namespace {
constexpr std::uint64_t kUntilWoken = ~std::uint64_t{0};
constexpr std::uint64_t kCrossing = 2;  ///< Edges after the first that samples a word: two flip-flops.
}  // namespace

std::uint64_t RxFifo::still_edges(const core::EdgeCursor& next) const {
    if (words_.occupancy() == 0) return kUntilWoken;
    for (unsigned edges = 0; edges < kCrossing; ++edges)
        if (pushed_.sample_to_come(edges, taken_) > taken_) return edges;
    const core::Femtoseconds pushed = words_.pushed_at(0);
    return kCrossing + (pushed < next.edge() ? 0 : next.edges_to(pushed));
}

void RxFifo::pass(const core::EdgeCursor& next, std::uint64_t edges) {
    for (std::uint64_t n = edges - std::min(edges, kCrossing); n < edges; ++n)
        pushed_.sample(words_.pushed_before(next.ahead(n)));
}

std::uint64_t Segmenter::still_edges(core::Femtoseconds next) const {
    if (!(registers_.cfg & cfg::kTxEnable)) return kUntilWoken;
    const std::size_t popped = cells_.popped_before(next);
    const std::uint64_t in_time = config_.null_cells ? edges_until(2, popped) : kNoneToCome;
    switch (state_) {
        case State::Idle:
            return std::min<std::uint64_t>(in_time, edges_until(1, popped));
        case State::Decide:
            return std::min<std::uint64_t>(in_time, private_of_decision(clocks_));
        case State::Payload:
        case State::Descriptor:
        case State::StatusEntry:
            return in_time;
        default:
            return 0;
    }
}

void Segmenter::pass(core::Femtoseconds next, std::uint64_t edges) {
    popped_.sample_many(cells_.popped_before(next), edges);
    if (state_ == State::Decide && (registers_.cfg & cfg::kTxEnable)) clocks_ -= static_cast<unsigned>(edges);
}

/// The last word of an entry is followed by a decision.
unsigned Segmenter::read_words(core::Femtoseconds next, std::uint64_t most) {
    if (state_ != State::Rest || poll_address_ != 0) return 0;
    const std::size_t popped = cells_.popped_before(next);
    const unsigned in_time = config_.null_cells ? edges_until(2, popped) : kNoneToCome;
    const auto words = static_cast<unsigned>(std::min<std::uint64_t>({descriptors.left() - 1, in_time, most}));
    if (words == 0) return 0;
    popped_.sample_many(popped, words);
    descriptors.read_run(scd_address_, scd_.data(), words);
    return words;
}

std::uint64_t Reassembler::still_edges() const {
    if (!delivery_.idle()) return 0;
    switch (state_) {
        case State::Wait:
            return fifo_.ready() || wants_raw_buffer() ? 0 : kUntilWoken;
        case State::Decide:
            return clocks_;
        case State::LookUp:
            return clocks_ - 1;
        default:
            return 0;
    }
}

/// The last word of a payload is followed by a burst.
unsigned Reassembler::read_words(std::uint64_t most) {
    if ((state_ != State::Payload && state_ != State::RawPayload) || !fifo_.whole() || !delivery_.idle()) return 0;
    const std::uint64_t left = payload_.size() - 1 - step_;
    const auto words = static_cast<unsigned>(std::min(left, most));
    if (words == 0) return 0;
    fifo_.read_run(1 + step_, &payload_[step_], words);
    step_ += words;
    return words;
}

void Reassembler::pass(std::uint64_t edges) {
    if (state_ == State::Decide || state_ == State::LookUp) clocks_ -= static_cast<unsigned>(edges);
}

}  // namespace niclab::nicstar
