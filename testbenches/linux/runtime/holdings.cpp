#include "runtime/holdings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace niclab::linux_kernel {

namespace {

using Kind = Holdings::Kind;

/// What is held, and the function that gives it back.
std::pair<std::string, const char*> words_of(const Holdings::Holding& h) {
    switch (h.kind) {
        case Kind::Interrupt:
            return {fmt::format("interrupt {}", h.key), "free_irq()"};
        case Kind::Timer:
            return {"a pending timer", "del_timer_sync()"};
        case Kind::Work:
            return {"queued work", "cancel_work_sync()"};
        case Kind::Poll:
            return {"an enabled NAPI context", "napi_disable()"};
        case Kind::Ports:
            return {fmt::format("I/O ports {:X}h to {:X}h", h.key, h.key + h.size - 1), "release_region()"};
        case Kind::Window:
            return {fmt::format("the mapped window of registers at {:X}h", h.key), "iounmap()"};
        case Kind::DmaChannel:
            return {fmt::format("DMA channel {}", h.key), "free_dma()"};
        case Kind::PciDevice:
            return {"the enabled PCI device", "pci_disable_device()"};
        case Kind::Messages:
            return {"enabled messages of MSI or MSI-X", "pci_disable_msi() or pci_disable_msix()"};
        case Kind::NetworkDevice:
            return {"the registered network device", "unregister_netdev()"};
    }
    return {"", ""};
}

}  // namespace

const std::vector<Kind>& Holdings::all_kinds() {
    static const std::vector<Kind> all = {Kind::Interrupt,     Kind::Timer,   Kind::Work,       Kind::Poll,
                                          Kind::Ports,         Kind::Window,  Kind::DmaChannel, Kind::PciDevice,
                                          Kind::NetworkDevice, Kind::Messages};
    return all;
}

void Holdings::take(Kind kind, std::uint64_t key, CodeAddress caller, std::uint64_t size) {
    held_.push_back({kind, key, size, caller, ++taken_});
    reached_to_ = reached_from_;
    const auto same = [&](const Holding& h) { return h.kind == kind && h.key == key; };
    released_.erase(std::remove_if(released_.begin(), released_.end(), same), released_.end());
}

bool Holdings::give_back(Kind kind, std::uint64_t key, CodeAddress caller) {
    const Holding* found = find(kind, key);
    if (!found) return false;
    if (kind == Kind::Ports || kind == Kind::Window) {
        released_.push_back(*found);
        released_.back().released = caller;
    }
    held_.erase(held_.begin() + (found - held_.data()));
    reached_to_ = reached_from_;
    return true;
}

const Holdings::Holding* Holdings::find(Kind kind, std::uint64_t key) const {
    const auto found =
        std::find_if(held_.begin(), held_.end(), [&](const Holding& h) { return h.kind == kind && h.key == key; });
    return found == held_.end() ? nullptr : &*found;
}

void Holdings::expect_reachable(std::uint64_t address, CodeAddress caller) {
    constexpr std::uint64_t kPortsEnd = 0x10000, kNear = 32;
    if (address >= reached_from_ && address < reached_to_) return;
    const auto covered = [address](const Holding& h) { return covers(h, address); };
    const auto held = std::find_if(held_.begin(), held_.end(), covered);
    if (held != held_.end()) {
        reached_from_ = held->key, reached_to_ = held->key + held->size;
        return;
    }
    const auto last = std::find_if(released_.rbegin(), released_.rend(), covered);
    if (last != released_.rend())
        return findings_.add(Rule::Device, caller,
                             fmt::format("{} is used after {} at {}; expected no use after that", words_of(*last).first,
                                         words_of(*last).second, findings_.line(last->released)));
    if (address >= kPortsEnd)
        return findings_.add(Rule::Device, caller,
                             fmt::format("the register at {:X}h is in no mapped window; expected ioremap() or "
                                         "pci_iomap() of it before",
                                         address));
    const auto before = std::find_if(held_.begin(), held_.end(), [address](const Holding& h) {
        return h.kind == Kind::Ports && address >= h.key + h.size && address < h.key + h.size + kNear;
    });
    if (before != held_.end())
        findings_.add(
            Rule::Ports, caller,
            fmt::format("port {:X}h is after the end of {}, requested at {}; expected request_region() of all "
                        "ports that are used",
                        address, words_of(*before).first, findings_.line(before->taken)));
}

const Holdings::Holding* Holdings::overlapping(std::uint64_t begin, std::uint64_t size) const {
    const auto found = std::find_if(held_.begin(), held_.end(), [&](const Holding& h) {
        return h.kind == Kind::Ports && h.key < begin + size && begin < h.key + h.size;
    });
    return found == held_.end() ? nullptr : &*found;
}

std::vector<Holdings::Holding> Holdings::within(Kind kind, std::uint64_t begin, std::uint64_t end) const {
    std::vector<Holding> all;
    std::copy_if(held_.begin(), held_.end(), std::back_inserter(all),
                 [&](const Holding& h) { return h.kind == kind && h.key >= begin && h.key < end; });
    return all;
}

void Holdings::report_left(const std::vector<Kind>& kinds, std::uint64_t since, const std::string& when) {
    for (const Holding& h : held_) {
        if (h.number <= since || std::find(kinds.begin(), kinds.end(), h.kind) == kinds.end()) continue;
        const auto [what, function] = words_of(h);
        findings_.add(Rule::Left, h.taken, fmt::format("{} is left {}; expected {}", what, when, function));
    }
}

}  // namespace niclab::linux_kernel
