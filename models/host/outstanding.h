/// @file Packets that a program has sent and that its peer has not confirmed, in the order of
/// sending.
///
/// Behaviour: a connection keeps its order: packets that were sent before a packet that arrived
///   never arrive. Packets are distinguished by their contents; among equal ones the oldest is
///   meant.
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
    /// Removes the packet, and all that were sent before it.
    void arrived(const Sdu& sdu) {
        const auto at = std::find(digests_.begin(), digests_.end(), digest(sdu));
        if (at != digests_.end()) digests_.erase(digests_.begin(), at + 1);
    }
    /// A damaged packet arrived, which cannot be identified: removes the oldest.
    void arrived_damaged() {
        if (!digests_.empty()) digests_.pop_front();
    }
    /// Removes all packets: they will never arrive.
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
