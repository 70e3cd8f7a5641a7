/* Time in nanoseconds, and clocks of cards that count it. Written for niclab; nothing is copied from the kernel. No
 * program reads a card's clock: it is registered as if the kernel were built without such clocks.
 */
#ifndef NICLAB_KERNEL_CLOCK_H
#define NICLAB_KERNEL_CLOCK_H
#ifndef __cplusplus

#include <linux/net_tstamp.h>

#include "net.h"
#include "offload.h"

typedef s64 ktime_t;
#define ns_to_ktime(ns) ((ktime_t)(ns))
#define ktime_to_ns(time) (time)
#define NSEC_PER_SEC 1000000000l
struct timespec64 {
    s64 tv_sec;
    long tv_nsec;
};
static inline struct timespec64 ns_to_timespec64(s64 ns) {
    const struct timespec64 time = {ns / NSEC_PER_SEC, ns % NSEC_PER_SEC};
    return time;
}
static inline s64 timespec64_to_ns(const struct timespec64* time) {
    return time->tv_sec * NSEC_PER_SEC + time->tv_nsec;
}
#define ktime_get_real() ((ktime_t)(niclab_jiffies() * (NSEC_PER_SEC / HZ)))
#define ktime_get_real_ns() ((u64)ktime_get_real())
/* A rate, changed by so many parts of 65 536 million. */
static inline u64 adjust_by_scaled_ppm(u64 base, long change) {
    return (u64)((__int128)base + (__int128)base * change / (1000000l << 16));
}
struct kernel_hwtstamp_config {
    int flags, tx_type, rx_filter;
};
static inline u64 mul_u64_u64_div_u64(u64 a, u64 b, u64 c) { return (u64)((unsigned __int128)a * b / c); }

/* A counter of `mask`, and the time of its last reading. */
#define CYCLECOUNTER_MASK(bits) ((bits) < 64 ? (1ull << (bits)) - 1 : ~0ull)
struct cyclecounter {
    NICLAB_ANY_FORM(u64, read, const struct cyclecounter*);
    u64 mask;
    u32 mult, shift;
};
struct timecounter {
    const struct cyclecounter* cc;
    u64 cycle_last, nsec;
};
static inline u64 niclab_ns_of(const struct cyclecounter* cc, u64 cycles) { return (cycles * cc->mult) >> cc->shift; }
typedef u64 (*niclab_cycles)(const struct cyclecounter*);
#define NICLAB_CYCLES(cc) (((niclab_cycles)(cc)->read)(cc))
static inline void timecounter_init(struct timecounter* tc, const struct cyclecounter* cc, u64 start) {
    tc->cc = cc, tc->cycle_last = NICLAB_CYCLES(cc), tc->nsec = start;
}
static inline u64 timecounter_read(struct timecounter* tc) {
    const u64 now = NICLAB_CYCLES(tc->cc);
    tc->nsec += niclab_ns_of(tc->cc, (now - tc->cycle_last) & tc->cc->mask);
    tc->cycle_last = now;
    return tc->nsec;
}
static inline void timecounter_adjtime(struct timecounter* tc, s64 delta) { tc->nsec += (u64)delta; }
static inline u64 timecounter_cyc2time(const struct timecounter* tc, u64 cycles) {
    return tc->nsec + niclab_ns_of(tc->cc, (cycles - tc->cycle_last) & tc->cc->mask);
}

struct ptp_clock;
struct ptp_clock_request;
struct ptp_system_timestamp;
struct system_device_crosststamp;
struct ptp_clock_info {
    void* owner;
    char name[32];
    s32 max_adj;
    int n_alarm, n_ext_ts, n_per_out, n_pins, pps;
    int (*adjfine)(struct ptp_clock_info*, long);
    int (*adjfreq)(struct ptp_clock_info*, s32);
    int (*adjtime)(struct ptp_clock_info*, s64);
    int (*gettimex64)(struct ptp_clock_info*, struct timespec64*, struct ptp_system_timestamp*);
    int (*getcrosststamp)(struct ptp_clock_info*, struct system_device_crosststamp*);
    int (*settime64)(struct ptp_clock_info*, const struct timespec64*);
    int (*enable)(struct ptp_clock_info*, struct ptp_clock_request*, int on);
};
#define ptp_clock_register(info, parent) ((struct ptp_clock*)NULL)
#define ptp_clock_unregister(clock) ((void)(clock))
#define ptp_clock_index(clock) (-1)
#define PTP_EV_PORT 319
#define PTP_GEN_PORT 320
#define ptp_read_system_prets(stamp) ((void)(stamp))
#define ptp_read_system_postts(stamp) ((void)(stamp))

#define skb_hwtstamps(skb) (&(skb)->shared.stamps)
#define skb_tstamp_tx(skb, stamps) ((void)(stamps))
/* A packet whose time stamp is awaited is not asked for: it is not held twice. */
#define skb_get(skb) (skb)
enum { SKBTX_HW_TSTAMP = 1, SKBTX_IN_PROGRESS = 4 };

#endif
#endif
