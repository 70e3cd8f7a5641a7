// Echoes of ICMP.
#include "apps/ping.h"

#include "apps/keys.h"
#include "apps/kind.h"

namespace niclab::apps::ping {

namespace {

std::unique_ptr<Plan> read(core::ConfigTable& flow, Femtoseconds) {
    PingConfig c;
    c.octets = octets(flow, "message", 56, kMostDatagram, "Octets of an echo.");
    c.count =
        std::uint64_t(flow.integer("transactions", 10, 1, kMostItems, "Number of request-response transactions."));
    c.interval = read_interval(flow, 1e9, "From echo to echo at least.");
    return plan<Ping>(c, {}, true);
}

}  // namespace

const Kind& kind() {
    static const Kind kind{"ping", true, true, true, read};
    return kind;
}

}  // namespace niclab::apps::ping
