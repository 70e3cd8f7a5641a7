/// @file A log of the last transactions of a PCI bus, which names the owner of the bus during a
/// wait for GNT#.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "core/clock.h"

namespace niclab::probe {

class BusLog {
public:
    /// Adds a completed transaction; `master` must outlive the log.
    void add(const std::string& master, core::Femtoseconds begin, core::Femtoseconds end) {
        entries_[next_++ % entries_.size()] = {&master, begin, end};
    }
    /// The master other than `self` that held the bus longest between the two times, with its name
    /// as added; empty if there was none.
    const char* holder(const std::string& self, core::Femtoseconds begin, core::Femtoseconds end) const {
        const char* longest = "";
        core::Femtoseconds most = 0;
        for (const Entry& e : entries_) {
            if (e.master == nullptr || *e.master == self) continue;
            core::Femtoseconds held = 0;
            for (const Entry& other : entries_)
                if (other.master == e.master) held += overlap(other, begin, end);
            if (held > most) most = held, longest = e.master->c_str();
        }
        return longest;
    }

private:
    /// More than fit into any wait that latency timers limit.
    static constexpr std::size_t kEntries = 32;
    struct Entry {
        const std::string* master = nullptr;
        core::Femtoseconds begin = 0, end = 0;
    };
    static core::Femtoseconds overlap(const Entry& e, core::Femtoseconds begin, core::Femtoseconds end) {
        const core::Femtoseconds from = std::max(e.begin, begin), to = std::min(e.end, end);
        return to > from ? to - from : 0;
    }
    std::array<Entry, kEntries> entries_{};
    std::size_t next_ = 0;
};

}  // namespace niclab::probe
