#include "guest_time.h"

#include <exception>

namespace niclab::vm {

GuestTime::GuestTime(sc_core::sc_module_name name, const Parts& parts)
    : sc_module(name), parts_(parts), server_(parts.guest) {
    SC_HAS_PROCESS(GuestTime);
    SC_THREAD(pass_interrupts);
    SC_THREAD(run);
    set_stack_size(1 << 20);
}

void GuestTime::pass_interrupts() {
    while (true) {
        wait(parts_.port.interrupt().posedge_event());
        do {
            ++interrupts_;
            if (interrupted) interrupted(core::now_fs());
            parts_.memory.synchronize();  // The guest reads its memory when it has the interrupt.
            parts_.port.acknowledge_interrupt();
            if (parts_.port.accepted_message() == 0) {
                server_.notify_interrupt();
                break;
            }
            server_.notify_message();
        } while (parts_.port.interrupt().read());
    }
}

/// An exception must not leave a process of the kernel.
void GuestTime::run() {
    try {
        parts_.guest.find_regions();
        serve();
    } catch (const std::exception& e) {
        error_ = e.what();
    }
    over_ = true;
}

}  // namespace niclab::vm
