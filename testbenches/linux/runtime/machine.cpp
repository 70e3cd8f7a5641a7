#include "runtime/machine.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

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
      interrupts(config.cpus, config.seed, std::string(this->name())),
      arena(p.memory(), config.debug ? &findings : nullptr),
      heap(config.debug ? &findings : nullptr),
      bounces(arena, heap, config.debug ? &findings : nullptr),
      config_(config) {
    SC_HAS_PROCESS(Machine);
    SC_THREAD(live);
    set_stack_size(kStack);
    if (config.cpus > 1) {
        SC_THREAD(live_second);
        set_stack_size(kStack);
    }
    for (unsigned n = 0; n < config.cpus; ++n) {
        Cpu::Config c;
        c.number = n, c.jiffy_us = config.jiffy_us, c.interrupt_us = config.interrupt_us;
        c.interleaves = config.cpus > 1, c.seed = config.seed;
        cpus_.push_back(std::make_unique<Cpu>(*this, p, c));
    }
    running_ = cpus_.front().get();
    card.slot = config.slot;
    findings.on_first = [this](const std::string& sentence) { log_line("debug: " + sentence + "\n"); };
    findings.eisa = config.eisa;
}

Machine::~Machine() {
    port.memory().observe_masters(nullptr);
    if (handle_) dlclose(handle_);
}

void Machine::live() { run(*cpus_.front()); }
void Machine::live_second() { run(*cpus_.back()); }

void Machine::run(Cpu& cpu) {
    try {
        cpu.run();
    } catch (const std::exception& e) {
        error_ = std::string(name()) + ": " + e.what();  // This CPU is stopped from here on.
    }
}

Machine& Machine::current() { return *g_current; }
Machine* Machine::current_if_any() { return g_current; }

void Machine::set_running(Cpu& cpu) {
    g_current = this, running_ = &cpu;
    locks.select(cpu.number());
}

bool Machine::idle() const {
    // The work of one CPU does not wait for the interrupt handler of the other.
    if (cpus_.size() > 1 && interrupts.is_running()) return false;
    return std::all_of(cpus_.begin(), cpus_.end(), [](const auto& cpu) { return cpu->idle(); });
}

void Machine::be_deaf(const std::function<void()>& time) {
    Cpu& own = cpu();
    const bool masked = own.mask();
    interrupts.hold(true);
    time();
    interrupts.hold(false);
    wake_others(own);
    own.restore(masked);
}

void Machine::wake_others(const Cpu& cpu) {
    for (const auto& other : cpus_)
        if (other.get() != &cpu) other->wake();
}

void Machine::spin_while(const std::function<bool()>& condition, const std::function<std::string()>& what) {
    constexpr double kStepUs = 0.2, kMostUs = 50'000;
    Cpu& own = cpu();
    if (!condition() || cpus_.size() == 1) return;
    const std::function<std::string()>*& waits = waits_[own.number()];
    struct Restored {
        ~Restored() { now = before; }
        const std::function<std::string()>*&now, *before;  // What code waits for that was interrupted.
    } const restored{waits, std::exchange(waits, &what)};
    const auto& other = waits_[1 - own.number()];
    for (double waited = 0; condition(); waited += kStepUs) {
        if (waited > kMostUs)
            throw std::runtime_error(
                fmt::format("CPU {} waits for ever {}", own.number(), what()) +
                (other ? fmt::format("; meanwhile CPU {} waits {}", 1 - own.number(), (*other)()) : std::string()));
        own.delay(kStepUs);
    }
}

void Machine::remove_timer(timer_list* timer) {
    for (const auto& cpu : cpus_) cpu->remove(timer);
}

bool Machine::runs_elsewhere(const timer_list* timer) const {
    return std::any_of(cpus_.begin(), cpus_.end(),
                       [&](const auto& cpu) { return cpu.get() != running_ && cpu->running_timer() == timer; });
}

bool Machine::is_coherent(std::uint32_t address) const {
    const auto* block = arena.block_of(port.memory().at(address));
    return block && block->second.what.allocate &&
           std::strcmp(block->second.what.allocate, "dma_alloc_coherent()") == 0;
}

/// The models of the cards do not look at their command register.
void Machine::expect_master(std::uint32_t address, bool write) {
    const char* access = write ? "writes" : "reads";
    if (is_suspended)
        findings.add(Rule::Device, "suspend",
                     fmt::format("the card {} {:08X}h while the driver is suspended; expected a card that suspend() "
                                 "has stopped",
                                 access, address));
    if (!is_on_pci() || is_master) return;
    if (no_master_since)
        return findings.add(Rule::Device, no_master_since,
                            fmt::format("the card {} {:08X}h but is no master of the bus since here; "
                                        "expected a stopped card, or pci_set_master() before",
                                        access, address));
    findings.add(Rule::Device, "DMA",
                 fmt::format("the card {} {:08X}h although it may not be a master of the bus; expected "
                             "pci_set_master() before",
                             access, address));
}

void Machine::Masters::on_master_access(std::uint32_t address, std::uint8_t enables, bool write) {
    if (machine_.debug()) {
        machine_.expect_master(address, write);
        machine_.dma.on_master_access(address, enables, write);
    }
    if (machine_.cpus_.size() > 1)
        for (const auto& cpu : machine_.cpus_) cpu->stores.on_master_access(address, write);
}

void Machine::load() {
    const auto folder = std::filesystem::temp_directory_path();
    const std::string copy = (folder / ("niclab_driver_" + std::to_string(getpid()) + "_" + name() + ".so")).string();
    std::filesystem::copy_file(config_.module, copy, std::filesystem::copy_options::overwrite_existing);
    handle_ = dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
    std::filesystem::remove(copy);  // It remains mapped.
    if (!handle_) throw std::runtime_error(why_not_loaded(dlerror()));
    link_map* loaded = nullptr;
    if (dlinfo(handle_, RTLD_DI_LINKMAP, &loaded) == 0)
        findings.lines.set_module(config_.module, reinterpret_cast<const void*>(loaded->l_addr));
    if (debug() || cpus_.size() > 1) port.memory().observe_masters(&masters_);
    parameters.set(config_.parameters);
    if (begins.empty())
        throw std::runtime_error(
            "the driver has no module_init(); expected module_init(), module_pci_driver() or init_module()");
    for (auto* begin : begins) {
        const int result = begin();
        if (result == 0) continue;
        if (debug()) report_left("after module_init() has failed");
        ends.clear();  // As in the kernel, a module that does not begin has no end.
        if (!failed_at_.empty()) return;
        throw std::runtime_error("the driver's module_init() returned " + std::to_string(result));
    }
    const std::string none = id_tables.why_none(has_eisa() ? "EISA" : "ISA");
    if (!none.empty() && isa_cards.empty()) throw std::runtime_error(none);
}

void Machine::unload() {
    std::for_each(ends.rbegin(), ends.rend(), [](auto* end) { end(); });
    ends.clear();
    if (debug()) report_left("after the module is unloaded");
}

/// What the driver has taken and not given back.
void Machine::report_left(const std::string& when) {
    const auto report = [&](const auto& blocks) {
        for (const auto& [begin, block] : blocks)
            if (block.what.allocate)
                findings.add(Rule::Left, block.allocated,
                             fmt::format("a block of {} octets of {} is left {}; expected {}", block.octets,
                                         block.what.allocate, when, block.what.release));
    };
    holdings.report_left(Holdings::all_kinds(), 0, when);
    dma.report_left(0, when);
    if (is_on_pci() && findings.maps_dma && !pci_master)
        findings.add(Rule::Device, "DMA",
                     "memory was mapped for a card that may not be a master of the bus, so that it accesses none; "
                     "expected pci_set_master()");
    report(heap.live()), report(arena.live());
    locks.report_locked_mutexes(when);
    arena.check_freed();
    for (const auto& [timer, caller] : timers_not_awaited)
        findings.add(Rule::Timer, caller,
                     "del_timer() does not wait for a handler that runs on another CPU, and the module is unloaded; "
                     "expected del_timer_sync()");
    timers_not_awaited.clear();
    for (const auto& [item, caller] : work_not_awaited)
        findings.add(Rule::Timer, caller,
                     "cancel_delayed_work() does not wait for work that runs, and the module is unloaded; expected "
                     "cancel_delayed_work_sync()");
    work_not_awaited.clear();
}

void Machine::expect_reachable(std::uint32_t address, CodeAddress caller) {
    if (!debug()) return;
    if (is_on_pci() && !pci_enabled)
        findings.add(Rule::Device, caller,
                     "a register of the card is accessed while the PCI device is not enabled, and no card answers; "
                     "expected pci_enable_device() before");
    holdings.expect_reachable(address, caller);
}

void Machine::report_unset(const void* at, unsigned octets, CodeAddress caller) {
    const std::string block = heap.described(at);
    if (block.empty()) return;
    findings.add(
        Rule::MemoryUnset, caller,
        fmt::format("{} octets are read that were not set since their allocation: {}; expected a write before, "
                    "or kzalloc()",
                    octets, block));
}

void Machine::report_freed(const void* at, unsigned octets, const char* access, CodeAddress caller) {
    const std::string block = arena.described_freed(at);
    if (block.empty()) return;
    findings.add(Rule::MemoryFreed, caller,
                 fmt::format("use after free, {} octets are {} that were freed: {}; expected no use after that", octets,
                             access, block));
}

std::vector<std::pair<unsigned, SourceLines::Place>> Machine::allocation_lines() {
    std::vector<std::pair<unsigned, SourceLines::Place>> all;
    for (const auto& [last, caller] : allocated_at_) {
        const SourceLines::Place& place = findings.lines.at(caller);
        if (!all.empty() && all.back().second.line == place.line)
            all.back().first = last;
        else
            all.emplace_back(last, place);
    }
    return all;
}

bool Machine::fails(CodeAddress caller) {
    ++allocations_;
    if (allocated_at_.empty() || allocated_at_.back().second != caller) allocated_at_.emplace_back(0, caller);
    allocated_at_.back().first = allocations_;
    if (allocations_ != config_.fail_nth) return false;
    failed_at_ = findings.line(caller);
    findings.allocation_failed = true;
    log_line("debug: " + failed_at_ + ": this allocation or mapping fails, as requested\n");
    return true;
}

void Machine::end_dma(const void* block, std::size_t octets, CodeAddress caller) {
    if (debug()) dma.release(block, octets, caller);
    bounces.release(block, octets);
}

void Machine::end_timers(const void* block, std::size_t octets, CodeAddress caller) {
    put_off.end_within(block, octets, caller);
    const auto begin = reinterpret_cast<std::uintptr_t>(block), end = begin + octets;
    for (const Holdings::Holding& h : holdings.within(Holdings::Kind::Timer, begin, end)) {
        auto* timer = reinterpret_cast<timer_list*>(static_cast<std::uintptr_t>(h.key));
        holdings.give_back(h.kind, h.key);
        remove_timer(timer);
        if (debug())
            findings.add(Rule::Timer, h.taken,
                         "the timer that is started here is pending when its memory is freed " + findings.doer(caller) +
                             "; expected del_timer_sync() before");
    }
    const auto first = timers_not_awaited.lower_bound(block);
    const auto last = timers_not_awaited.lower_bound(static_cast<const char*>(block) + octets);
    for (auto timer = first; timer != last && debug(); ++timer)
        findings.add(Rule::Timer, timer->second,
                     "del_timer() does not wait for a handler that runs on another CPU, and the timer is freed " +
                         findings.doer(caller) + "; expected del_timer_sync()");
    timers_not_awaited.erase(first, last);
    const auto first_work = work_not_awaited.lower_bound(block);
    const auto last_work = work_not_awaited.lower_bound(static_cast<const char*>(block) + octets);
    for (auto item = first_work; item != last_work && debug(); ++item)
        findings.add(Rule::Timer, item->second,
                     "cancel_delayed_work() does not wait for work that runs, and its memory is freed " +
                         findings.doer(caller) + "; expected cancel_delayed_work_sync()");
    work_not_awaited.erase(first_work, last_work);
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
