/// @file Stores of a CPU to memory of dma_alloc_coherent() that neither the card nor another CPU can
/// see yet.
///
/// Behaviour: stores since the last barrier may become visible in any order, as the memory model of
///   the kernel allows. They are visible after a barrier, an access to a register, a lock, or a
///   wait. A load of the CPU itself makes a store to the same octets visible.
/// Interleavings: at some barriers, which the seed selects, the stores become visible one after the
///   other in an order of the seed. Time passes in between. It ends when the card reads a descriptor
///   with such a store, and after a time of the seed, 2 ms at most. The cards poll more often.
/// Reads: a card reads all of a descriptor at one time, because a host bridge serves a burst from
///   one line of memory. A store to that line waits meanwhile, *assumed*: 0.5 us.
/// Rule: a card that writes the result to a descriptor has used it. If one of the values that it
///   used was not the newest one while another new one was visible, that is a fault.
/// Assumed: a descriptor is within 16 octets at a multiple of 16.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "base/random.h"
#include "core/time.h"
#include "host/memory.h"
#include "runtime/findings.h"

namespace niclab::linux_kernel {

class StoreBuffer {
public:
    using IsCoherent = std::function<bool(std::uint32_t address)>;
    /// Lets time pass, at most this many us, or until the event.
    using Pause = std::function<void(double us, const sc_core::sc_event& until)>;

    StoreBuffer(host::Memory& memory, Findings& findings, std::uint64_t seed, const std::string& name)
        : memory_(memory), findings_(findings), random_(seed, name + ".stores") {}

    IsCoherent is_coherent;
    Pause pause;

    /// Before a store, or a load, of the CPU at `caller`.
    void store(void* at, unsigned octets, CodeAddress caller);
    void load(const void* at, unsigned octets);
    /// All stores become visible.
    void barrier();
    /// An access of the card.
    void on_master_access(std::uint32_t address, bool write);

private:
    struct Store {
        std::uint32_t address;
        unsigned octets;
        std::uint64_t value;  ///< Before the CPU has stored: that of the memory.
        CodeAddress by;
    };
    struct Stale {
        CodeAddress visible, waiting;  ///< The stores.
    };
    static constexpr std::uint32_t kDescriptor = 16, kDword = 4;
    static bool overlap(const Store& s, std::uint32_t address, unsigned octets) {
        return s.address < address + octets && address < s.address + s.octets;
    }
    std::uint64_t value_at(const Store& s);
    void set(const Store& s);
    void await_reader(const Store& s);
    void settle();
    void expose(std::uint32_t address, unsigned octets);
    void expose_slowly();
    void note_read(std::uint32_t dword);

    host::Memory& memory_;
    Findings& findings_;
    base::RandomStream random_;
    std::optional<Store> begun_;  ///< Of the instruction that follows the last call.
    std::vector<Store> waiting_;
    std::vector<Store> visible_;  ///< Of a barrier that takes time.
    sc_core::sc_event seen_, never_;
    std::uint32_t read_descriptor_ = ~0u;  ///< The last one that the card has read, and when.
    core::Femtoseconds read_at_ = 0;
    std::map<std::uint32_t, Stale> stale_;  ///< By dword that the card has read.
};

}  // namespace niclab::linux_kernel
