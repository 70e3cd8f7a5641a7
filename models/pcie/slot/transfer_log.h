/// @file What the recent TLPs of a slot waited for: the steps of each, in order, so that the time of
/// a packet can be divided.
///
/// Behaviour: the log keeps the last 65536 transfers of each kind.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "pcie/tlp.h"

namespace niclab::pcie {

/// The cause of a step on the path of a TLP.
enum class Step : std::uint8_t {
    Cpu,        ///< Between the CPU and its port.
    Switch,     ///< A switch, and the link before it.
    Tag,        ///< Other reads have all tags.
    Link,       ///< Other packets are on the line.
    Credit,     ///< The receiver has no space.
    Serialise,  ///< Its own symbols are on the line.
    Walk,       ///< The IOMMU translates its address.
    Order,      ///< Writes before it are not done.
    Complex,    ///< The root complex.
    Memory,     ///< DRAM instead of the cache, or another socket.
    Combine     ///< Lines and completions before it.
};
inline constexpr unsigned kSteps = 11;

class TransferLog {
public:
    struct Part {
        Femtoseconds end;
        Step step;
    };
    struct Transfer {
        Femtoseconds begin = 0, end = 0;
        std::vector<Part> parts;  ///< Each begins at the end of the one before.
    };
    using Transfers = std::deque<Transfer>;

    /// Before this call nothing is kept.
    void activate() { active_ = true; }
    /// The last completion of a read of the card.
    void add_read(const Tlp& tlp) {
        if (active_) add_to(engine_, read_parts(tlp), tlp.at(Stamp::Delivered));
    }
    /// A write of the card, in memory.
    void add_write(const Tlp& tlp) {
        if (active_) add_to(engine_, posted_parts(tlp), tlp.at(Stamp::Translated));
    }
    /// A message or a write that interrupts the CPU.
    void add_interrupt(const Tlp& tlp) {
        if (active_) add_to(interrupts_, posted_parts(tlp), tlp.at(Stamp::Translated));
    }
    /// An access of the CPU to a register that has arrived.
    void add_access(const Tlp& tlp) {
        if (active_) add_to(accesses_, request_parts(tlp, Step::Cpu), tlp.at(Stamp::Arrived));
    }
    const Transfers& engine() const { return engine_; }
    const Transfers& interrupts() const { return interrupts_; }
    const Transfers& accesses() const { return accesses_; }

private:
    static constexpr std::size_t kMost = 65536, kMostParts = 14;
    static void part(Transfer& t, Femtoseconds end, Step step) {
        const Femtoseconds from = t.parts.empty() ? t.begin : t.parts.back().end;
        if (end > from) t.parts.push_back({end, step});
    }
    static Transfer request_parts(const Tlp& tlp, Step before) {
        Transfer t;
        t.parts.reserve(kMostParts);
        t.begin = tlp.at(Stamp::Asked);
        part(t, tlp.at(Stamp::Tagged), before);
        part(t, tlp.at(Stamp::Switched), Step::Switch);
        part(t, tlp.at(Stamp::Blocked), Step::Link);
        part(t, tlp.at(Stamp::Allowed), Step::Credit);
        part(t, tlp.at(Stamp::Begun), Step::Link);
        part(t, tlp.at(Stamp::Arrived), Step::Serialise);
        return t;
    }
    static Transfer posted_parts(const Tlp& tlp) {
        Transfer t = request_parts(tlp, Step::Tag);
        part(t, tlp.at(Stamp::Walked), Step::Walk);
        part(t, tlp.at(Stamp::Translated), Step::Order);
        return t;
    }
    static Transfer read_parts(const Tlp& tlp) {
        Transfer t = posted_parts(tlp);
        part(t, tlp.at(Stamp::Routed), Step::Complex);
        part(t, tlp.at(Stamp::Fetched), Step::Memory);
        part(t, tlp.at(Stamp::Picked), Step::Combine);
        part(t, tlp.at(Stamp::SwitchedBack), Step::Switch);
        part(t, tlp.at(Stamp::Returned), Step::Link);
        part(t, tlp.at(Stamp::Delivered), Step::Serialise);
        return t;
    }
    static void add_to(Transfers& all, Transfer t, Femtoseconds end) {
        t.end = end;
        if (all.size() == kMost) all.pop_front();
        all.push_back(std::move(t));
    }

    bool active_ = false;
    Transfers engine_, interrupts_, accesses_;
};

}  // namespace niclab::pcie
