/// @file A check of debug builds that only one module does what one module may do: write a wire,
/// post into a mailbox.
#pragma once

#include <stdexcept>
#include <string>
#include <systemc>

namespace niclab::core {

// The setting of the library's build applies to all its users.
#if NICLAB_CHECK_WRITERS
inline constexpr bool kCheckWriters = true;
#else
inline constexpr bool kCheckWriters = false;
#endif

/// The module that the dispatcher and its clocks call at present, if writers are checked; nullptr:
/// a caller that acts for other modules.
struct CalledModule {
    bool any = false;
    const sc_core::sc_object* module = nullptr;
};
inline CalledModule called;

/// The module that runs now; nullptr outside of the simulation.
inline const sc_core::sc_object* running_module() {
    if (called.any) return called.module;
    const sc_core::sc_process_handle process = sc_core::sc_get_current_process_handle();
    return process.valid() ? process.get_parent_object() : nullptr;
}

class OneWriter {
public:
    /// Records the running module as the writer of `name`. Throws std::logic_error for a second
    /// writer.
    void check(const std::string& name) {
        const sc_core::sc_object* writer = running_module();
        if (!writer || writer == writer_) return;
        if (writer_)
            throw std::logic_error(name + ": written by " + writer_->name() + " and " + writer->name() +
                                   "; expected one writer");
        writer_ = writer;
    }

private:
    const sc_core::sc_object* writer_ = nullptr;
};

}  // namespace niclab::core
