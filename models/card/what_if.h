/// @file Stages of a packet's path that can be configured to cost nothing, or the least possible.
#pragma once

#include <string>
#include <vector>

#include "card/causes.h"

namespace niclab::card {

struct WhatIf {
    std::string name;                   ///< Name in `--what-if NAME=0`; kinds of card may share one.
    std::vector<std::string> settings;  ///< The keys of a host for it: "nic.sar.tx_fifo_cells=1".
    std::vector<const Cause*> causes;   ///< The causes that it removes.
    /// The reason for which no key removes it; `settings` are then keys of the hosts that have it.
    const char* fixed = "";
    bool against_rules = false;  ///< The run without it is not checked: it breaks rules of the line.
};

/// Stages that are independent of the card.
inline std::vector<WhatIf> what_ifs_of_hosts() {
    return {{"host_memory",
             {"host.read.wait_clocks=0", "host.write.wait_clocks=0", "host.read.stall_probability=0",
              "host.write.stall_probability=0"},
             {&causes::kTxMemory, &causes::kRxMemory}},
            {"interrupt", {"host.interrupt_us=0"}, {&causes::kInterrupt}}};
}

}  // namespace niclab::card
