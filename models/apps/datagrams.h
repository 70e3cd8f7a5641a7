/// @file The results of a flow of datagrams. Both rates are over the time of sending, and count the
/// datagrams of that time. Datagrams that wait in a card after the last send are received all the
/// same.
#pragma once

#include "apps/app.h"

namespace niclab::apps {

inline Outcome datagrams(Femtoseconds begin, Femtoseconds last, bool over, const stack::UdpSocket& out,
                         const stack::UdpSocket& in, std::uint64_t in_time) {
    Outcome o;
    o.begin = begin, o.end = last, o.over = over;
    o.octets = in.stats().received_octets, o.late = over ? o.octets - in_time : 0;
    o.written = out.stats().sent_octets;
    o.datagrams_sent = out.stats().sent, o.datagrams_received = in.stats().received;
    return o;
}

}  // namespace niclab::apps
