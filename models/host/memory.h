/// @file  Host memory: octets, little-endian dwords and a simple allocator.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>

#include "base/low_first.h"
#include "core/decoupled.h"

namespace niclab::host {

/// An observer of the accesses of bus masters to memory.
class MasterObserver {
public:
    virtual ~MasterObserver() = default;
    /// Before an access to the dword at `address`; bit n of `enables`: its octet n.
    virtual void on_master_access(std::uint32_t address, std::uint8_t enables, bool write) = 0;
};

class Memory {
public:
    /// An address that is a multiple of this is also one in the simulator's own memory, because
    /// software may align pointers.
    static constexpr std::uint32_t kAlignment = 16384;

    /// Creates memory that reads 0. The simulator's memory pages are allocated on their first use.
    explicit Memory(std::uint32_t octets)
        : storage_(static_cast<std::uint8_t*>(std::calloc(octets + kAlignment, 1)), std::free), size_(octets) {
        if (!storage_) throw std::bad_alloc();
        const auto start = reinterpret_cast<std::uintptr_t>(storage_.get());
        octets_ = storage_.get() + (kAlignment - start % kAlignment) % kAlignment;
    }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    std::uint32_t size() const { return size_; }
    /// Allocates `octets` octets. Throws std::runtime_error if there is not enough memory.
    std::uint32_t allocate(std::uint32_t octets, std::uint32_t alignment) {
        const std::uint32_t at = (next_ + alignment - 1) / alignment * alignment;
        if (at + octets > size())
            throw std::runtime_error("host memory is used up; expected a larger host.memory_octets");
        next_ = at + octets;
        return at;
    }
    std::uint32_t read32(std::uint32_t address) const { return edge_runners_.synchronize(), bus_read32(address); }
    void write32(std::uint32_t address, std::uint32_t value, std::uint8_t enables = 0xF) {
        edge_runners_.synchronize();
        bus_write32(address, value, enables);
    }
    /// If a bus moves data late, the pointer is valid only until simulated time advances.
    std::uint8_t* at(std::uint32_t address) { return edge_runners_.synchronize(), octets_ + address; }
    const std::uint8_t* at(std::uint32_t address) const { return edge_runners_.synchronize(), octets_ + address; }
    /// Buses that move data late, and do so before any other access.
    core::EdgeRunners& edge_runners() { return edge_runners_; }
    const core::EdgeRunners& edge_runners() const { return edge_runners_; }
    /// Accesses of such a bus itself.
    std::uint32_t bus_read32(std::uint32_t address) const { return base::word_of(octets_ + address); }
    void bus_write32(std::uint32_t address, std::uint32_t value, std::uint8_t enables) {
        if (enables == 0xF) return base::put_word(octets_ + address, value);
        for (unsigned i = 0; i < 4; ++i)
            if (enables >> i & 1u) octets_[address + i] = static_cast<std::uint8_t>(value >> 8 * i);
    }
    void bus_read(std::uint32_t address, std::uint32_t* dwords, unsigned n) const {
        for (unsigned i = 0; i < n; ++i) dwords[i] = base::word_of(octets_ + address + 4 * i);
    }
    void bus_write(std::uint32_t address, const std::uint32_t* dwords, unsigned n) {
        for (unsigned i = 0; i < n; ++i) base::put_word(octets_ + address + 4 * i, dwords[i]);
    }
    /// The observer of accesses of masters, which their ports report; nullptr: none.
    void observe_masters(MasterObserver* observer) { observer_ = observer; }
    bool masters_observed() const { return observer_ != nullptr; }
    void report_master(std::uint32_t address, std::uint8_t enables, bool write) const {
        if (observer_) observer_->on_master_access(address, enables, write);
    }
    /// The address of an octet of this memory, or nothing for any other pointer.
    std::optional<std::uint32_t> address_of(const void* octet) const {
        const auto* o = static_cast<const std::uint8_t*>(octet);
        if (o < octets_ || o >= octets_ + size_) return std::nullopt;
        return static_cast<std::uint32_t>(o - octets_);
    }

private:
    core::EdgeRunners edge_runners_;
    std::unique_ptr<std::uint8_t, void (*)(void*)> storage_;
    std::uint8_t* octets_ = nullptr;
    std::uint32_t size_ = 0;
    MasterObserver* observer_ = nullptr;
    std::uint32_t next_ = 0x1000;  ///< Page 0 stays unused: address 0 indicates an error.
};

}  // namespace niclab::host
