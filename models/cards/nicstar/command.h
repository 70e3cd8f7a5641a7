/// @file The command engine: executes the commands that a write to CMD starts. STAT.CMDBZ is set
/// during a command.
///
/// Source: nicstar.h: NOP 0, open/close connection 2, write SRAM 4, read SRAM 5, free buffer 6,
///   read 8 and write 9 of the utility bus.
/// Assumed: other opcodes have no effect (*assumed*). A change of a connection waits while a cell
///   of it is being processed (*assumed*: otherwise the write-back would undo a close).
#pragma once

#include <cstdint>

#include "card/sram.h"
#include "cards/nicstar/config.h"
#include "cards/nicstar/reassembler.h"
#include "cards/nicstar/registers.h"
#include "core/tap.h"
#include "utopia/utility_if.h"

namespace niclab::nicstar {

class CommandEngine {
public:
    CommandEngine(const Config& config, Registers& registers, card::Sram& sram, Reassembler& receive,
                  utopia::UtilityBusIf& utility)
        : config_(config), registers_(registers), sram_(sram), receive_(receive), utility_(utility) {}

    /// The host writes CMD. A write during a command is lost (drivers poll CMDBZ first).
    void start(std::uint32_t command);
    /// The host writes the tail of a variable-rate queue into its register.
    void post_tail(unsigned channel, std::uint32_t tail) {
        tails_[channel] = tail;
        tails_waiting_ |= 1u << channel;
    }
    /// Drops waiting tails; the SAR resets the registers.
    void reset() { tails_waiting_ = 0; }
    /// One PCI clock.
    void tick();
    bool idle() const { return !registers_.command_busy && tails_waiting_ == 0; }
    std::uint64_t commands() const { return commands_; }
    /// Reports the SRAM address of a word of the transmit tables that the host has written, such as
    /// a channel's tail.
    core::Tap<std::uint32_t> table_written;

private:
    static constexpr auto kUser = card::SramUser::Host;

    enum Opcode : std::uint32_t {
        kConnection = 2,
        kWriteSram = 4,
        kReadSram = 5,
        kFreeBuffer = 6,
        kReadUtility = 8,
        kWriteUtility = 9
    };

    void write_tail();
    void write_sram();
    void read_sram();
    void free_buffer();
    void connection();
    void utility();
    void done() { registers_.command_busy = false; }
    std::uint32_t address() const { return command_ >> 2 & 0x1FFFFu; }

    const Config& config_;
    Registers& registers_;
    card::Sram& sram_;
    Reassembler& receive_;
    utopia::UtilityBusIf& utility_;
    std::uint32_t command_ = 0, word_ = 0;
    unsigned step_ = 0, clocks_ = 0;
    std::uint32_t tails_[3] = {}, tails_waiting_ = 0;
    std::uint64_t commands_ = 0;
};

}  // namespace niclab::nicstar
