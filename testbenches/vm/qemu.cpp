#include "qemu.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "core/config.h"

namespace niclab::vm {

namespace fs = std::filesystem;

namespace {

/// Descriptors of the new process.
constexpr int kConsole = 3, kOutput = 4, kCard = 7;
static_assert(kGatePage == 5 && kGateSocket == 6);

std::string base64(const std::string& text) {
    constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string coded;
    for (std::size_t i = 0; i < text.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k) coded += k <= text.size() - i ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
    return coded;
}

std::string first_line(const fs::path& file) {
    std::string line;
    std::getline(std::ifstream(file), line);
    return line;
}

/// Memory as a file: a process that has its descriptor can open it by path.
Descriptor memory_file(const char* name) {
    Descriptor file(::memfd_create(name, MFD_CLOEXEC));
    if (!file) throw std::runtime_error(std::string("memfd_create: ") + std::strerror(errno));
    return file;
}

std::string text_of(const Descriptor& file) {
    struct stat status {};
    std::string text;
    if (::fstat(file.get(), &status) != 0) return text;
    text.resize(static_cast<std::size_t>(status.st_size));
    const ssize_t got = ::pread(file.get(), text.data(), text.size(), 0);
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return text;
}

std::string last_line(std::string text) {
    while (!text.empty() && std::strchr("\r\n", text.back())) text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

/// The kernel tests its algorithms at each boot otherwise, which takes half of its instructions. It
/// adds its arguments to the entropy of its random numbers.
std::string kernel_arguments(const Qemu::Config& config) {
    std::string words = "console=ttyS0 panic=-1 cryptomgr.notests niclab.module=" + config.module +
                        " niclab.address=10.0.0." + std::to_string(config.address) +
                        " niclab.seed=" + std::to_string(config.seed);
    // A busy computer starves the timer that the kernel checks for 0.1 s, and the kernel would panic.
    if (!config.gate) words += " no_timer_check";
    std::string parameters;
    for (const std::string& p : config.parameters) parameters += (parameters.empty() ? "" : " ") + p;
    if (!parameters.empty()) words += " niclab.parameters=" + base64(parameters);
    if (config.command) return words + " niclab.run=" + base64(*config.command + "\n");
    return words + " quiet";
}

/// The object of the gate, in the tree of a build or of an installation.
std::string gate_object() {
    std::error_code none;
    const fs::path program = fs::read_symlink("/proc/self/exe", none).parent_path();
    for (const fs::path& place : {program / "../vm/qemu_gate.so", program / "../share/niclab/vm/qemu_gate.so"})
        if (fs::exists(place, none)) return fs::canonical(place, none).string();
    throw core::ConfigError(
        "--time gated: qemu_gate.so is missing; expected it next to niclab, in ../vm or ../share/niclab/vm");
}

std::vector<std::string> words_of(const Qemu::Config& config) {
    const std::string file = "/proc/self/fd/";
    std::vector<std::string> words{config.files.qemu,
                                   "-M",
                                   "pc",
                                   "-smp",
                                   "1",
                                   "-accel",
                                   "tcg",
                                   "-nodefaults",
                                   "-no-user-config",
                                   "-display",
                                   "none",
                                   "-no-reboot",
                                   "-kernel",
                                   config.files.kernel,
                                   "-initrd",
                                   config.files.initramfs,
                                   "-append",
                                   kernel_arguments(config),
                                   "-device",
                                   "isa-debug-exit,iobase=0xf4,iosize=1"};
    for (std::string& word :
         Qemu::machine_options(config.memory_mb, file + std::to_string(kCard), config.gate != nullptr))
        words.push_back(std::move(word));
    if (config.gate) {
        const std::string plugin =
            fmt::format("{},ns={},quantum={}", gate_object(), Gated::kNsPerInstruction, Gated::kQuantum);
        words.insert(words.end(), {"-cpu", "qemu64,-tsc", "-seed", std::to_string(config.seed), "-rtc",
                                   "base=2026-01-01,clock=vm", "-plugin", plugin});
    }
    if (!config.command) return words.insert(words.end(), {"-serial", "mon:stdio"}), words;
    for (const int fd : {kConsole, kOutput})
        words.insert(words.end(), {"-serial", "file:" + file + std::to_string(fd)});
    return words;
}

}  // namespace

GuestFiles find_guest(const std::string& folder, const std::string& release, bool atm) {
    const std::string initramfs = atm ? "initramfs-atm.gz" : "initramfs.gz";
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    std::vector<fs::path> places{folder};
    if (folder.empty())
        places = {"build/guest", fs::path(NICLAB_SOURCE_DIR) / "build/guest",
                  fs::path(cache ? cache : std::string(home ? home : "/root") + "/.cache") / "niclab/guest"};
    std::error_code none;
    for (const fs::path& place : places) {
        const fs::path kernel = place / ("kernel-" + release);
        const fs::path image = kernel / (fs::exists(kernel / "vmlinux", none) ? "vmlinux" : "vmlinuz");
        if (!fs::exists(place / "qemu", none) || !fs::exists(image, none) || !fs::exists(kernel / "initramfs.gz", none))
            continue;
        if (!fs::exists(kernel / initramfs, none))
            throw core::ConfigError("--kernel " + release + ": it has no driver of an ATM card, or no " + initramfs +
                                    " in " + kernel.string() + "; expected 6.1 or 6.12");
        return {place.string(),
                fs::absolute(place / "qemu").string(),
                image.string(),
                (kernel / initramfs).string(),
                first_line(place / "version"),
                first_line(kernel / "version")};
    }
    throw core::ConfigError((folder.empty() ? std::string("niclab vm") : "--guest " + folder) +
                            ": no QEMU with a kernel " + release + "; expected qemu and kernel-" + release +
                            "/ in --guest FOLDER, as scripts/fetch_guest.sh makes them");
}

/// The gate depends on how QEMU waits, and on the version of its plugin interface.
void Qemu::require_gate(const GuestFiles& files) {
    constexpr const char* kKnown = "QEMU 1:11.1.";
    if (files.qemu_version.rfind(kKnown, 0) != 0)
        throw core::ConfigError("--time gated: " + files.qemu_version + "; expected QEMU 11.1, or --time free");
    gate_object();
}

std::vector<std::string> Qemu::machine_options(unsigned memory_mb, const std::string& socket, bool gated) {
    const std::string size = std::to_string(memory_mb) + "M";
    constexpr const char* kTimeoutMs = "60000";  // A busy computer must not end the connection.
    return {"-m",
            size,
            "-object",
            "memory-backend-memfd,id=ram,share=on,size=" + size,
            "-machine",
            "memory-backend=ram",
            "-device",
            R"({"driver":"vfio-user-pci","x-msg-timeout":)" + std::string(kTimeoutMs) +
                (gated ? R"(,"x-no-posted-writes":true)" : "") + R"(,"socket":{"type":"unix","path":")" + socket +
                R"("}})"};
}

Qemu::Qemu(const Config& config)
    : interactive_(!config.command),
      console_(memory_file("console")),
      output_(memory_file("output")),
      messages_(memory_file("messages")) {
    termios state{};
    if (interactive_ && ::tcgetattr(STDIN_FILENO, &state) == 0) terminal_ = state;
    start(words_of(config), config);
}

Qemu::~Qemu() { finish(std::chrono::milliseconds(0)); }

void Qemu::start(const std::vector<std::string>& words, const Config& config) {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const std::string gate = config.gate ? gate_object() : "";
    const pid_t parent = ::getpid();
    process_ = ::fork();
    if (process_ < 0) throw std::runtime_error(std::string("cannot start QEMU: ") + std::strerror(errno));
    if (process_ > 0) return;
    // The new process: only calls that are safe after fork().
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
    std::array<int, 6> from{console_.get(),
                            output_.get(),
                            config.gate ? config.gate->qemu_page() : -1,
                            config.gate ? config.gate->qemu_socket() : -1,
                            config.card,
                            messages_.get()};
    for (int& fd : from) fd = ::fcntl(fd, F_DUPFD, 10);  // Above all targets.
    if (!interactive_) {
        ::setsid();
        const int nothing = ::open("/dev/null", O_RDWR);
        ::dup2(nothing, STDIN_FILENO);
        ::dup2(from.back(), STDOUT_FILENO);
    }
    ::dup2(from.back(), STDERR_FILENO);
    int target = kConsole;
    for (const int fd : {from[0], from[1], from[2], from[3], from[4]}) ::dup2(fd, target++);
    ::close_range(kCard + 1, ~0u, 0);
    if (config.gate) ::setenv("NICLAB_PRELOAD", gate.c_str(), 1);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ}) std::signal(number, SIG_DFL);
    ::execv(argv[0], argv.data());
    ::_exit(127);
}

void Qemu::note_end(int wait_status) {
    process_ = -1;
    if (terminal_) ::tcsetattr(STDIN_FILENO, TCSANOW, &*terminal_);
    const std::string message = last_line(text_of(messages_));
    const std::string more = message.empty() ? "" : ": " + message;
    if (WIFSIGNALED(wait_status)) {
        failure_ = "ended by signal " + std::to_string(WTERMSIG(wait_status)) + more;
        return;
    }
    // The guest's exit device makes the code 2 n + 1 of its number n, which is the status + 1: the
    // code 1 remains for an error of QEMU.
    const int code = WEXITSTATUS(wait_status);
    if (code % 2 == 1 && code > 1)
        status_ = (code >> 1) - 1;
    else if (code != 0)
        failure_ = "ended with exit code " + std::to_string(code) + more;
}

bool Qemu::is_running() {
    int state = 0;
    if (process_ > 0 && ::waitpid(process_, &state, WNOHANG) == process_) note_end(state);
    return process_ > 0;
}

void Qemu::finish(std::chrono::milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (is_running() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (process_ < 0) return;
    int state = 0;
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, &state, 0) < 0 && errno == EINTR) continue;
    note_end(state);
}

std::string Qemu::console() const { return text_of(console_); }
std::string Qemu::output() const { return text_of(output_); }

}  // namespace niclab::vm
