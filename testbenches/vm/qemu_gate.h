/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the gate in QEMU and the simulation exchange: a page of shared memory, and messages on a socket. */
#pragma once

#include <stdint.h>

/* Descriptors of QEMU's process, inherited. */
enum { kGatePage = 5, kGateSocket = 6 };

/* NOLINTBEGIN(readability-identifier-naming): names of C. */
struct gate_page {
    volatile uint64_t base;         /* Guest time in ns, without the instructions of the present quantum. */
    volatile uint64_t asked_at;     /* Guest time of the message under way. */
    volatile uint32_t irq;          /* An interrupt was reported, and the main loop has not handled it. */
    volatile uint32_t lost_waits;   /* Waits of the CPU for the main loop that reached their limit. */
    volatile uint64_t instructions; /* Of the guest. */
};
struct gate_ask {
    uint64_t until; /* Guest time to simulate to, ns. */
    uint64_t stop_at_interrupt;
};
struct gate_answer {
    uint64_t reached;    /* Guest time, ns. */
    uint64_t idle_until; /* Guest time before which nothing is due in the simulation without an access. */
};
/* NOLINTEND(readability-identifier-naming) */
