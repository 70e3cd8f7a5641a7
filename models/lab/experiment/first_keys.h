/// @file  What a reader should know of a key before its range: whether it is among those to turn first, and how it is
///        set at every host at once.
#pragma once

#include <optional>
#include <string>

namespace niclab::lab {

/// A key as it is meant wherever it stands: `nic.sar.tx_fifo_cells` of client.nic.sar.tx_fifo_cells and of
/// host.a.nic.sar.tx_fifo_cells; `line.` of a link, `workload.` of a flow, HOST of an end of a link, NAME of another
/// master.
std::string key_anywhere(const std::string& key);

/// The key that sets it at every host, such as nic.sar.tx_fifo_cells; empty where there is none.
std::string shared_key(const std::string& key);

/// One of the few that a reader who begins should turn first.
struct FirstKey {
    unsigned order = 0;  ///< From 1. Keys of one order and title are one knob.
    std::string title;
};

/// Nothing of a key that is none of them.
std::optional<FirstKey> first_key(const std::string& key);

}  // namespace niclab::lab
