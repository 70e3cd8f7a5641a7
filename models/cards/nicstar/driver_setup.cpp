// Detection and reset of the card, the set-up of its queues, and the opening of a connection.
#include "cards/nicstar/driver.h"
#include "cards/nicstar/nicstar_layout.h"
#include "pci/config_space.h"

namespace niclab::nicstar {

using namespace layout;

void Driver::probe() {
    find_card();
    reset_card();
    set_up_transmit();
    set_up_receive();
    set_reg(kCfg, config_.poll_us > 0 ? kConfiguration & ~kInterrupts : kConfiguration);
    reg(kStat);  // the posted writes have arrived
    ready_ = true;
}

void Driver::find_card() {
    if (port_.config_read32(place_.slot, 0x00) != 0x0001111Du)
        throw std::runtime_error(std::string(name()) + ": no answer in slot " + std::to_string(place_.slot) +
                                 "; expected a NICStAR");
    port_.config_write32(place_.slot, 0x14, ~0u);
    const std::uint32_t window = ~port_.config_read32(place_.slot, 0x14) + 1;
    if (window != 4096)
        throw std::runtime_error(std::string(name()) + ": wrong BAR1; expected a memory window of 4 KiB");
    base_ = place_.windows;
    port_.config_write32(place_.slot, 0x14, base_);
    port_.config_write32(place_.slot, 0x0C, place_.latency_dword());
    port_.config_write32(place_.slot, 0x04, pci::kMemorySpace | pci::kBusMaster);
}

void Driver::reset_card() {
    reg(kStat);
    set_reg(kCfg, 1u << 31);
    wait(1, sc_core::SC_US);
    set_reg(kCfg, 0);
    set_reg(kGp, 8);
    wait(1, sc_core::SC_US);
    set_reg(kGp, 0);
    wait_command();
    set_reg(kCmd, kReadPhy);
    wait_command();
    if ((reg(kDr0) & ~1u) != 0x30)
        throw std::runtime_error(std::string(name()) + ": no answer of the PHY; expected its identification, 30H");
    // The 32K card aliases: what is written at 0x1C003 shows at 0x14003.
    write_sram(kTst + 3, {0x76543210});
    write_sram(0x14003, {0x89ABCDEF});
    wait_command();
    set_reg(kCmd, kReadSram | (kTst + 3) << 2);
    wait_command();
    reg(kDr0);
    set_reg(kVpm, 0);
}

void Driver::set_up_transmit() {
    host::Memory& memory = port_.memory();
    tsq_ = memory.allocate(kQueueOctets, kQueueOctets);
    scq_ = memory.allocate(kQueueOctets, kQueueOctets);
    for (std::uint32_t i = 0; i < kTsqEntries; ++i) memory.write32(tsq_ + 8 * i + 4, 1u << 31);
    set_reg(kTsqh, 0);
    set_reg(kTsqb, tsq_);
    if (config_.host_tables) set_reg(kTableBase, tables_ = memory.allocate(kTableOctets, 4096));
    for (const std::uint32_t scd : {kScd0, kScd1, kScd2}) write_table(scd, {scq_, 0, ~0u, 0}, 2);
    if (config_.doorbell == Config::Doorbell::Memory) {
        tail_ = memory.allocate(4, 4);
        memory.write32(tail_, scq_);
        set_reg(kPollBase, tail_);
    }
    std::vector<std::uint32_t> schedule(kScheduleEntries, 2u << 29);
    schedule.push_back(3u << 29 | kTst);
    write_sram(kTst, schedule);
    set_reg(kTstb, kTst << 2);
    for (unsigned i = 0; i < config_.tx_buffers; ++i) free_tx_.push_back(memory.allocate(kTxBufferOctets, 16));
}

void Driver::set_up_receive() {
    host::Memory& memory = port_.memory();
    rsq_ = memory.allocate(kQueueOctets, kQueueOctets);
    set_reg(kRsqh, 0);
    set_reg(kCfg, kConfiguration & (3u << 22));  // the size of the queue, before its base
    set_reg(kRsqb, rsq_);
    small_ = memory.allocate(config_.small_buffers * kSmallOctets, 16);
    large_ = memory.allocate(config_.large_buffers * kLargeOctets, 16);
    for (std::uint32_t i = 0; i + 1 < config_.large_buffers; i += 2) supply(1, kLargeHandle + i, kLargeHandle + i + 1);
    for (std::uint32_t i = 0; i + 1 < config_.small_buffers; i += 2) supply(0, i, i + 1);
}

void Driver::open(host::Channel channel) {
    const std::uint32_t vci = board::vci_of(channel);
    card_.lock();
    write_table(vci * 4, {0x000A0000, 0, 0, ~0u}, 0);
    if (config_.host_tables) {  // The cached entry in the card is out of date.
        wait_command();
        set_reg(kCmd, kConnection | vci << 4);
    }
    card_.unlock();
}

void Driver::write_table(std::uint32_t address, const std::vector<std::uint32_t>& words, unsigned on_card) {
    if (!config_.host_tables) return write_sram(address, words);
    if (on_card > 0) write_sram(address, {words.begin(), words.begin() + on_card});
    for (auto i = on_card; i < words.size(); ++i) port_.memory().write32(tables_ + 4 * (address + i), words[i]);
}

}  // namespace niclab::nicstar
