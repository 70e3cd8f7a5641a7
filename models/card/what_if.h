/// @file  Stages of a packet's way that can be made to cost nothing, or as little as there is.
#pragma once

#include <string>
#include <vector>

#include "card/causes.h"

namespace niclab::card {

struct WhatIf {
    std::string name;                   ///< As `--what-if NAME=0` has it; kinds of card may share one.
    std::vector<std::string> settings;  ///< Keys of a host that do it: "nic.sar.tx_fifo_cells=1".
    std::vector<const Cause*> causes;   ///< What it stands for.
};

/// What no card is needed for.
inline std::vector<WhatIf> what_ifs_of_hosts() {
    return {{"host_memory",
             {"host.read.wait_clocks=0", "host.write.wait_clocks=0", "host.read.stall_probability=0",
              "host.write.stall_probability=0"},
             {&causes::kTxMemory, &causes::kRxMemory}},
            {"interrupt", {"host.interrupt_us=0"}, {&causes::kInterrupt}}};
}

}  // namespace niclab::card
