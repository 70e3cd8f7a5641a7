/// @file  A list of bursts that an initiator carries out one after the other: what a host does in a trial.
#pragma once

#include <cassert>
#include <deque>
#include <initializer_list>

#include "bus/dma_if.h"
#include "core/clock.h"

namespace niclab::bus {

class BurstScript : public sc_core::sc_module {
public:
    BurstScript(sc_core::sc_module_name name, core::Clock& clock) : sc_module(name) {
        clock.attach(core::edge_call<&BurstScript::on_clock>(*this));
    }
    DmaChannel channel{"channel"};
    std::deque<Burst> done;  ///< Those that are complete, in their order.

    /// 1 to 16 dwords from `address` on, a multiple of 4.
    void write(std::uint32_t address, std::initializer_list<std::uint32_t> data,
               Command command = Command::MemoryWrite) {
        Burst& b = add(command, address, data.size());
        std::size_t i = 0;
        for (const std::uint32_t dword : data) b.data[i++] = dword;
    }
    /// 1 to 16 dwords from `address` on, a multiple of 4.
    void read(std::uint32_t address, std::size_t dwords, Command command = Command::MemoryReadLine) {
        add(command, address, dwords);
    }
    /// No burst is left, or under way.
    bool finished() const { return todo_.empty() && !busy_; }

private:
    Burst& add(Command command, std::uint32_t address, std::size_t dwords) {
        assert(dwords >= 1 && dwords <= kMaxBurstDwords);
        Burst b;
        b.command = command;
        b.address = address;
        b.dwords = static_cast<std::uint8_t>(dwords);
        return todo_.emplace_back(b);
    }
    void on_clock() {
        if (channel.response.has_item()) {
            done.push_back(channel.response.item());
            channel.response.take();
            busy_ = false;
        }
        if (busy_ || todo_.empty()) return;
        channel.request.post(todo_.front());
        todo_.pop_front();
        busy_ = true;
    }
    std::deque<Burst> todo_;
    bool busy_ = false;
};

}  // namespace niclab::bus
