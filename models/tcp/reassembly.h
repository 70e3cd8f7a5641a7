/// @file Octets that arrived out of order, as intervals of positions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>

namespace niclab::tcp {

class Reassembly {
public:
    bool empty() const { return intervals_.empty(); }
    /// Adds octets from `begin` up to, but not including, `end`; duplicates are kept once.
    void add(std::uint64_t begin, std::uint64_t end) {
        auto at = intervals_.upper_bound(begin);
        if (at != intervals_.begin() && std::prev(at)->second >= begin) --at;
        while (at != intervals_.end() && at->first <= end) {
            begin = std::min(begin, at->first);
            end = std::max(end, at->second);
            at = intervals_.erase(at);
        }
        intervals_.emplace(begin, end);
    }
    /// The end of the octets in order when they reach `next`; removes them.
    std::uint64_t follow(std::uint64_t next) {
        while (!intervals_.empty() && intervals_.begin()->first <= next) {
            next = std::max(next, intervals_.begin()->second);
            intervals_.erase(intervals_.begin());
        }
        return next;
    }

private:
    std::map<std::uint64_t, std::uint64_t> intervals_;  ///< Begin to end, without overlaps.
};

}  // namespace niclab::tcp
