/// @file  What a span of a PDU's life can be: an id for programs to go by, and words for people.
///
/// The place is what works for the PDU, or what the PDU waits for. Two spans are of one kind if their ids are the same;
/// no program looks at the words.
#pragma once

namespace niclab::probe {

struct Cause {
    const char* id;
    const char* place;
    bool waiting;  ///< The PDU waits there; else the place works for it.
    const char* words;
};

namespace causes {

inline constexpr bool kWaits = true, kWorks = false;

// The programs: what lies outside is the same whichever card is in the host.
inline constexpr Cause kMark{"program.mark", "serial port", kWorks, "mark of the call"};
inline constexpr Cause kProgramSends{"program.send", "sending host", kWorks, "program and protocol"};
inline constexpr Cause kProgramReceives{"program.receive", "receiving host", kWorks, "protocol and program"};

// The sending driver and its card.
inline constexpr Cause kPrepare{"sending_driver.prepare", "sending driver", kWaits, "room in the queues, copying"};
inline constexpr Cause kDoorbell{"sending_driver.doorbell", "sending driver", kWorks,
                                 "register writes of the doorbell"};
inline constexpr Cause kTellCard{"sending_driver.descriptor", "sending driver", kWorks,
                                 "descriptor and doorbell to the card"};
inline constexpr Cause kHostBeginsWrite{"sending_driver.write", "sending driver", kWorks, "write to the card"};
inline constexpr Cause kHostWrites{"sending_driver.copy", "sending driver", kWorks,
                                   "payload, descriptor and doorbell to the card"};
inline constexpr Cause kBehindPdus{"sending_sar.pdus", "sending SAR", kWaits, "behind PDUs before it"};
inline constexpr Cause kSchedule{"sending_sar.schedule", "sending SAR", kWaits, "next cell slot, schedule, descriptor"};
inline constexpr Cause kPutTogether{"sending_sar.cell", "sending SAR", kWorks, "cell put together"};
inline constexpr Cause kPortRxFifo{"sram.receive_fifo", "SRAM", kWaits, "port busy: receive FIFO"};
inline constexpr Cause kPortSegmentation{"sram.segmentation", "SRAM", kWaits, "port busy: segmentation"};
inline constexpr Cause kPortReassembly{"sram.reassembly", "SRAM", kWaits, "port busy: reassembly"};
inline constexpr Cause kPortHost{"sram.host_command", "SRAM", kWaits, "port busy: host command"};
inline constexpr Cause kTxGrant{"sending_pci.grant", "sending PCI", kWaits, "GNT#"};
inline constexpr Cause kTxAcquisition{"sending_pci.acquisition", "sending PCI", kWorks, "bus acquisition"};
inline constexpr Cause kTxMemory{"sending_memory.first_data", "sending memory", kWaits, "memory's first data"};
inline constexpr Cause kTxWindow{"sending_window.first_data", "packet memory", kWaits, "window's first data"};
inline constexpr Cause kDescriptor{"sending_pci.descriptor", "sending PCI", kWorks, "descriptor"};
inline constexpr Cause kTxPayload{"sending_pci.payload", "sending PCI", kWorks, "payload"};
inline constexpr Cause kCopyIn{"sending_pci.copy", "sending PCI", kWorks, "the whole PDU into packet memory"};
inline constexpr Cause kOlderToCopy{"packet_memory.copy_turn", "packet memory", kWaits, "descriptor, PDUs before it"};
inline constexpr Cause kRoomToCopy{"packet_memory.room", "packet memory", kWaits, "descriptor, PDUs before it, room"};
inline constexpr Cause kOlderToSend{"packet_memory.send_turn", "packet memory", kWaits, "PDUs before it are sent"};
inline constexpr Cause kFirstCell{"packet_memory.first_cell", "packet memory", kWorks, "first cell"};
inline constexpr Cause kTxFirmware{"sending_firmware", "sending firmware", kWorks, "firmware"};

// The line, from the transmit FIFO to the receiving card.
inline constexpr Cause kBehindUsers{"transmit_fifo.user_cells", "transmit FIFO", kWaits, "behind cells of packets"};
inline constexpr Cause kBehindNulls{"transmit_fifo.null_cells", "transmit FIFO", kWaits, "behind null cells"};
inline constexpr Cause kBehindPresent{"transmit_fifo.cell_on_utopia", "transmit FIFO", kWaits,
                                      "the cell on TxUTOPIA, SONET overhead"};
inline constexpr Cause kTxUtopia{"tx_utopia.cell", "TxUTOPIA", kWorks, "53 octets"};
inline constexpr Cause kPhyFifo{"phy_transmit_fifo.queue", "PHY transmit FIFO", kWaits,
                                "behind cells and SONET overhead"};
inline constexpr Cause kLineCell{"line.cell", "line", kWorks, "53 octets"};
inline constexpr Cause kLineOverhead{"line.pipelines", "line", kWorks, "SONET overhead, pipelines and fiber"};
inline constexpr Cause kRxUtopiaTurn{"phy_receive_fifo.rx_utopia", "PHY receive FIFO", kWaits, "RxUTOPIA"};
inline constexpr Cause kRxUtopia{"rx_utopia.cell", "RxUTOPIA", kWorks, "53 octets"};

// The receiving card and its driver.
inline constexpr Cause kBehindReceived{"receive_fifo.cells", "receive FIFO", kWaits, "behind cells before it"};
inline constexpr Cause kLookUp{"receiving_sar.look_up", "receiving SAR", kWorks, "look-up and buffer"};
inline constexpr Cause kTableTurn{"receiving_sar.table_turn", "receiving SAR", kWaits,
                                  "the card's other bursts before the look-up in host memory"};
inline constexpr Cause kTableRead{"receiving_pci.table", "receiving PCI", kWorks, "table entry"};
inline constexpr Cause kOtherBurst{"receiving_sar.other_burst", "receiving SAR", kWaits, "the card's other burst"};
inline constexpr Cause kOtherCells{"receiving_sar.other_cells", "receiving SAR", kWaits, "the PDU's other cells"};
inline constexpr Cause kOlderToLookUp{"packet_memory.look_up", "packet memory", kWaits, "look-up, cells before it"};
inline constexpr Cause kWholePdu{"packet_memory.other_cells", "packet memory", kWaits, "the PDU's other cells"};
inline constexpr Cause kOlderToDeliver{"packet_memory.delivery_turn", "packet memory", kWaits,
                                       "PDUs before it, free buffer"};
inline constexpr Cause kRxFirmware{"receiving_firmware", "receiving firmware", kWorks, "firmware"};
inline constexpr Cause kRxGrant{"receiving_pci.grant", "receiving PCI", kWaits, "GNT#"};
inline constexpr Cause kRxAcquisition{"receiving_pci.acquisition", "receiving PCI", kWorks, "bus acquisition"};
inline constexpr Cause kRxMemory{"receiving_memory.first_data", "receiving memory", kWaits, "memory's first data"};
inline constexpr Cause kRxWindow{"receiving_window.first_data", "packet memory", kWaits, "window's first data"};
inline constexpr Cause kRxPayload{"receiving_pci.payload", "receiving PCI", kWorks, "payload"};
inline constexpr Cause kCopyOut{"receiving_pci.copy", "receiving PCI", kWorks, "the whole PDU out of packet memory"};
inline constexpr Cause kHostReads{"receiving_driver.copy", "receiving driver", kWorks,
                                  "the whole PDU out of packet memory"};
inline constexpr Cause kHostBeginsRead{"receiving_driver.status", "receiving driver", kWorks, "reads what has come"};
inline constexpr Cause kStatus{"receiving_pci.status", "receiving PCI", kWorks, "status entry"};
inline constexpr Cause kInterrupt{"interrupt", "receiving host", kWaits, "interrupt"};
inline constexpr Cause kDriverTakes{"receiving_driver.take", "receiving driver", kWorks, "takes it from the queue"};

}  // namespace causes

}  // namespace niclab::probe
