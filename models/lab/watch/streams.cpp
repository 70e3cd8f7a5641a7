#include "lab/watch/streams.h"

#include <algorithm>

#include "cards/board/atm_device.h"

namespace niclab::lab {

probe::Vc vc_of(host::Channel c) { return {board::vpi_of(c), board::vci_of(c)}; }

bool carries(const Hop& hop, const std::vector<WatchedStream>& streams, host::Channel channel) {
    if (!hop.link || !hop.link->shared()) return true;
    return std::any_of(streams.begin(), streams.end(),
                       [vc = vc_of(channel)](const WatchedStream& s) { return s.vc == vc; });
}

std::vector<WatchedStream> streams_of(const Bench& bench, const Hop& hop) {
    std::vector<WatchedStream> found;
    for (const Conversation& c : bench.conversations()) {
        if (&c.there.hop == &hop) found.push_back({c.there, c.flow, {0, c.flow.vci}});
        if (&c.back.hop == &hop) found.push_back({c.back, c.flow, {0, c.flow.vci_back}});
    }
    return found;
}

}  // namespace niclab::lab
