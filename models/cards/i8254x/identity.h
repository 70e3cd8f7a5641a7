/// @file The configuration space of a card of this family.
#pragma once

#include "cards/i8254x/layout.h"
#include "cards/i8254x/model.h"
#include "pci/config_space.h"

namespace niclab::i8254x {

inline pci::Identity identity_of(const Model& model) {
    pci::Identity id;
    id.vendor = 0x8086, id.device = model.device;
    id.class_code = 0x020000, id.revision = model.revision;
    id.min_gnt = 0xFF;
    id.bar_octets[kMemoryBar] = kMemoryOctets;
    id.bar_octets[kIoBar] = model.io_octets, id.bar_is_io[kIoBar] = true;
    id.capable_66mhz = true;
    return id;
}

}  // namespace niclab::i8254x
