/// @file Properties of a key for its documentation: whether it is among the first to try, and the
/// key that sets it for every host.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/config.h"

namespace niclab::lab {

/// A key without its position: `nic.sar.tx_fifo_cells` for client.nic.sar.tx_fifo_cells and for
/// host.a.nic.sar.tx_fifo_cells. It is `line.` for a link, `workload.` for a flow, HOST for an end
/// of a link, NAME for another master.
std::string key_anywhere(const std::string& key);

/// The key that sets it for every host, such as nic.sar.tx_fifo_cells; empty if there is none.
std::string shared_key(const std::string& key);

/// One of the few keys that a new user should try first.
struct FirstKey {
    unsigned order = 0;  ///< From 1. Keys of equal order and title are one setting.
    std::string title;
};

/// Nothing for other keys.
std::optional<FirstKey> first_key(const std::string& key);

/// The same for an experiment. Keys without an effect are excluded: the interval of a flow that always
/// has a frame, or the duration if all flows end by themselves. So is the method of IP over ATM
/// without a link of ATM. The buffer that determines the window is included.
class FirstKeysOf {
public:
    /// `all`: every key of the experiment, or of no experiment.
    explicit FirstKeysOf(const std::vector<core::Parameter>& all);
    std::optional<FirstKey> operator()(const core::Parameter& parameter) const;

private:
    bool acts(const std::string& key) const;
    void count_end(const core::Parameter& p);
    bool duration_ends_a_flow() const { return !has_programs_ || kinds_.size() > ends_.size(); }
    std::map<std::string, std::string> kinds_;  ///< For flows, by name.
    std::map<std::string, unsigned>
        own_buffers_;             ///< For flows that have a buffer apart from their socket_buffer: their number.
    std::set<std::string> ends_;  ///< Flows that end when all they have to send is there.
    bool has_programs_ = false, has_atm_ = false, has_bridge_ = false;
};

}  // namespace niclab::lab
