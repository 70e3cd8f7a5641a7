/// @file The process of the simulation that serves a guest, and what both modes of time share.
#pragma once

#include <csignal>

#include "guest.h"

namespace niclab::vm {

class GuestTime : public sc_core::sc_module {
public:
    struct Parts {
        host::Port& port;
        GuestMemory& memory;
        Guest& guest;
        MessageSocket& socket;
        const volatile std::sig_atomic_t& stop;  ///< The run ends when it is no longer 0.
        core::Femtoseconds idle_interval;        ///< In the mode `free`: as of Hardware.
    };
    /// The client has closed the connection, an error ended it, or `stop` was set.
    bool is_over() const { return over_; }
    /// The error that ended the connection; empty: none.
    const std::string& error() const { return error_; }
    const Server& server() const { return server_; }
    /// Assertions of INTA#, and messages.
    std::uint64_t interrupts() const { return interrupts_; }
    /// Called in the mode `free` each time before simulated time advances.
    std::function<void()> before_advance;
    /// Returns the time before which nothing happens without an access of the guest. Called in the mode
    /// `gated`, and in the mode `free` if there is an idle interval.
    std::function<core::Femtoseconds()> idle_until;
    /// Called at each of these.
    std::function<void(core::Femtoseconds at)> interrupted;
    /// Simulated time is the guest's, so that times of its accesses have a meaning.
    virtual bool is_guests() const = 0;
    /// The mode, and which of its times are exact: rows of the summary.
    virtual std::string description() const = 0;

protected:
    /// All parts must outlive it.
    GuestTime(sc_core::sc_module_name name, const Parts& parts);
    /// Serves messages to the end of the connection. Runs in an SC_THREAD.
    virtual void serve() = 0;

    Parts parts_;
    Server server_;

private:
    void run();
    void pass_interrupts();

    std::uint64_t interrupts_ = 0;
    std::string error_;
    bool over_ = false;
};

}  // namespace niclab::vm
