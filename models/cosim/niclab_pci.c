/* VPI module: couples a PCI core in Icarus Verilog or GHDL to a bus of niclab, clock edge by clock edge.
 *
 * The top module of the simulation is `niclab_pci`; it contains the core and the signals of pci_signals.h and `clk`.
 * In each clock of niclab the module
 *
 *   at 0          waits for the levels that niclab's agents drive, and drives them
 *   after 1/4     raises clk
 *   2 ns later    drives no shared signal any more: what is left on them comes from the core
 *   after 3/4     lowers clk, and sends what the core drives
 *
 * niclab starts the simulator and ends it by closing the socket.
 *
 * Source: IEEE 1364-2005, chapter 27. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vpi_user.h>

#include "pci_signals.h"

enum { HOLD_FS = 2000000, PHASES = 4 };

static int fd = -1;
static unsigned long long period_fs, tick_fs = 1, clocks; /* Clocks since the beginning. */
static int phase;
static vpiHandle clk, seen[NICLAB_PCI_SIGNALS], driven[NICLAB_PCI_SIGNALS];

static void send_line(const char* text) {
    if (dprintf(fd, "%s\n", text) < 0) vpi_control(vpiFinish, 0);
}

/* 0: the socket is closed. */
static int receive_line(char* line) {
    ssize_t length = 0, more = 0;
    do {
        more = read(fd, line + length, (size_t)(NICLAB_PCI_LINE - length));
        length += more;
    } while (more > 0 && length < NICLAB_PCI_LINE && line[length - 1] != '\n');
    return more > 0 && line[length - 1] == '\n';
}

static int fail(const char* place, const char* problem) {
    dprintf(fd, "!%s: %s\n", place, problem);
    return vpi_control(vpiFinish, 0), 0;
}

static void drive(vpiHandle signal, char* bits) {
    s_vpi_value value;
    value.format = vpiBinStrVal;
    value.value.str = bits;
    vpi_put_value(signal, &value, NULL, vpiNoDelay);
}

static void drive_inputs(const char* line) {
    char bits[NICLAB_PCI_MOST_BITS + 1];
    for (int i = 0; i < NICLAB_PCI_SIGNALS; ++i) {
        if (!kPciSignals[i].to_core) continue;
        memcpy(bits, line, (size_t)kPciSignals[i].bits);
        bits[kPciSignals[i].bits] = 0;
        line += kPciSignals[i].bits;
        drive(driven[i], bits);
    }
}

static void release_shared(void) {
    char bits[NICLAB_PCI_MOST_BITS + 1];
    for (int i = 0; i < NICLAB_PCI_SHARED; ++i) {
        memset(bits, 'z', sizeof bits);
        bits[kPciSignals[i].bits] = 0;
        drive(driven[i], bits);
    }
}

static void send_outputs(void) {
    char line[NICLAB_PCI_LINE] = "";
    for (int i = 0; i < NICLAB_PCI_SIGNALS; ++i) {
        s_vpi_value value;
        if (!kPciSignals[i].from_core) continue;
        value.format = vpiBinStrVal;
        vpi_get_value(seen[i], &value);
        strncat(line, value.value.str, (size_t)kPciSignals[i].bits);
    }
    send_line(line);
}

static PLI_INT32 next(p_cb_data data);

/* Phases are at multiples of a tick, so that none of their times drifts. */
static unsigned long long at(unsigned long long clock, int of) {
    static const unsigned long long quarters[PHASES] = {0, 1, 1, 3};
    return (clock * period_fs + quarters[of] * period_fs / 4 + (of == 2 ? HOLD_FS : 0)) / tick_fs;
}

static void call_next(unsigned long long ticks) {
    s_vpi_time time;
    s_cb_data call;
    memset(&time, 0, sizeof time);
    memset(&call, 0, sizeof call);
    time.type = vpiSimTime;
    time.low = (PLI_UINT32)ticks;
    time.high = (PLI_UINT32)(ticks >> 32);
    call.reason = cbAfterDelay;
    call.cb_rtn = next;
    call.time = &time;
    vpi_register_cb(&call);
}

static PLI_INT32 next(p_cb_data data) {
    char line[NICLAB_PCI_LINE];
    const unsigned long long now = at(clocks, phase);
    (void)data;
    if (phase == 0) {
        if (!receive_line(line)) return vpi_control(vpiFinish, 0), 0;
        drive_inputs(line);
    } else if (phase == 1) {
        drive(clk, "1");
    } else if (phase == 2) {
        release_shared();
    } else {
        drive(clk, "0");
        send_outputs();
    }
    if (++phase == PHASES) phase = 0, ++clocks;
    call_next(at(clocks, phase) - now);
    return 0;
}

static vpiHandle find(const char* name, const char* suffix) {
    char path[64];
    snprintf(path, sizeof path, "niclab_pci.%s%s", name, suffix);
    vpiHandle found = vpi_handle_by_name(path, NULL);
    if (!found) fail(path, "no such signal; expected a top module niclab_pci that has it");
    return found;
}

static PLI_INT32 start(p_cb_data data) {
    (void)data;
    if (!(clk = find("clk", ""))) return 0;
    for (int i = 0; i < NICLAB_PCI_SIGNALS; ++i) {
        const char* name = kPciSignals[i].name;
        if (!(seen[i] = find(name, ""))) return 0;
        if (!(driven[i] = i < NICLAB_PCI_SHARED ? find(name, "_in") : seen[i])) return 0;
        if (vpi_get(vpiSize, seen[i]) != kPciSignals[i].bits)
            return fail(name, "wrong number of bits; expected that of a 32-bit PCI bus");
    }
    for (int n = vpi_get(vpiTimePrecision, NULL); n > -15; --n) tick_fs *= 10;
    if (tick_fs > HOLD_FS) return fail("unit of time", "too long; expected 1 ns or less");
    send_line(NICLAB_PCI_HELLO);
    call_next(0);
    return 0;
}

static void boot(void) {
    s_cb_data call;
    const char* given = getenv(NICLAB_PCI_VARIABLE);
    if (!given || sscanf(given, "%d %llu", &fd, &period_fs) != 2) {
        vpi_printf("niclab_pci: %s is not set; expected to be started by a program of niclab\n", NICLAB_PCI_VARIABLE);
        return;
    }
    memset(&call, 0, sizeof call);
    call.reason = cbStartOfSimulation;
    call.cb_rtn = start;
    vpi_register_cb(&call);
}

void (*vlog_startup_routines[])(void) = {boot, NULL};
