#!/usr/bin/env bash
# Versions: SystemC 2.3.4 (libsystemc-dev 2.3.4-2).
# Expected: sc_mutex and sc_semaphore serve the processes in the order of their requests.
# Observed: a process that releases the lock and requests it again in the same evaluation gets it
# again. Three processes that lock, wait 1 ns and unlock three times run as 1 1 1 2 2 2 3 3 3.
# Hurts: models of a bus or a memory port with a lock as arbiter. One card takes the bus for its
# whole burst of transfers, and the latency of the others is that of starvation.
. "$(dirname "$0")/common.sh"

debian_packages libsystemc-dev=2.3.4-2
need g++
cat >main.cpp <<'CODE'
#include <iostream>
#include <systemc>
using namespace sc_core;

template <class Acquire, class Release>
struct Cards : sc_module {
    SC_HAS_PROCESS(Cards);
    Cards(sc_module_name name, Acquire acquire, Release release) : sc_module(name), acquire(acquire), release(release) {
        SC_THREAD(card1);
        SC_THREAD(card2);
        SC_THREAD(card3);
    }
    void run(int number) {
        for (int i = 0; i < 3; ++i) {
            acquire();
            order += std::to_string(number);
            wait(1, SC_NS);
            release();
        }
    }
    void card1() { run(1); }
    void card2() { run(2); }
    void card3() { run(3); }
    Acquire acquire;
    Release release;
    std::string order;
};

int sc_main(int, char**) {
    sc_mutex mutex;
    sc_semaphore semaphore(1);
    Cards a("a", [&] { mutex.lock(); }, [&] { mutex.unlock(); });
    Cards b("b", [&] { semaphore.wait(); }, [&] { semaphore.post(); });
    sc_start();
    std::cout << a.order << "\n" << b.order << "\n";
    return 0;
}
CODE
systemc_program main.cpp
expect "order with sc_mutex (123123123)" 111222333 "$(sed -n 1p out.txt)"
expect "order with sc_semaphore (123123123)" 111222333 "$(sed -n 2p out.txt)"
finish
