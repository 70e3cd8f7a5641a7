/// @file The keys of kinds that send octets over one TCP connection.
#pragma once

#include "apps/keys.h"
#include "apps/kind.h"
#include "apps/stream.h"

namespace niclab::apps {

/// Defaults in which these kinds differ, in octets.
struct StreamDefaults {
    std::int64_t buffer, read, octets;
};

inline std::unique_ptr<Plan> read_stream(core::ConfigTable& flow, Femtoseconds duration, const StreamDefaults& standard,
                                         bool file) {
    StreamConfig c;
    c.duration = duration;
    c.buffers = read_buffers(flow, standard.buffer);
    c.message = octets(flow, "message", 8192, kMostOctets, "Octets that each write call sends.");
    c.read = octets(flow, "read", standard.read, kMostOctets, "Maximum octets that each read call returns.");
    c.octets = std::uint64_t(flow.integer("octets", standard.octets, 0, kMostItems,
                                          "Total octets to send. 0: send until the duration ends."));
    c.file = file;
    return plan<Stream>(c, c.buffers, c.octets > 0);
}

}  // namespace niclab::apps
