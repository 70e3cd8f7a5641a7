#include "lab/watch/streams.h"

#include "cards/board/atm_device.h"

namespace niclab::lab {

probe::Vc vc_of(host::Channel c) { return {board::vpi_of(c), board::vci_of(c)}; }

std::vector<WatchedStream> streams_of(const Bench& bench, const Hop& hop) {
    std::vector<WatchedStream> found;
    for (const Conversation& c : bench.conversations()) {
        if (&c.there.hop == &hop) found.push_back({c.there, c.flow, {0, c.flow.vci}});
        if (&c.back.hop == &hop) found.push_back({c.back, c.flow, {0, c.flow.vci_back}});
    }
    return found;
}

}  // namespace niclab::lab
