/// @file  What is sent: sizes, a list of sizes, or the IP packets of a capture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/config.h"
#include "host/packet.h"
#include "lab/captures/captured_workload.h"
#include "lab/experiment/input_files.h"

namespace niclab::lab {

/// What is sent in one run and direction: a list of packets, over and over. A packet's octets are made when they are asked for.
class Workload {
public:
    host::PacketFormat format;

    Workload() = default;
    /// Payload octets of made-up packets.
    Workload(host::PacketFormat made_up, std::vector<std::int64_t> sizes, std::size_t count)
        : format(std::move(made_up)), sizes_(std::move(sizes)), count_(count) {}
    /// IP packets as they are.
    Workload(host::PacketFormat around, CapturedWorkload captured, std::size_t count);

    std::size_t size() const { return sizes_.size() * count_; }
    /// Of packet `number`, below size().
    std::size_t payload_octets(std::size_t number) const {
        return static_cast<std::size_t>(sizes_[number % sizes_.size()]);
    }
    std::vector<std::uint8_t> sdu(std::size_t number) const;
    /// Packets of the list: those behind them have the same lengths again.
    std::size_t list_size() const { return sizes_.size(); }
    /// Number of packet `k` of the list in its capture, from 1; 0 where no capture is sent.
    std::uint64_t capture_number(std::size_t k) const { return numbers_.empty() ? 0 : numbers_[k]; }
    /// What of a capture is not sent as it is; empty where nothing.
    const std::string& note() const { return note_; }

private:
    std::vector<std::int64_t> sizes_;
    std::vector<std::vector<std::uint8_t>> captured_;  ///< In their encapsulation; none of made-up ones.
    std::vector<std::uint64_t> numbers_;               ///< Of `captured_` in the capture.
    std::string note_;
    std::size_t count_ = 0;
};

/// Reads [workload], or these keys of a flow. `encapsulation`: where somebody else says it. Throws core::ConfigError.
Workload read_workload(core::ConfigTable table, InputFiles& files, const std::string& encapsulation = "");

/// Sizes from the text of the file `path`, one a line, `#` starts a comment. Throws core::ConfigError with line and column.
std::vector<std::int64_t> parse_size_list(const std::string& text, const std::string& path, std::int64_t max);

}  // namespace niclab::lab
