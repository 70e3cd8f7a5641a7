#include "guest_time.h"

#include <exception>

namespace niclab::vm {

GuestTime::GuestTime(sc_core::sc_module_name name, const Parts& parts)
    : sc_module(name), parts_(parts), server_(parts.guest) {
    SC_HAS_PROCESS(GuestTime);
    SC_METHOD(on_interrupt);
    sensitive << parts_.port.interrupt().posedge_event();
    dont_initialize();
    SC_THREAD(run);
    set_stack_size(1 << 20);
}

void GuestTime::on_interrupt() {
    ++interrupts_;
    if (interrupted) interrupted(core::now_fs());
    parts_.memory.synchronize();  // The guest reads its memory when it has the interrupt.
    server_.notify_interrupt();
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
