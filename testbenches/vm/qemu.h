/// @file A QEMU process with a Linux kernel and, as its network card, a vfio-user server.
///
/// Behaviour: QEMU, kernel and initramfs are those that scripts/fetch_guest.sh has fetched, and are
///   not changed. The console and the output of the command are inherited descriptors, so that no
///   file exists. QEMU ends with this process, whatever ends it.
#pragma once

#include <sys/types.h>
#include <termios.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "gated.h"

namespace niclab::vm {

/// A fetched guest.
struct GuestFiles {
    std::string folder, qemu, kernel, initramfs;
    std::string qemu_version, kernel_version;  ///< Of the packages.
};
/// `folder`: as of --guest, or empty. `release`: of the kernel, such as "6.1". `atm`: with the driver
/// of an ATM card. Throws core::ConfigError.
GuestFiles find_guest(const std::string& folder, const std::string& release, bool atm);

class Qemu {
public:
    struct Config {
        GuestFiles files;
        unsigned memory_mb = 256;
        std::string module;                   ///< Of the kernel, for the card.
        std::vector<std::string> parameters;  ///< For it.
        std::optional<std::string> command;   ///< Nothing: a shell on this terminal.
        unsigned address = 1;                 ///< 10.0.0.N
        int card = -1;                        ///< Descriptor of the file of the card's socket.
        const Gate* gate = nullptr;           ///< For gated time.
        std::uint64_t seed = 1;               ///< Of the guest's random numbers, in gated time.
    };
    /// Throws core::ConfigError: the gate is not known to work with this QEMU.
    static void require_gate(const GuestFiles& files);
    /// Options of the guest's machine: memory that is shared, and a card at a vfio-user socket.
    /// `socket`: its path.
    static std::vector<std::string> machine_options(unsigned memory_mb, const std::string& socket, bool gated = false);
    /// The longest command.
    static constexpr std::size_t kMaxCommand = 1024;

    /// Starts QEMU. Throws std::runtime_error.
    explicit Qemu(const Config& config);
    Qemu(const Qemu&) = delete;
    /// Ends it.
    ~Qemu();

    bool is_running();
    /// -1: it has ended.
    pid_t process() const { return process_; }
    /// Waits for its end, then ends it by force.
    void finish(std::chrono::milliseconds patience);
    /// Status of the guest's command; nothing: the guest did not report one.
    std::optional<int> status() const { return status_; }
    /// How QEMU ended if not by the guest's own request: "ended with exit code 1: MESSAGE"; else empty.
    const std::string& failure() const { return failure_; }
    /// What the kernel, and the command, have written up to now.
    std::string console() const;
    std::string output() const;

private:
    void start(const std::vector<std::string>& words, const Config& config);
    void note_end(int wait_status);

    bool interactive_;
    Descriptor console_, output_, messages_;
    pid_t process_ = -1;
    std::optional<termios> terminal_;  ///< State of this terminal, to be restored.
    std::optional<int> status_;
    std::string failure_;
};

}  // namespace niclab::vm
