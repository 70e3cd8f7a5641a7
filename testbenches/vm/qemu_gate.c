/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The gate: guest time of an unmodified QEMU is simulated time (TCG, one CPU).
 *
 * Behaviour: the object is loaded twice. As a plugin of TCG it counts the guest's instructions. As a
 *   preloaded library it replaces CLOCK_MONOTONIC by simulated time, because a plugin cannot set the
 *   clock of TCG. At the end of each quantum of instructions the simulation advances to the guest's
 *   time. While the CPU is halted, the simulation runs to the next timer of QEMU or to INTA#. Each
 *   message of the CPU to the card has the time of its instruction.
 * Limitations: an instruction takes a fixed time. Timers and interrupts are up to one quantum late
 *   while the CPU runs.
 * Source: the plugin interface of QEMU 11.1, version 7, of which the needed part is declared here.
 *
 * As a part of QEMU's process it has QEMU's licence, GPL-2.0-or-later.
 */
#define _GNU_SOURCE
#include "qemu_gate.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The plugin interface. */
typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_scoreboard;
typedef struct {
    struct qemu_plugin_scoreboard *score;
    size_t offset;
} qemu_plugin_u64;
typedef struct {
    const char *target_name;
    struct {
        int min, cur;
    } version;
    bool system_emulation;
} qemu_info_t;
extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(uintptr_t, uintptr_t), void *);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern void qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(struct qemu_plugin_tb *, int, qemu_plugin_u64, uint64_t);
extern void qemu_plugin_register_vcpu_tb_exec_cond_cb(struct qemu_plugin_tb *, void (*)(unsigned, void *), int, int,
                                                      qemu_plugin_u64, uint64_t, void *);
extern struct qemu_plugin_scoreboard *qemu_plugin_scoreboard_new(size_t);
extern uint64_t qemu_plugin_u64_get(qemu_plugin_u64, unsigned);
extern void qemu_plugin_u64_set(qemu_plugin_u64, unsigned, uint64_t);
enum { kInlineAdd = 0, kNoRegisters = 0, kWritesRegisters = 2, kConditionGe = 7 };
struct qemu_plugin_insn;
struct qemu_plugin_register;
typedef struct {
    struct qemu_plugin_register *handle;
    const char *name, *feature;
    bool is_readonly;
} qemu_plugin_reg_descriptor;
/* Of GLib. */
typedef struct {
    char *data;
    unsigned len;
} GArray;
typedef struct {
    uint8_t *data;
    unsigned len;
} GByteArray;
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *, void *, size_t);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, void (*)(unsigned, void *), int, void *);
extern void qemu_plugin_register_vcpu_init_cb(qemu_plugin_id_t, void (*)(uintptr_t, uintptr_t), void *);
extern GArray *qemu_plugin_get_registers(void);
extern int qemu_plugin_write_register(struct qemu_plugin_register *, GByteArray *);
#define PUBLIC __attribute__((visibility("default")))
PUBLIC int qemu_plugin_version = 7;

#define NS_PER_S 1000000000ll
#define EPOCH 1000000000000ull /* Guest time 0 on CLOCK_MONOTONIC, ns. */

static struct gate_page *page;
static uint64_t ns_per_instruction = 10, quantum = 500;
static qemu_plugin_u64 counter;
static qemu_plugin_id_t own_id;
static struct qemu_plugin_register *rax, *rdx;
static bool active;        /* The CPU executes instructions. */
static bool called_main;   /* The CPU has woken the main loop, which may set a timer. */
static bool main_runs;     /* The main loop may run: the CPU waits for it at its next block. */
static uint64_t bias;      /* Instructions in the counter that were not executed. */
static bool tsc_due;       /* The last instruction of a block has read the TSC. */
static uint64_t next_sync; /* Guest time of the next question to the simulation. */
static __thread bool is_cpu;
/* Both threads run by turns, so that what each one sees does not depend on the computer's time: while
 * the CPU executes instructions, the main loop is parked. */
static volatile uint32_t parked;       /* The main loop has done all that was due, and waits. */
static volatile uint32_t kick;         /* It has to run once. */
static volatile uint32_t main_blocked; /* It waits for the CPU. */
static volatile uint32_t main_calls;   /* It has something to do that is not of this CPU. */
static volatile uint32_t cpu_waits, wakes, turns;
static volatile uint64_t main_deadline = UINT64_MAX;
static pthread_cond_t *volatile halt_condition, *volatile main_condition;

static int (*real_ppoll)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
static int (*real_clock_gettime)(clockid_t, struct timespec *);
static int (*real_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
static int (*real_wait)(pthread_cond_t *, pthread_mutex_t *);
static int (*real_broadcast)(pthread_cond_t *);
static int (*real_signal)(pthread_cond_t *);
static ssize_t (*real_sendmsg)(int, const struct msghdr *, int);
static ssize_t (*real_write)(int, const void *, size_t);

static void resolve(void) {
    if (real_write) return;
    real_ppoll = dlsym(RTLD_NEXT, "ppoll");
    real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    real_timedwait = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    real_wait = dlvsym(RTLD_NEXT, "pthread_cond_wait", "GLIBC_2.3.2");
    real_broadcast = dlvsym(RTLD_NEXT, "pthread_cond_broadcast", "GLIBC_2.3.2");
    real_signal = dlvsym(RTLD_NEXT, "pthread_cond_signal", "GLIBC_2.3.2");
    real_sendmsg = dlsym(RTLD_NEXT, "sendmsg");
    real_write = dlsym(RTLD_NEXT, "write");
}
static void wake(volatile uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0); }
static void wait_for(volatile uint32_t *word, uint32_t value, long ms) {
    const struct timespec limit = {ms / 1000, ms % 1000 * 1000000};
    syscall(SYS_futex, word, FUTEX_WAIT, value, &limit, NULL, 0);
}
static void wake_main(void) {
    __atomic_add_fetch(&wakes, 1, __ATOMIC_SEQ_CST);
    wake(&wakes);
}
static void wake_cpu(void) {
    __atomic_add_fetch(&turns, 1, __ATOMIC_SEQ_CST);
    wake(&turns);
}
static bool is_main(void) {
    static __thread int known;
    if (!known) known = getpid() == (int)syscall(SYS_gettid) ? 1 : 2;
    return known == 1;
}
static uint64_t executed(void) { return qemu_plugin_u64_get(counter, 0) - bias; }
static uint64_t now_ns(void) { return page->base + (is_cpu ? executed() * ns_per_instruction : 0); }
/* Adds the counted instructions to the guest's time. */
static void flush(void) {
    const uint64_t n = executed();
    page->instructions += n;
    page->base += n * ns_per_instruction;
    bias = 0;
    qemu_plugin_u64_set(counter, 0, 0);
}
/* The next block of the CPU ends the quantum. */
static void end_quantum_soon(void) {
    bias += quantum;
    qemu_plugin_u64_set(counter, 0, qemu_plugin_u64_get(counter, 0) + quantum);
}
static struct gate_answer simulate(uint64_t until, bool stop_at_interrupt) {
    const struct gate_ask ask = {until, stop_at_interrupt};
    struct gate_answer answer;
    if (send(kGateSocket, &ask, sizeof ask, MSG_NOSIGNAL) != sizeof ask ||
        recv(kGateSocket, &answer, sizeof answer, 0) != sizeof answer)
        _exit(3); /* The simulation has ended. */
    return answer;
}

/* The CPU waits until the main loop is parked, or waits for the CPU: then it asks again after a block. */
static void await_main(void) {
    const uint32_t slices = 500;
    main_runs = false;
    for (uint32_t i = 0; i < slices; ++i) {
        const uint32_t seen = turns;
        if (!kick && parked) return; /* In this order: the main loop leaves its place before it clears `kick`. */
        if (main_blocked) {
            main_runs = true;
            return end_quantum_soon();
        }
        wait_for(&turns, seen, 10);
    }
    ++page->lost_waits;
}
static void write_register(struct qemu_plugin_register *which, uint32_t value) {
    uint64_t octets = value;
    GByteArray array = {(uint8_t *)&octets, sizeof octets};
    qemu_plugin_write_register(which, &array);
}
/* RDTSC reads the computer's counter, and the kernel makes random numbers of it. After the
 * instruction its result is replaced by the guest's time. */
static void replace_tsc(unsigned cpu, void *unused) {
    (void)cpu, (void)unused;
    const uint64_t now = page->base + executed() * ns_per_instruction;
    write_register(rax, (uint32_t)now);
    write_register(rdx, (uint32_t)(now >> 32));
}
static void replace_tsc_at_next_block(unsigned cpu, void *unused) {
    (void)cpu, (void)unused;
    tsc_due = true;
    end_quantum_soon();
}
static bool reads_tsc(const struct qemu_plugin_insn *instruction) {
    uint8_t code[3] = {0};
    qemu_plugin_insn_data(instruction, code, sizeof code);
    return code[0] == 0x0F && (code[1] == 0x31 || (code[1] == 0x01 && code[2] == 0xF9));
}
static void at_quantum(unsigned cpu, void *unused) {
    if (tsc_due) tsc_due = false, replace_tsc(cpu, unused);
    flush();
    is_cpu = true;
    if (!active || main_runs) {
        active = true; /* The main loop first sets its deadline. */
        await_main();
    }
    const uint64_t now = page->base;
    bool main_is_due = now >= main_deadline;
    if (now >= next_sync) {
        const struct gate_answer answer = simulate(now, false);
        const uint64_t soonest = now + quantum * ns_per_instruction;
        next_sync = answer.idle_until > soonest ? answer.idle_until : soonest;
    }
    if (page->irq) page->irq = 0, main_is_due = true;
    if (called_main) called_main = false, main_is_due = true;
    if (main_calls) main_calls = 0, main_is_due = true;
    if (main_is_due && !main_blocked) {
        kick = 1;
        wake_main();
        await_main();
    }
}
/* Which of both arguments is the block differs between versions of the interface. */
static void at_translation(uintptr_t a, uintptr_t b) {
    struct qemu_plugin_tb *block = (struct qemu_plugin_tb *)(a == own_id ? b : a);
    const size_t instructions = qemu_plugin_tb_n_insns(block);
    qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(block, kInlineAdd, counter, instructions);
    for (size_t i = 0; i < instructions; ++i) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
        if (!reads_tsc(instruction)) continue;
        if (i + 1 < instructions)
            qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_tb_get_insn(block, i + 1), replace_tsc, kWritesRegisters,
                                                   NULL);
        else
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, replace_tsc_at_next_block, kNoRegisters, NULL);
    }
    qemu_plugin_register_vcpu_tb_exec_cond_cb(block, at_quantum, kWritesRegisters, kConditionGe, counter, quantum,
                                              NULL);
}
static void at_cpu(uintptr_t a, uintptr_t b) {
    (void)a, (void)b;
    const GArray *all = qemu_plugin_get_registers();
    const qemu_plugin_reg_descriptor *registers = (const qemu_plugin_reg_descriptor *)all->data;
    for (unsigned i = 0; i < all->len; ++i) {
        if (!strcmp(registers[i].name, "rax")) rax = registers[i].handle;
        if (!strcmp(registers[i].name, "rdx")) rdx = registers[i].handle;
    }
    if (!rax || !rdx) fprintf(stderr, "qemu_gate: no registers rax and rdx\n"), exit(1);
}
PUBLIC int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv) {
    (void)info;
    own_id = id;
    if (!page) return fprintf(stderr, "qemu_gate: not preloaded; expected to be a preloaded library, too\n"), 1;
    for (int i = 0; i < argc; ++i) {
        if (!strncmp(argv[i], "ns=", 3)) ns_per_instruction = strtoull(argv[i] + 3, NULL, 10);
        if (!strncmp(argv[i], "quantum=", 8)) quantum = strtoull(argv[i] + 8, NULL, 10);
    }
    counter.score = qemu_plugin_scoreboard_new(sizeof(uint64_t));
    counter.offset = 0;
    qemu_plugin_register_vcpu_init_cb(id, at_cpu, NULL);
    qemu_plugin_register_vcpu_tb_trans_cb(id, at_translation, NULL);
    return 0;
}

__attribute__((constructor)) static void begin(void) {
    resolve();
    void *mapped = mmap(NULL, sizeof(struct gate_page), PROT_READ | PROT_WRITE, MAP_SHARED, kGatePage, 0);
    if (mapped != MAP_FAILED) page = mapped;
}

/* The preloaded functions: the clock, the waits of the main loop and of the halted CPU, accesses. */
PUBLIC int clock_gettime(clockid_t id, struct timespec *ts) {
    resolve();
    if (!page || id != CLOCK_MONOTONIC) return real_clock_gettime(id, ts);
    const uint64_t now = EPOCH + now_ns();
    ts->tv_sec = now / NS_PER_S;
    ts->tv_nsec = now % NS_PER_S;
    return 0;
}
/* A deadline of the guest's clock becomes one of the computer's, as far from now. */
PUBLIC int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *ts) {
    resolve();
    if (!page) return real_timedwait(c, m, ts);
    const int64_t left = ts->tv_sec * NS_PER_S + ts->tv_nsec - (int64_t)(EPOCH + now_ns());
    struct timespec real;
    real_clock_gettime(CLOCK_MONOTONIC, &real);
    const int64_t at = real.tv_sec * NS_PER_S + real.tv_nsec + (left > 0 ? left : 0);
    real.tv_sec = at / NS_PER_S;
    real.tv_nsec = at % NS_PER_S;
    return real_timedwait(c, m, &real);
}
PUBLIC int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
    resolve();
    if (page && active && is_main()) {
        main_condition = c;
        main_blocked = 1;
        wake_cpu();
        const int result = real_wait(c, m);
        main_blocked = 0;
        return result;
    }
    if (!page || !is_cpu) return real_wait(c, m);
    flush();
    halt_condition = c;
    cpu_waits = 1;
    wake_main();
    const int result = real_wait(c, m);
    cpu_waits = 0;
    main_runs = true;
    end_quantum_soon(); /* The main loop, which has woken the CPU, has not done all yet. */
    return result;
}
/* Who wakes a thread also takes its turn from it. */
static void note_wake(pthread_cond_t *c) {
    if (c == halt_condition) cpu_waits = 0;
    if (c == main_condition) main_blocked = 0;
}
PUBLIC int pthread_cond_broadcast(pthread_cond_t *c) {
    resolve();
    note_wake(c);
    return real_broadcast(c);
}
PUBLIC int pthread_cond_signal(pthread_cond_t *c) {
    resolve();
    note_wake(c);
    return real_signal(c);
}
PUBLIC ssize_t sendmsg(int fd, const struct msghdr *m, int flags) {
    resolve();
    if (page) page->asked_at = now_ns(), next_sync = 0; /* The card may act soon. */
    return real_sendmsg(fd, m, flags);
}
/* A write of 8 octets is an event for the main loop. */
PUBLIC ssize_t write(int fd, const void *data, size_t octets) {
    resolve();
    if (is_cpu && octets == 8) called_main = true;
    return real_write(fd, data, octets);
}
PUBLIC int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *ts, const sigset_t *signals) {
    static const struct timespec none = {0, 0}, before_cpu = {0, 5000000};
    const uint64_t idle_slice = 10000000; /* 10 ms of guest time */
    resolve();
    const bool blocks = !ts || ts->tv_sec || ts->tv_nsec;
    if (!page || !blocks || !is_main()) return real_ppoll(fds, n, ts, signals);
    if (!active) return real_ppoll(fds, n, &before_cpu, signals);
    const uint64_t deadline = ts ? page->base + ts->tv_sec * NS_PER_S + ts->tv_nsec : UINT64_MAX;
    main_deadline = deadline;
    for (uint32_t idle = 0;;) {
        const uint32_t seen = wakes;
        if (kick) {
            kick = 0;
            return real_ppoll(fds, n, &none, signals);
        }
        if (cpu_waits) {
            const int ready = real_ppoll(fds, n, &none, signals);
            if (ready) return ready;
            page->irq = 0;
            if (page->base >= deadline) return 0;
            const uint64_t slice = page->base + idle_slice;
            page->base = simulate(deadline < slice ? deadline : slice, true).reached;
            continue;
        }
        parked = 1;
        wake_cpu();
        wait_for(&wakes, seen, 50);
        parked = 0;
        if (wakes != seen) {
            idle = 0;
            continue;
        }
        /* Other causes, such as a signal or a key: the CPU gives the turn, or has stopped for long. */
        const int ready = real_ppoll(fds, n, &none, signals);
        if (ready) main_calls = 1;
        if (ready && ++idle > 20) return ready;
    }
}
