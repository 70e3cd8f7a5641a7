/// @file Causes of latency spans that any kind of card can have: programs, drivers, and the two
/// hosts' buses and memories.
#pragma once

#include "card/spans.h"

namespace niclab::card::causes {

inline constexpr bool kWaits = true, kWorks = false;
inline constexpr const char* kLinePlace = "line";

// The programs: this part is the same for all cards of a host.
inline constexpr Cause kMark{"program.mark", "serial port", kWorks, "mark of the call"};
inline constexpr Cause kProgramSends{"program.send", "sending host", kWorks, "program and protocol"};
inline constexpr Cause kProgramReceives{"program.receive", "receiving host", kWorks, "protocol and program"};

// The sending driver, its bus and memory.
inline constexpr Cause kPrepare{"sending_driver.prepare", "sending driver", kWaits,
                                "free space in the queues, copying"};
inline constexpr Cause kDoorbell{"sending_driver.doorbell", "sending driver", kWorks,
                                 "register writes of the doorbell"};
inline constexpr Cause kTxGrant{"sending_pci.grant", "sending PCI", kWaits, "GNT#"};
inline constexpr Cause kTxAcquisition{"sending_pci.acquisition", "sending PCI", kWorks, "bus acquisition"};
inline constexpr Cause kTxMemory{"sending_memory.first_data", "sending memory", kWaits, "memory's first data"};
inline constexpr Cause kDescriptor{"sending_pci.descriptor", "sending PCI", kWorks, "descriptor"};
inline constexpr Cause kTxPayload{"sending_pci.payload", "sending PCI", kWorks, "payload"};

// The receiving bus and memory, and the driver.
inline constexpr Cause kRxGrant{"receiving_pci.grant", "receiving PCI", kWaits, "GNT#"};
inline constexpr Cause kRxAcquisition{"receiving_pci.acquisition", "receiving PCI", kWorks, "bus acquisition"};
inline constexpr Cause kRxMemory{"receiving_memory.first_data", "receiving memory", kWaits, "memory's first data"};
inline constexpr Cause kRxPayload{"receiving_pci.payload", "receiving PCI", kWorks, "payload"};
inline constexpr Cause kStatus{"receiving_pci.status", "receiving PCI", kWorks, "status entry"};
inline constexpr Cause kInterrupt{"interrupt", "receiving host", kWaits, "interrupt"};
inline constexpr Cause kDriverTakes{"receiving_driver.take", "receiving driver", kWorks, "takes it from the queue"};

// Programmed I/O: the host's CPU moves the packet into the card, or out of it.
inline constexpr Cause kHostWrites{"sending_driver.copy", "sending driver", kWorks,
                                   "payload, descriptor and doorbell to the card"};
inline constexpr Cause kHostBeginsRead{"receiving_driver.status", "receiving driver", kWorks,
                                       "reads the receive status"};
inline constexpr Cause kHostReads{"receiving_driver.copy", "receiving driver", kWorks,
                                  "the whole packet out of the card"};

// For a kind without causes of its own.
inline constexpr Cause kSendingCard{"sending_card", "sending card", kWorks, "the card"};
inline constexpr Cause kLine{"line", kLinePlace, kWorks, "from card to card"};
inline constexpr Cause kReceivedBehind{"receiving_card.turn", "receiving card", kWaits, "units received before it"};
inline constexpr Cause kReceivingCard{"receiving_card", "receiving card", kWorks, "the card"};
inline constexpr Cause kOtherUnits{"receiving_card.other_units", "receiving card", kWaits, "the rest of the packet"};

}  // namespace niclab::card::causes

namespace niclab::card {

/// All causes above, in a packet's order.
std::vector<const Cause*> any_causes();

}  // namespace niclab::card
