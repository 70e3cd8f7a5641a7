#include "cards/nicstar/command.h"

namespace niclab::nicstar {

namespace {
/// From this address on the SRAM has the tables of the transmitter.
constexpr std::uint32_t kTransmitTables = 0x4000;
constexpr std::uint32_t kPhySelect = 1u << 9;
}  // namespace

void CommandEngine::start(std::uint32_t command) {
    if (registers_.command_busy) return;
    command_ = command;
    step_ = 0;
    const std::uint32_t opcode = command >> 28;
    const bool utility = opcode == kReadUtility || opcode == kWriteUtility;
    clocks_ = config_.command_clocks + (utility ? config_.utility_clocks : 0);
    registers_.command_busy = true;
    ++commands_;
}

void CommandEngine::tick() {
    if (tails_waiting_ != 0) return write_tail();
    if (!registers_.command_busy) return;
    if (clocks_ > 0) {
        --clocks_;
        return;
    }
    switch (command_ >> 28) {
        case kConnection:
            return connection();
        case kWriteSram:
            return write_sram();
        case kReadSram:
            return read_sram();
        case kFreeBuffer:
            return free_buffer();
        case kReadUtility:
        case kWriteUtility:
            return utility();
        default:
            return done();
    }
}

void CommandEngine::write_tail() {
    const auto channel = static_cast<unsigned>(__builtin_ctz(tails_waiting_));
    if (!sram_.write(kUser, sram_map::kVrScd[channel], tails_[channel])) return;
    tails_waiting_ &= tails_waiting_ - 1;
    registers_.doorbell = true;
    table_written(core::now_fs(), sram_map::kVrScd[channel]);
}

void CommandEngine::write_sram() {
    if (receive_.holds(address() + step_)) return;
    if (!sram_.write(kUser, address() + step_, registers_.dr[step_])) return;
    if ((address() & 0x7FFFu) >= kTransmitTables) {
        registers_.doorbell = true;
        table_written(core::now_fs(), address() + step_);
    }
    if (step_++ == (command_ & 3u)) done();
}

void CommandEngine::read_sram() {
    if (sram_.read(kUser, address(), registers_.dr[0])) done();
}

void CommandEngine::free_buffer() {
    const unsigned kind = command_ & 1u;
    if (!receive_.free_buffers.has_place(kind)) {
        registers_.events |= kind == 0 ? stat::kSfbqf : stat::kLfbqf;
        return done();
    }
    if (!sram_.write(kUser, receive_.free_buffers.free_slot(kind) + step_ % 2, registers_.dr[step_])) return;
    if (step_++ % 2 == 1) receive_.free_buffers.add(kind);
    if (step_ == 4) done();
}

void CommandEngine::connection() {
    if (receive_.holds(address())) {
        step_ = 0;  // The words read before are out of date.
        return;
    }
    if (HostTable* table = receive_.connections.in_host_memory()) {  // the host changed its own memory
        table->forget(address());
        return done();
    }
    if (step_ == 0) {
        if (!sram_.read(kUser, address(), word_)) return;
        word_ = command_ & rct::kOpen ? word_ | rct::kOpen : word_ & ~rct::kOpen;
        ++step_;
    } else if (sram_.write(kUser, address(), word_)) {
        done();
    }
}

void CommandEngine::utility() {
    const auto octet_address = static_cast<std::uint8_t>(command_);
    const bool phy = (command_ & kPhySelect) != 0;
    if (command_ >> 28 == kReadUtility)
        registers_.dr[0] = phy ? utility_.read(octet_address) : 0xFFu;
    else if (phy)
        utility_.write(octet_address, static_cast<std::uint8_t>(registers_.dr[0]));
    done();
}

}  // namespace niclab::nicstar
