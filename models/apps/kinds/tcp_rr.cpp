// netperf's TCP_RR.
#include "apps/keys.h"
#include "apps/kind.h"
#include "apps/request_response.h"

namespace niclab::apps::tcp_rr {

namespace {

std::unique_ptr<Plan> read(core::ConfigTable& flow, Femtoseconds duration) {
    RequestResponseConfig c;
    c.duration = duration;
    c.buffers = read_buffers(flow);
    c.request = octets(flow, "request", 1, kMostOctets, "Size of a request in octets.");
    c.response = octets(flow, "response", 1, kMostOctets, "Size of a response in octets.");
    c.transactions = std::uint64_t(flow.integer("transactions", 0, 0, kMostItems, "0: until the time is over."));
    return plan<RequestResponse>(c, c.buffers, c.transactions > 0);
}

}  // namespace

const Kind& kind() {
    static const Kind kind{"tcp_rr", false, true, false, read};
    return kind;
}

}  // namespace niclab::apps::tcp_rr
