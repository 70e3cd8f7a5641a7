/// @file Resources of the kernel that a driver holds, each with the line that took it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/findings.h"

namespace niclab::linux_kernel {

class Holdings {
public:
    enum class Kind { Interrupt, Timer, Work, Poll, Ports, Window, DmaChannel, PciDevice, NetworkDevice, Messages };
    struct Holding {
        Kind kind;
        std::uint64_t key;   ///< Number or address that identifies it.
        std::uint64_t size;  ///< Of ports, and of a window.
        CodeAddress taken;
        std::uint64_t number = 0;
        CodeAddress released = nullptr;
    };
    explicit Holdings(Findings& findings) : findings_(findings) {}

    void take(Kind kind, std::uint64_t key, CodeAddress caller, std::uint64_t size = 0);
    /// Whether it was held.
    bool give_back(Kind kind, std::uint64_t key, CodeAddress caller = nullptr);
    /// An access to registers of the card, at `caller`. It is a fault if the ports or the window were
    /// released. So is an access after the end of the ports, or outside every window.
    void expect_reachable(std::uint64_t address, CodeAddress caller);
    /// nullptr: it is not held.
    const Holding* find(Kind kind, std::uint64_t key) const;
    /// Held ports from `begin` to `begin + size - 1`, or a part of them; nullptr: none.
    const Holding* overlapping(std::uint64_t begin, std::uint64_t size) const;
    /// Held things with a key from `begin` to `end - 1`.
    std::vector<Holding> within(Kind kind, std::uint64_t begin, std::uint64_t end) const;
    /// Number of things that were ever taken.
    std::uint64_t taken() const { return taken_; }
    /// Reports things of these kinds that were taken after the first `since` and are still held.
    void report_left(const std::vector<Kind>& kinds, std::uint64_t since, const std::string& when);
    /// Every kind.
    static const std::vector<Kind>& all_kinds();

private:
    Findings& findings_;
    static bool covers(const Holding& h, std::uint64_t address) {
        return (h.kind == Kind::Ports || h.kind == Kind::Window) && address >= h.key && address < h.key + h.size;
    }

    std::vector<Holding> held_;
    std::vector<Holding> released_;  ///< Ports and windows.
    std::uint64_t taken_ = 0;
    std::uint64_t reached_from_ = 0, reached_to_ = 0;  ///< The ports or the window of the last access.
};

}  // namespace niclab::linux_kernel
