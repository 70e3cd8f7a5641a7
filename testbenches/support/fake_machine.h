/// @file A machine without a bus for a driver: registers are a table, accesses take no time, and a
/// CPU executes the work of a test.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "host/port.h"

namespace niclab::test {

class FakePort : public host::Port {
public:
    static constexpr unsigned kSlot = 5;
    std::map<std::uint8_t, std::uint32_t> config;                     ///< Of the device in kSlot, by offset.
    std::map<std::uint8_t, std::uint32_t> bar_octets;                 ///< The size mask of a BAR.
    std::map<std::uint32_t, std::uint32_t> registers;                 ///< By bus address.
    std::map<std::uint32_t, std::function<std::uint32_t()>> on_read;  ///< Registers with a side effect of a read.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> writes;      ///< Of registers, in order.
    core::Wire<bool> inta{"INTA"};

    std::uint32_t config_read32(unsigned slot, std::uint8_t offset) override {
        return slot == kSlot && !config.empty() ? config[offset] : ~0u;
    }
    void config_write32(unsigned, std::uint8_t offset, std::uint32_t value) override {
        config[offset] = bar_octets.count(offset) != 0 ? value & ~(bar_octets[offset] - 1) : value;
    }
    std::uint32_t read32(std::uint32_t address) override {
        const auto special = on_read.find(address);
        return special != on_read.end() ? special->second() : registers[address];
    }
    void write32(std::uint32_t address, std::uint32_t value) override {
        registers[address] = value;
        writes.emplace_back(address, value);
    }
    void write_block(std::uint32_t address, const std::uint32_t* dwords, unsigned count, bus::Purpose) override {
        for (unsigned i = 0; i < count; ++i) write32(address + 4 * i, dwords[i]);
    }
    void read_block(std::uint32_t address, std::uint32_t* dwords, unsigned count, bus::Purpose) override {
        for (unsigned i = 0; i < count; ++i) dwords[i] = read32(address + 4 * i);
    }
    std::uint32_t io_read(std::uint32_t, unsigned) override { return ~0u; }
    void io_write(std::uint32_t, unsigned, std::uint32_t) override {}
    std::uint32_t memory_read(std::uint32_t, unsigned) override { return ~0u; }
    void memory_write(std::uint32_t, unsigned, std::uint32_t) override {}
    host::Memory& memory() override { return memory_; }
    const core::Wire<bool>& interrupt() const override { return inta; }

private:
    host::Memory memory_{8u << 20};
};

/// A CPU that does one piece of work after the other, each in an SC_THREAD.
class Cpu : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Cpu);
    explicit Cpu(sc_core::sc_module_name name) : sc_module(name) { SC_THREAD(work); }

    /// Gives it work and simulates 10 us; returns true if it is done by then.
    bool run(std::function<void()> todo) {
        todo_ = std::move(todo);
        core::fire(event_);
        return pass();
    }
    /// Simulates 10 us; returns true if the work is done by then.
    bool pass() {
        core::simulate(sc_core::sc_time(10, sc_core::SC_US).value());
        return !todo_;
    }
    /// The exception of the last piece of work.
    std::string error;

private:
    void work() {
        for (;;) {
            while (!todo_) wait(event_);
            error.clear();
            try {
                todo_();
            } catch (const std::runtime_error& e) {
                error = e.what();
            }
            todo_ = nullptr;
        }
    }
    std::function<void()> todo_;
    sc_core::sc_event event_;
};

}  // namespace niclab::test
