/// @file  Packets a program has sent and its peer has not told of, in the order of sending.
///
/// A connection keeps its order: what was sent before a packet that arrived never comes. Packets are told apart by what
/// is in them; of equal ones the oldest is meant.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

namespace niclab::host {

class Outstanding {
public:
    using Sdu = std::vector<std::uint8_t>;

    void sent(const Sdu& sdu) { digests_.push_back(digest(sdu)); }
    /// It, and what was sent before it, is no longer out.
    void arrived(const Sdu& sdu) {
        const auto at = std::find(digests_.begin(), digests_.end(), digest(sdu));
        if (at != digests_.end()) digests_.erase(digests_.begin(), at + 1);
    }
    /// Which one cannot be told: the oldest.
    void arrived_damaged() {
        if (!digests_.empty()) digests_.pop_front();
    }
    /// What is out now never comes.
    void forget() { digests_.clear(); }
    std::size_t count() const { return digests_.size(); }

private:
    /// FNV-1a.
    static std::uint64_t digest(const Sdu& sdu) {
        std::uint64_t hash = 0xcbf29ce484222325u ^ sdu.size();
        for (const std::uint8_t octet : sdu) hash = (hash ^ octet) * 0x100000001b3u;
        return hash;
    }
    std::deque<std::uint64_t> digests_;
};

}  // namespace niclab::host
