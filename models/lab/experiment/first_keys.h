/// @file  What a reader should know of a key before its range: whether it is among those to turn first, and how it is
///        set at every host at once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/config.h"

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

/// The same of an experiment: without what its flows leave without effect, such as the interval of a flow that always has a frame, and with the
/// buffer that is the window there.
class FirstKeysOf {
public:
    /// `all`: every key of the experiment, or of no experiment.
    explicit FirstKeysOf(const std::vector<core::Parameter>& all);
    std::optional<FirstKey> operator()(const core::Parameter& parameter) const;

private:
    bool acts(const std::string& key) const;
    std::map<std::string, std::string> kinds_;  ///< Of flows, by name.
    std::map<std::string, unsigned>
        own_buffers_;  ///< Of flows that have a buffer apart from their socket_buffer: how many.
};

}  // namespace niclab::lab
