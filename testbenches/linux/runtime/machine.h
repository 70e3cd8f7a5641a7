/// @file A simulated Linux machine: one CPU or two, memory, a kernel log, and one loaded driver module.
///
/// Behaviour: the module is a shared object made from the kernel's own source (build_driver.sh).
///   Each machine loads its own copy with its own static variables: two machines are two kernels.
///   The functions that the module calls are in this program and act on the machine with the
///   calling CPU.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernel/atm.h"
#include "kernel/eisa.h"
#include "kernel/platform.h"
#include "runtime/accesses.h"
#include "runtime/arena.h"
#include "runtime/bounces.h"
#include "runtime/cpu.h"
#include "runtime/dma_mappings.h"
#include "runtime/heap.h"
#include "runtime/holdings.h"
#include "runtime/id_tables.h"
#include "runtime/interface.h"
#include "runtime/interrupts.h"
#include "runtime/locks.h"
#include "runtime/parameters.h"
#include "runtime/work_queue.h"

namespace niclab::linux_kernel {

struct LogLine {
    double time_us;
    std::string text;
};

class Machine : public sc_core::sc_module {
public:
    struct Config {
        std::string module;                   ///< Path of the shared object.
        std::vector<std::string> parameters;  ///< For it: NAME=VALUE[,VALUE...].
        double jiffy_us = 4000;               ///< Shorter ones reduce the simulation time of timers of seconds.
        double interrupt_us = 0;              ///< From INTA# to the handler.
        double frame_us = 0;                  ///< CPU time of the layers above an Ethernet driver per frame to be sent.
        unsigned slot = 5;                    ///< Of the card.
        bool eisa = false;                    ///< The machine has slots of EISA.
        bool express = false;                 ///< Its card is on PCI Express.
        bool debug = true;                    ///< The kernel checks what its driver does.
        unsigned fail_nth = 0;                ///< The allocation or mapping of the driver that fails; 0: none.
        unsigned cpus = 1;                    ///< 1 or 2; for 2 the module must report its accesses to memory.
        std::uint64_t seed = 1;               ///< Of the interleavings of two CPUs.
    };

    Machine(sc_core::sc_module_name name, host::Port& port, const Config& config);
    ~Machine() override;
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    /// Adds work for the first CPU. An exception of the work ends the CPU and is stored in error().
    void post(std::function<void()> work) { cpus_.front()->post(std::move(work)); }
    /// No CPU has work.
    bool idle() const;
    /// Work: masks interrupts on all CPUs during `time`.
    void be_deaf(const std::function<void()>& time);
    /// Work: loads the module, sets its parameters and calls its init function, which probes the
    /// card. Throws std::runtime_error on failure.
    void load();
    /// Work: calls the module's exit function.
    void unload();
    const std::string& error() const { return error_; }

    /// The ATM interface that the driver has registered, or nullptr.
    atm_dev* interface() { return interface_; }
    /// Called with each frame or packet that the driver delivers, if it is set.
    std::function<void(const std::uint8_t* begin, const std::uint8_t* end, CodeAddress caller)> delivered;
    const std::vector<LogLine>& log() const { return log_; }
    /// Whether a line of the log contains `text`.
    bool logged(const std::string& text) const;
    std::size_t packet_buffers() const { return packet_buffers_; }
    /// The part of them that programs have sent and the driver still holds.
    std::size_t packets_held() const { return held_; }

    // For the functions that the module calls.
    static Machine& current();
    /// nullptr: no machine has run yet.
    static Machine* current_if_any();
    /// The CPU that runs the calling code.
    Cpu& cpu() { return *running_; }
    /// This CPU runs from now on, after a wait.
    void set_running(Cpu& cpu);
    /// The other CPU checks what it can do.
    void wake_others(const Cpu& cpu);
    /// Waits, on a machine with two CPUs, while the other one does something. `what`: "at FILE:LINE for
    /// ...". Throws std::runtime_error with that of both CPUs if it waits for ever.
    void spin_while(const std::function<bool()>& condition, const std::function<std::string()>& what);
    void remove_timer(timer_list* timer);
    /// Whether the function of a timer runs on another CPU.
    bool runs_elsewhere(const timer_list* timer) const;
    bool is_coherent(std::uint32_t address) const;

    bool interleaves() const { return cpus_.size() > 1; }
    /// The driver reads octets that it has not set since their allocation.
    void report_unset(const void* at, unsigned octets, CodeAddress caller);
    /// The driver uses octets of a block of memory of devices that was freed.
    void report_freed(const void* at, unsigned octets, const char* access, CodeAddress caller);
    /// Whether the kernel checks what its driver does.
    bool debug() const { return config_.debug; }
    /// A function of the kernel that may sleep is called.
    void may_sleep(const char* function, CodeAddress caller) {
        if (debug()) locks.may_sleep(function, caller, cpu().masked());
    }
    /// The driver accesses a register of the card.
    void expect_reachable(std::uint32_t address, CodeAddress caller);
    /// Whether the allocation or mapping at `caller` fails.
    bool fails(CodeAddress caller);
    /// The line with the one that failed; empty: none yet.
    const std::string& failed_at() const { return failed_at_; }
    /// Number of the one that has to fail; 0: none.
    unsigned fail_nth() const { return config_.fail_nth; }
    /// Allocations and mappings up to now.
    unsigned allocations() const { return allocations_; }
    /// The numbers of allocations that follow each other at one line: the last one, and the line.
    std::vector<std::pair<unsigned, SourceLines::Place>> allocation_lines();
    /// Whether an address is in memory that was allocated.
    bool has_allocated(const void* at) const { return heap.block_of(at) || arena.block_of(at); }
    /// To be called before memory that may be mapped is freed.
    void end_dma(const void* block, std::size_t octets, CodeAddress caller);
    /// To be called before memory is freed: it must not hold a pending timer.
    void end_timers(const void* block, std::size_t octets, CodeAddress caller);

    host::Port& port;
    Findings findings;
    Locks locks{findings};
    Holdings holdings{findings};
    DmaMappings dma{findings};
    Interrupts interrupts;
    Arena arena;
    Heap heap;
    Bounces bounces;
    std::map<const void*, CodeAddress> timers_not_awaited;  ///< Stopped by del_timer(), and where.
    std::map<const void*, CodeAddress> work_not_awaited;    ///< By cancel_delayed_work(), and where.
    Parameters parameters;
    Accesses accesses;
    Interface ethernet{*this};
    WorkQueue put_off{*this};
    pci_dev card{};
    IdTables id_tables;
    bool pci_enabled = false, pci_master = false;  ///< Ever.
    bool is_master = false;                        ///< The card may be a master of PCI now.
    /// The driver maps memory for a card that may not access it now.
    bool lacks_master() const { return is_on_pci() && findings.maps_dma && !is_master; }
    CodeAddress no_master_since = nullptr;  ///< Where the driver has last taken that back.
    bool is_suspended = false;              ///< After suspend() and before resume().
    pci_driver* driver = nullptr;
    std::vector<platform_device*> platform_devices;
    std::vector<device*> isa_cards;
    std::vector<eisa_device*> eisa_cards;
    bool eisa_looked_at = false;
    bool has_eisa() const { return config_.eisa; }
    bool is_on_express() const { return config_.express; }
    bool is_on_pci() const { return card.vendor != 0 && !config_.eisa; }
    double frame_us() const { return config_.frame_us; }
    double jiffy_us() const { return config_.jiffy_us; }
    std::vector<int (*)()> begins;
    std::vector<void (*)()> ends;
    void log_line(const std::string& text);
    void set_interface(atm_dev* device) { interface_ = device; }
    void count_packet_buffers(int n) { packet_buffers_ += static_cast<std::size_t>(n); }
    void count_held(int n) { held_ += static_cast<std::size_t>(n); }

private:
    /// Observers of the card's accesses to memory.
    struct Masters : host::MasterObserver {
        explicit Masters(Machine& machine) : machine_(machine) {}
        void on_master_access(std::uint32_t address, std::uint8_t enables, bool write) override;
        Machine& machine_;
    };
    void live();
    void live_second();
    void run(Cpu& cpu);
    void report_left(const std::string& when);
    void expect_master(std::uint32_t address, bool write);

    Config config_;
    std::vector<std::unique_ptr<Cpu>> cpus_;
    Cpu* running_ = nullptr;
    std::array<const std::function<std::string()>*, 2> waits_{};  ///< By CPU: what it waits for; or nullptr.
    Masters masters_{*this};
    std::string error_, failed_at_;
    unsigned allocations_ = 0;
    std::vector<std::pair<unsigned, CodeAddress>> allocated_at_;  ///< By the last number at an address.
    void* handle_ = nullptr;
    atm_dev* interface_ = nullptr;
    std::vector<LogLine> log_;
    bool line_open_ = false;
    std::size_t packet_buffers_ = 0, held_ = 0;
};

}  // namespace niclab::linux_kernel
