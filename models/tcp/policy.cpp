#include "tcp/policy.h"

#include <stdexcept>

namespace niclab::tcp {

namespace {

using base::kMillisecond;

constexpr unsigned kDeferredAcksMax = 8;  // Segments without an ack, if half the window is more.

/// 4.3BSD-Tahoe, June 1988. tcp_input.c only delays acks (`TF_DELACK`), for at most 200 ms.
/// tcp_output.c sends one earlier if the window opens by two MSS or 35 % of the buffer. It offers
/// an MSS of at most half the receive buffer (`sb_hiwat / 2`). `tcp_mss` rounds it down to clusters
/// of 1024 octets (`MCLBYTES`). Timers as in 4.4BSD. Not modelled: the rule of two MSS needs an
/// empty buffer; after a fast retransmission slow start follows.
Policy bsd43() {
    Policy p;
    p.name = "bsd43";
    p.ack.count = AckRule::Count::None;
    p.update_share = 0.35;
    p.mss_unit = 1024;
    p.mss_half_buffer = true;
    p.idle_at_call = true;
    return p;
}

/// 4.4BSD, June 1993. As 4.3BSD, with these differences. Half of the buffer makes a window update
/// due (tcp_output.c). `tcp_mss` rounds both buffers up to whole MSS, and the MSS is at most the
/// send buffer. `sosend` passes a write to TCP cluster by cluster, and a writer waits for the space
/// of one (`sb_lowat`). A cluster has 2048 octets on most machines and 1024 on the i386. The rest of
/// a write below 208 octets (`MINCLSIZE`, two mbufs) reaches TCP mbuf by mbuf, each with 100 octets
/// (`MHLEN`). FreeBSD 1.1 and 2.1 have the same rule. Slow timer of 500 ms, RTO from 1 s to 64 s. Not
/// modelled: the limit `sb_max`.
Policy bsd44() {
    Policy p;
    p.name = "bsd44";
    p.ack.count = AckRule::Count::None;
    p.mss_unit = p.write_unit = 2048;
    p.small_write_unit = 100, p.small_write = 208;
    p.round_window = RoundWindow::Buffers;
    p.idle_at_call = true;
    return p;
}

/// Linux 2.0.29. An ack for each segment above 2048 octets: `max_unacked = 2048`, `bytes_rcv >
/// max_unacked` sends one (net/ipv4/tcp_input.c). A duplicate ack counts only if `len !=
/// th->doff*4` there, never for a pure ack: losses wait for the timeout, at least 200 ms (HZ/5), in
/// ticks of 10 ms. A window update with each MSS read (`cleanup_rbuf`, tcp.c). A writer wakes at a
/// third of its buffer (`sock_wspace`). Delay of an ack about 20 ms *assumed*: the code adapts it
/// between HZ/50 and HZ/2.
Policy linux20() {
    Policy p;
    p.name = "linux20";
    p.ack = {AckRule::Count::Octets, 2048};
    p.ack_delay = {20 * kMillisecond, false};
    p.fast_retransmit = false;
    p.tick = 10 * kMillisecond;
    p.rto_initial = 3000 * kMillisecond;
    p.rto_min = 200 * kMillisecond;
    p.update_segments = 1;
    return p;
}

/// Windows NT 4.0. Acks every second segment or after 200 ms (Microsoft's page on TcpDelAckTicks);
/// the window is rounded up to whole segments (Borriss et al., section 4). Two segments at first
/// and a minimum of 300 ms in ticks of 100 ms are *assumed*.
Policy nt40() {
    Policy p;
    p.name = "nt40";
    p.ack_delay = {200 * kMillisecond, true};
    p.initial_window = 2;
    p.tick = 100 * kMillisecond;
    p.rto_min = 300 * kMillisecond;
    p.round_window = RoundWindow::Up;
    p.wake_fraction = 0.1;
    return p;
}

/// Solaris 2.5 (SunOS 5.5). `tcp_deferred_ack_interval` 50 ms, every second segment of full size.
/// Oracle's Tunable Parameters manuals have 2 for remote peers; 8 for those of the same network is
/// a key of the host. RTO from 200 ms in ticks of 10 ms *assumed* (`tcp_rexmit_interval_min`). A
/// writer continues at once if there is space.
Policy solaris25() {
    Policy p;
    p.name = "solaris25";
    p.ack = {AckRule::Count::Full, 2};
    p.ack_delay = {50 * kMillisecond, false};
    p.tick = 10 * kMillisecond;
    p.rto_min = 200 * kMillisecond;
    p.wake_fraction = 0.02;
    return p;
}

/// Solaris 2.5.1 (SunOS 5.5.1), after Sun's tcp.c 1.156 of 31 October 1996. `tcp_rput`: an ack is
/// sent when `tcp_rack_cnt` reaches `tcp_rack_cur_max`, which then grows by an MSS; a small segment
/// is acknowledged with the waiting ones. `tcp_rwnd_set`: windows in whole MSS, at most half of one
/// without an ack (`tcp_rack_abs_max`). `tcp_timer`: delayed acks 50 ms after the last segment
/// (`tcp_deferred_ack_interval`), and both numbers fall. `tcp_rwnd` shrinks only if `canput` fails,
/// and opens in `tcp_rsrv`. RTO from 3 s, at least 200 ms (`tcp_rexmit_interval_initial`, `_min`);
/// the rest as solaris25. One value is not from that file: at most eight MSS without an ack for a
/// peer of the same network. It is the default of `tcp_deferred_acks_max` (Sun, Solaris Tunable
/// Parameters Reference Manual, Solaris 8). That 2.5.1 had it was chosen in view of all rows of
/// Tolendino.
Policy solaris251() {
    Policy p = solaris25();
    p.name = "solaris251";
    p.ack = {AckRule::Count::Full, kDeferredAcksMax, true};
    p.ack_delay = {50 * kMillisecond, false, true};
    p.round_window = RoundWindow::Within;
    p.stream_head = true;
    return p;
}

/// Solaris 2.6 beta (Eberhardt et al.): the same with windows above 64 KB. The tail of a write is
/// sent alone above `tcp_naglim_def` = 4095 octets (tcp.c 1.156); chosen in view of all rows of
/// that paper.
Policy solaris26() {
    Policy p = solaris25();
    p.name = "solaris26";
    p.window_scale = true;
    p.tail_alone = 4095;
    return p;
}

const std::vector<Policy>& all() {
    static const std::vector<Policy> policies{bsd43(),     bsd44(),      linux20(),  nt40(),
                                              solaris25(), solaris251(), solaris26()};
    return policies;
}

}  // namespace

const Policy& policy(const std::string& name) {
    for (const Policy& p : all())
        if (p.name == name) return p;
    throw std::out_of_range("TCP of system " + name + ": unknown");
}

std::vector<std::string> policy_names() {
    std::vector<std::string> names;
    for (const Policy& p : all()) names.push_back(p.name);
    return names;
}

}  // namespace niclab::tcp
