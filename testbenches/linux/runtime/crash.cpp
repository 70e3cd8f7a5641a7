#include "runtime/crash.h"

#include <execinfo.h>
#include <ucontext.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <stdexcept>

#include "runtime/machine.h"

namespace niclab::linux_kernel {

namespace {

void (*g_otherwise)() = nullptr;
std::terminate_handler g_terminate = nullptr;
bool g_crashed = false;

/// " at FILE:LINE", with the innermost line of the driver; empty if there is none.
std::string place_of(Machine& machine, const greg_t* registers) {
    const auto* instruction = reinterpret_cast<CodeAddress>(registers[REG_RIP]);
    if (machine.findings.lines.has(instruction)) return " at " + machine.findings.lines.at(instruction, false).line;
    constexpr int kFrames = 64;
    void* frames[kFrames];
    const int n = backtrace(frames, kFrames);
    const auto* found =
        std::find_if(frames, frames + n, [&machine](const void* frame) { return machine.findings.lines.has(frame); });
    return found == frames + n ? "" : " at " + machine.findings.line(*found);
}

/// Whether a register has the octets of memory of a kind in its upper six octets, as a pointer into
/// it has.
bool has_pointer_of(const greg_t* registers, unsigned char octet) {
    const auto pattern = 0x010101010101u * std::uint64_t{octet};
    return std::any_of(registers, registers + REG_RIP,
                       [pattern](greg_t r) { return static_cast<std::uint64_t>(r) >> 16 == pattern; });
}

/// Description of a freed block of memory of devices that a register points into; empty if there is
/// none. Code that has read a pointer from a block often still has the address of the block.
std::string freed_block(const Machine& machine, const greg_t* registers) {
    for (const greg_t* r = registers; r < registers + REG_RIP; ++r)
        if (const std::string block = machine.arena.described_freed(reinterpret_cast<const void*>(*r)); !block.empty())
            return block;
    return "";
}

/// What was wrong with the access to `address`.
std::string reason_of(const Machine& machine, const void* address, const greg_t* registers) {
    constexpr std::uintptr_t kFirstPage = 4096;
    if (reinterpret_cast<std::uintptr_t>(address) < kFirstPage) return "it used a null pointer";
    const std::string wild = "it used memory it does not have";
    if (!machine.debug()) return wild;
    const std::string block = machine.heap.described(address);
    if (machine.heap.is_freed(address)) return "use after free, " + block;
    if (!block.empty()) return wild + ": " + block;
    if (has_pointer_of(registers, kUnset)) return wild + ": a pointer in memory that was not set since its allocation";
    if (!has_pointer_of(registers, kFreed)) return wild;
    const std::string freed = freed_block(machine, registers);
    return "use after free, of a pointer in memory that was freed" + (freed.empty() ? "" : ": " + freed);
}

/// Nothing can be unwound at an address without code: the fault becomes one of the instruction that
/// called it.
void leave_called(greg_t* registers) {
    registers[REG_RIP] = *reinterpret_cast<const greg_t*>(registers[REG_RSP]) - 1;
    registers[REG_RSP] += sizeof(greg_t);
}

/// The fault is one of the present instruction, never of another thread: the interrupted code may
/// be unwound. A driver is C and has nothing to clean up; build_driver.sh adds unwind tables that
/// are valid at every instruction.
void on_fault(int, siginfo_t* info, void* context) {
    g_crashed = true;
    const sc_core::sc_process_handle process = sc_core::sc_get_current_process_handle();
    auto* machine = process.valid() ? dynamic_cast<Machine*>(process.get_parent_object()) : nullptr;
    if (!machine) g_otherwise();
    greg_t* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    if (registers[REG_RIP] == reinterpret_cast<greg_t>(info->si_addr)) {
        leave_called(registers);
        throw std::runtime_error("the driver has crashed" + place_of(*machine, registers) +
                                 ": it called a function through a pointer to none");
    }
    throw std::runtime_error("the driver has crashed" + place_of(*machine, registers) + ": " +
                             reason_of(*machine, info->si_addr, registers));
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
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;  // the handler is left by its exception
    sigaction(SIGSEGV, &action, nullptr);
    sigaction(SIGBUS, &action, nullptr);
}

}  // namespace niclab::linux_kernel
