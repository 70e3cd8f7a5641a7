#include "lab/experiment/workload.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <numeric>
#include <sstream>

#include "atm/aal5.h"
#include "core/input_file.h"
#include "lab/experiment/pcap_library.h"

namespace niclab::lab {

namespace {

using Octets = std::vector<std::uint8_t>;

/// Behind the type of Ethernet II, or behind a length the header of LLC and SNAP (RFC 1042).
int in_ethernet(const std::uint8_t* frame, std::size_t octets) {
    constexpr std::size_t kType = 12;
    constexpr std::uint8_t kIp[] = {0x08, 0x00}, kSnap[] = {0xAA, 0xAA, 0x03, 0x00, 0x00, 0x00, 0x08, 0x00};
    const auto says = [frame, octets](std::size_t at, const auto& what) {
        return octets >= at + std::size(what) && std::equal(std::begin(what), std::end(what), frame + at);
    };
    if (says(kType, kIp)) return 14;
    return octets > kType && frame[kType] < 0x06 && says(kType + 2, kSnap) ? 22 : -1;
}

/// Octets before the IP header, or -1 when the frame carries no IPv4.
int ip_offset(int link_type, const std::uint8_t* frame, std::size_t octets) {
    int offset = 0;
    if (link_type == DLT_EN10MB) offset = in_ethernet(frame, octets);
    if (link_type == DLT_NULL) offset = 4;
    const bool ip = offset >= 0 && octets >= static_cast<std::size_t>(offset) + 20 && frame[offset] >> 4 == 4;
    return ip ? offset : -1;
}

/// A path as written in an experiment under `key`, relative to its folder where it is not there itself. Throws ConfigError.
std::string beside(const core::ConfigTable& table, const std::string& key, const std::string& name,
                   const std::string& role, std::uint64_t most, InputFiles& files) {
    const std::string folder = table.folder_of(key);
    std::string path = files.find(role, name, folder, [&] {
        const std::filesystem::path candidate = std::filesystem::path(folder) / name;
        return std::filesystem::exists(candidate) ? candidate.string() : name;
    });
    if (files.carried(path)) return path;
    if (const auto why = core::unreadable(path, most))
        throw table.error(key, "'" + name + "': " + why->found, why->wanted);
    return path;
}

/// What a run may send: more is likelier a mistake than meant.
constexpr std::size_t kMaxRunOctets = 256u << 20;
constexpr std::uint64_t kMostCaptureOctets = 1u << 30;

std::vector<Octets> read_capture(const core::ConfigTable& table, const std::string& name, InputFiles& files) {
    const std::string path = beside(table, "pcap", name, "capture", kMostCaptureOctets, files);
    files.note(path);
    try {
        return read_ip_packets(path);
    } catch (const std::runtime_error& e) {
        throw table.error("pcap", e.what(), "see workload.pcap");
    }
}

}  // namespace

Workload::Workload(host::PacketFormat around, std::vector<Octets> packets, std::size_t count)
    : format(std::move(around)), captured_(std::move(packets)), count_(count) {
    for (Octets& ip : captured_) {
        sizes_.push_back(static_cast<std::int64_t>(ip.size()));
        ip = host::encapsulate(format, ip);
    }
}

Octets Workload::sdu(std::size_t number) const {
    if (!captured_.empty()) return captured_[number % captured_.size()];
    return host::make_packet(format, payload_octets(number), static_cast<std::uint32_t>(number));
}

std::vector<Octets> read_ip_packets(const std::string& path) {
    if (!std::filesystem::is_regular_file(path))
        throw std::runtime_error("'" + path + "' found, a readable capture file wanted");
    const PcapLibrary& pcap = pcap_library();
    char message[PCAP_ERRBUF_SIZE] = "";
    const std::unique_ptr<pcap_t, void (*)(pcap_t*)> file(pcap.open_offline(path.c_str(), message), pcap.close);
    if (!file) throw std::runtime_error(std::string("no capture found (") + message + "), pcap or pcapng wanted");
    const int link_type = pcap.datalink(file.get());
    if (link_type != DLT_EN10MB && link_type != DLT_RAW && link_type != DLT_NULL && link_type != 101)
        throw std::runtime_error("link type " + std::to_string(link_type) + " found, raw IP, Ethernet or null wanted");
    std::vector<Octets> packets;
    pcap_pkthdr* header = nullptr;
    const std::uint8_t* frame = nullptr;
    int status = 0;
    while ((status = pcap.next_ex(file.get(), &header, &frame)) == 1) {
        const int offset = ip_offset(link_type, frame, header->caplen);
        if (offset < 0) continue;
        const std::size_t length = std::size_t{frame[offset + 2]} << 8 | frame[offset + 3];
        const std::size_t there = header->caplen - static_cast<std::size_t>(offset);
        if (length < 20 || length > there)
            throw std::runtime_error("packet " + std::to_string(packets.size() + 1) +
                                     " is cut short, whole packets wanted");
        packets.emplace_back(frame + offset, frame + offset + length);
    }
    if (status == PCAP_ERROR)
        throw std::runtime_error(std::string("damaged capture found (") + pcap.geterr(file.get()) + ")");
    if (packets.empty()) throw std::runtime_error("no IPv4 packet found, at least one wanted");
    return packets;
}

std::vector<std::int64_t> parse_size_list(const std::string& list, const std::string& path, std::int64_t max) {
    std::istringstream in(list);
    std::vector<std::int64_t> sizes;
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        const std::string text = line.substr(0, line.find('#'));
        const std::size_t from = text.find_first_not_of(" \t\r");
        if (from == std::string::npos) continue;
        char* end = nullptr;
        const long long size = std::strtoll(text.c_str() + from, &end, 10);
        const std::string rest = end;
        if (rest.find_first_not_of(" \t\r") != std::string::npos || size < 1 || size > max)
            throw core::ConfigError(
                path, number, from + 1,
                "'" + text.substr(from) + "' found, a size from 1 to " + std::to_string(max) + " wanted");
        sizes.push_back(size);
    }
    if (sizes.empty()) throw core::ConfigError(path, 1, 1, "no size found, at least one wanted");
    return sizes;
}

Workload read_workload(core::ConfigTable t, InputFiles& files, const std::string& encapsulation) {
    host::PacketFormat format;
    format.protocol = t.choice("protocol", "tcp", {"tcp", "udp", "raw"}, "What the packets are.");
    const std::string standard = format.protocol == "raw" ? "raw" : "llc";
    format.encapsulation = t.choice("encapsulation", encapsulation.empty() ? standard : encapsulation,
                                    {"raw", "llc", "lane"}, "How they are put into CS-PDUs.");
    const auto max = static_cast<std::int64_t>(atm::kMaxSduOctets - format.header_octets());
    const std::int64_t count = t.integer("count", 1, 1, 100000, "How often the whole list is sent in a run.");
    const std::string capture = t.text("pcap", "", "Capture whose IPv4 packets are sent, in place of sizes.");
    const std::string list = t.text("size_list", "", "File with one payload size a line, in place of sizes.");
    std::vector<std::int64_t> sizes = t.integers("sizes", {1}, 1, max, "Payload octets of the packets of a run.");
    t.done();
    if (!capture.empty() && !list.empty())
        throw t.error("pcap", "size_list as well found", "one of size_list and pcap wanted");
    std::vector<Octets> captured;
    if (!list.empty()) {
        const std::string path = beside(t, "size_list", list, "size list", core::kMostTextOctets, files);
        sizes = parse_size_list(files.text(path), path, max);
    }
    if (!capture.empty()) captured = read_capture(t, capture, files);
    std::size_t octets = 0;
    for (const Octets& ip : captured) octets += ip.size();
    if (captured.empty())
        octets = static_cast<std::size_t>(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}));
    if (octets > kMaxRunOctets / static_cast<std::size_t>(count))
        throw t.error("count", std::to_string(count) + " times " + std::to_string(octets) + " octets found",
                      "at most " + std::to_string(kMaxRunOctets) + " octets in a run wanted");
    const auto times = static_cast<std::size_t>(count);
    if (!captured.empty()) return {std::move(format), std::move(captured), times};
    return {std::move(format), std::move(sizes), times};
}

}  // namespace niclab::lab
