#include "runtime/crash.h"

#include <csignal>
#include <exception>
#include <stdexcept>

#include "runtime/machine.h"

namespace niclab::linux_kernel {

namespace {

void (*g_otherwise)() = nullptr;
std::terminate_handler g_terminate = nullptr;
bool g_crashed = false;

/// The fault is one of the present instruction, never of another thread: the interrupted code may
/// be unwound. A driver is C and has nothing to clean up; build_driver.sh adds unwind tables that
/// are valid at every instruction.
void on_fault(int) {
    g_crashed = true;
    const sc_core::sc_process_handle process = sc_core::sc_get_current_process_handle();
    if (!process.valid() || !dynamic_cast<Machine*>(process.get_parent_object())) g_otherwise();
    throw std::runtime_error("the driver has crashed: it used memory it does not have");
}

/// A C++ function between the fault and the CPU cannot be left there.
void on_terminate() {
    if (g_crashed) g_otherwise();
    g_terminate();
}

}  // namespace

void catch_crashes(void (*otherwise)()) {
    g_otherwise = otherwise;
    g_terminate = std::set_terminate(on_terminate);
    static char stack[65536];  // A driver may have used up its own stack.
    stack_t alternate{};
    alternate.ss_sp = stack, alternate.ss_size = sizeof stack;
    sigaltstack(&alternate, nullptr);
    struct sigaction action {};
    action.sa_handler = on_fault;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;  // the handler is left by its exception
    sigaction(SIGSEGV, &action, nullptr);
    sigaction(SIGBUS, &action, nullptr);
}

}  // namespace niclab::linux_kernel
