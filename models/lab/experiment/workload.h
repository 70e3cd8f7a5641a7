/// @file  What is sent: sizes, a list of sizes, or the IP packets of a capture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/config.h"
#include "host/packet.h"
#include "lab/experiment/input_files.h"

namespace niclab::lab {

/// One SDU to send.
struct WorkItem {
    std::size_t payload_octets = 0;
    std::vector<std::uint8_t> sdu;
};

struct Workload {
    host::PacketFormat format;
    std::vector<WorkItem> items;  ///< Of one run and direction, in order.
};

/// Reads [workload], or these keys of a flow. `encapsulation`: where somebody else says it. Throws core::ConfigError.
Workload read_workload(core::ConfigTable table, InputFiles& files, const std::string& encapsulation = "");

/// IPv4 packets of a pcap or pcapng file (link types raw IP, Ethernet, null). Throws std::runtime_error with a
/// sentence about the file: missing, truncated, no capture, no IPv4 packet in it.
std::vector<std::vector<std::uint8_t>> read_ip_packets(const std::string& path);

/// Sizes from the text of the file `path`, one a line, `#` starts a comment. Throws core::ConfigError with line and column.
std::vector<std::int64_t> parse_size_list(const std::string& text, const std::string& path, std::int64_t max);

}  // namespace niclab::lab
