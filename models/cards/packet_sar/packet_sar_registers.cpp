// The host's side of the card: registers and counters.
#include "cards/packet_sar/packet_sar.h"

namespace niclab::packet_sar {

void PacketSar::take_register_access() {
    if (!port_.requests.has_item()) return;
    const card::RegisterAccess access = port_.requests.item();
    port_.requests.take();
    if (access.write)
        write_register(access.offset, access.data);
    else
        port_.answer = read_register(access.offset);
}

std::uint32_t PacketSar::read_register(std::uint32_t offset) {
    switch (offset) {
        case reg::kIdentity:
            return reg::kIdentityValue;
        case reg::kCapabilities:
            return (config_.transmit == Transfer::Pio ? cap::kTransmitPio : 0) |
                   (config_.receive == Transfer::Pio ? cap::kReceivePio : 0);
        case reg::kControl:
            return control_;
        case reg::kEvents:
            return interrupts_.take();
        case reg::kTxDone:
            return fetcher_.done();
        case reg::kStatusTail:
            return deliverer_.status_tail();
        case reg::kTransmitOctets:
            return config_.transmit_octets;
        default:
            return 0;
    }
}

void PacketSar::write_register(std::uint32_t offset, std::uint32_t data) {
    switch (offset) {
        case reg::kControl:
            if (data & control::kReset) return reset_engines();
            control_ = data;
            return;
        case reg::kTxTail:
            fetcher_.set_tail(data);
            return doorbell_(core::now_fs(), data);
        case reg::kFreeTail:
            return deliverer_.set_free_tail(data);
        case reg::kStatusBase:
            return deliverer_.set_status_base(data);
        case reg::kStatusHead:
            return deliverer_.set_status_head(data);
        default:
            return;
    }
}

void PacketSar::describe(core::StatsVisitor& v) const {
    const Sender::Stats& t = sender_.stats();
    const Fetcher::Stats& f = fetcher_.stats();
    const Receiver::Stats& r = receiver_.stats();
    const CellFifo::Stats& c = receiver_.fifo_stats();
    const Deliverer::Stats& d = deliverer_.stats();
    v.counter("tx_user_cells", t.user_cells, "cells", "User cells written to the transmit FIFO.");
    v.counter("tx_null_cells", t.null_cells, "cells", "Null cells written to the transmit FIFO.");
    v.counter("tx_pdus", t.pdus, "PDUs", "PDUs sent.");
    v.counter("tx_memory_waits", f.memory_waits, "PDUs", "PDUs that waited for space in packet memory.");
    v.counter("tx_bad_descriptors", f.bad_descriptors, "entries", "Invalid descriptors that were skipped.");
    v.counter("tx_aborted_pdus", f.aborted_pdus, "PDUs", "PDUs dropped because of an aborted burst.");
    v.counter("rx_stored", r.stored, "cells", "Received cells stored in packet memory.");
    v.counter("rx_delivered", d.cells, "cells", "Received cells that were passed to the host.");
    v.counter("rx_pdus", d.pdus, "PDUs", "PDUs that were passed to the host.");
    v.counter("rx_fifo_overflow", c.overflow, "cells", "Cells dropped because the receive FIFO was full.");
    v.counter("rx_receive_disabled", c.disabled, "cells", "Cells dropped because reception was disabled.");
    v.counter("rx_lookup_errors", r.lookup_errors, "cells", "Dropped cells without an open connection.");
    v.counter("rx_invalid_cells", r.invalid, "cells", "Dropped cells with VPI 0 and VCI 0.");
    v.counter("rx_resource_management", r.management, "cells", "Dropped cells with PTI 4 to 7.");
    v.counter("rx_no_packet_memory", r.no_memory, "cells", "Cells of PDUs dropped because packet memory was full.");
    v.counter("rx_pdu_too_long", r.too_long, "cells", "Cells of PDUs of more than 1366 cells.");
    v.counter("rx_no_buffer", r.no_buffer, "cells", "Cells of PDUs dropped because no host buffer was free.");
    v.counter("rx_reset_cells", r.reset, "cells", "Cells lost in the card at a reset.");
    v.counter("rx_crc_errors", r.crc_errors, "PDUs", "PDUs with a wrong CRC-32.");
    v.counter("rx_buffer_waits", d.buffer_waits, "PDUs", "PDUs that waited for a host buffer.");
    v.counter("rx_aborted_bursts", d.aborted_bursts, "bursts", "Writes to host memory that were aborted.");
    v.counter("rx_peak_fifo_cells", c.peak_cells, "cells", "Maximum fill level of the receive FIFO.");
    v.counter("rx_peak_memory_octets", r.peak_octets, "octets", "Maximum fill level of a connection's packet memory.");
    v.counter("window_reads", memory_.stats().window_reads, "dwords", "Dwords that the host read from packet memory.");
    v.counter("window_writes", memory_.stats().window_writes, "dwords", "Dwords that the host wrote to packet memory.");
    v.counter("firmware_busy_clocks", processor_.stats().busy_clocks, "clocks",
              "Clocks in which the card's processor was busy.");
    v.counter("firmware_transmit_waits", processor_.stats().transmit_waits, "clocks",
              "Clocks in which transmit work waited for the card's processor.");
    v.counter("firmware_receive_waits", processor_.stats().receive_waits, "clocks",
              "Clocks in which receive work waited for the card's processor.");
    v.counter("interrupts", raised_, "events", "Assertions of INTA#.");
}

}  // namespace niclab::packet_sar
