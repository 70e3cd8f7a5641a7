#include "runtime/machine.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace niclab::linux_kernel {

namespace {
/// The machine with the running code. Set whenever a CPU continues after a wait, so it is right
/// inside everything that a module calls.
Machine* g_current = nullptr;
constexpr std::size_t kStack = 1 << 20;

/// The message of dlopen(), without the path of a file that is already removed.
std::string why_not_loaded(const std::string& error) {
    const std::string mark = "undefined symbol: ";
    const std::size_t at = error.find(mark);
    if (at == std::string::npos) return "the driver cannot be loaded: " + error;
    return "the driver cannot be loaded: neither it nor the kernel defines " + error.substr(at + mark.size());
}
}  // namespace

Machine::Machine(sc_core::sc_module_name name, host::Port& p, const Config& config)
    : sc_module(name),
      port(p),
      cpu(*this, p, config.jiffy_us, config.interrupt_us),
      arena(p.memory()),
      config_(config) {
    SC_HAS_PROCESS(Machine);
    SC_THREAD(live);
    set_stack_size(kStack);
    card.slot = config.slot;
}

Machine::~Machine() {
    if (handle_) dlclose(handle_);
}

void Machine::live() {
    try {
        cpu.run();
    } catch (const std::exception& e) {
        error_ = std::string(name()) + ": " + e.what();  // This CPU is stopped from here on.
    }
}

Machine& Machine::current() { return *g_current; }

void Machine::set_current(Machine& machine) { g_current = &machine; }

void Machine::load() {
    const auto folder = std::filesystem::temp_directory_path();
    const std::string copy = (folder / ("niclab_driver_" + std::to_string(getpid()) + "_" + name() + ".so")).string();
    std::filesystem::copy_file(config_.module, copy, std::filesystem::copy_options::overwrite_existing);
    handle_ = dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
    std::filesystem::remove(copy);  // It remains mapped.
    if (!handle_) throw std::runtime_error(why_not_loaded(dlerror()));
    parameters.set(config_.parameters);
    if (begins.empty())
        throw std::runtime_error(
            "the driver has no module_init(); expected module_init(), module_pci_driver() or init_module()");
    for (auto* begin : begins)
        if (const int result = begin())
            throw std::runtime_error("the driver's module_init() returned " + std::to_string(result));
}

void Machine::unload() {
    std::for_each(ends.rbegin(), ends.rend(), [](auto* end) { end(); });
    ends.clear();
}

bool Machine::logged(const std::string& text) const {
    return std::any_of(log_.begin(), log_.end(),
                       [&text](const LogLine& line) { return line.text.find(text) != std::string::npos; });
}

void Machine::log_line(const std::string& text) {
    for (const char c : text) {
        if (c == '\n') {
            line_open_ = false;
            continue;
        }
        if (!line_open_) log_.push_back({double(port.now()) * 1e-9, ""});
        line_open_ = true;
        log_.back().text += c;
    }
}

}  // namespace niclab::linux_kernel
