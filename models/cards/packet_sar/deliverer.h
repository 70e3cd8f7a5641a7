/// @file The delivery of received PDUs to the host: by bursts into its buffers, or by a report of
/// their position.
///
/// Timing: a PDU takes the processor's clocks for it. With DMA it takes kBufferClocks for the free
///   buffer, its bursts one after the other, and a burst of 4 dwords for the status entry; with PIO
///   kStatusClocks.
/// Assumed: (all *assumed*) a free buffer is long enough for any PDU. A PDU waits for a buffer, or
///   is dropped if `hold_without_buffer` is false; it always waits for a place in the status ring.
///   After a burst that ended in an abort the PDU continues, and a counter shows it.
#pragma once

#include <array>

#include "cards/packet_sar/config.h"
#include "cards/packet_sar/dma_share.h"
#include "cards/packet_sar/layout.h"
#include "cards/packet_sar/receiver.h"

namespace niclab::packet_sar {

class Deliverer {
public:
    struct Stats {
        std::uint64_t pdus = 0, cells = 0, buffer_waits = 0, aborted_bursts = 0;
    };

    Deliverer(const Config& config, PacketMemory& memory, DmaShare& dma, Processor& processor, Receiver& receiver)
        : config_(config), memory_(memory), dma_(dma), processor_(processor), receiver_(receiver) {}

    /// One PCI clock; true when a PDU and its status entry are delivered to the host.
    bool tick();
    bool idle() const;
    void reset();
    void set_free_tail(std::uint32_t tail) { free_tail_ = tail % window::kFreeEntries; }
    void set_status_base(std::uint32_t base) { status_base_ = base & ~3u; }
    /// The host has consumed the entries before `head`.
    void set_status_head(std::uint32_t head);
    std::uint32_t status_tail() const { return status_tail_; }
    const Stats& stats() const { return stats_; }

private:
    enum class State { Idle, Firmware, Buffer, Payload, Status, OnCard };
    static constexpr unsigned kBufferClocks = 2, kStatusClocks = 4;

    bool has_place() const { return (status_tail_ + 1) % window::kStatusEntries != status_head_; }
    bool has_buffer() const { return config_.receive == Transfer::Pio || free_head_ != free_tail_; }
    void begin();
    void take_buffer();
    void ask_payload();
    void ask_status();
    bool take_burst(const bus::Burst& burst);
    bool finish(bool release);
    std::array<std::uint32_t, 4> entry() const;

    const Config& config_;
    PacketMemory& memory_;
    DmaShare& dma_;
    Processor& processor_;
    Receiver& receiver_;

    State state_ = State::Idle;
    ReceivedPdu pdu_;
    unsigned clocks_ = 0;
    bool waited_ = false;  ///< The PDU has waited for a buffer; counted.
    std::uint32_t free_head_ = 0, free_tail_ = 0, status_base_ = 0, status_head_ = 0, status_tail_ = 0;
    std::uint32_t buffer_ = 0, handle_ = 0, moved_ = 0;
    std::array<ReceivedPdu, window::kStatusEntries> on_card_;  ///< PDUs that the host reads itself, by status entry.
    Stats stats_;
};

}  // namespace niclab::packet_sar
