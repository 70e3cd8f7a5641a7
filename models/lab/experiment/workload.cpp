#include "lab/experiment/workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>

#include "atm/aal5.h"
#include "core/input_file.h"

namespace niclab::lab {

namespace {

using Octets = std::vector<std::uint8_t>;

/// A path in an experiment at `key`, relative to its folder if it is not found directly. Throws
/// ConfigError.
std::string beside(const core::ConfigTable& table, const std::string& key, const std::string& name,
                   const std::string& role, std::uint64_t most, InputFiles& files) {
    const std::string folder = table.folder_of(key);
    std::string path = files.find(role, name, folder, [&] {
        const std::filesystem::path candidate = std::filesystem::path(folder) / name;
        return std::filesystem::exists(candidate) ? candidate.string() : name;
    });
    if (files.carried(path)) return path;
    if (const auto why = core::unreadable(path, most)) throw table.refusal(key, *why);
    return path;
}

/// Limit of the data of a run: more is probably an error.
constexpr std::size_t kMaxRunOctets = 256u << 20;
constexpr std::uint64_t kMostCaptureOctets = 1u << 30;
/// RFC 791: every link supports packets of 68 octets.
constexpr std::size_t kLeastMtu = 68;

CapturedWorkload read_capture(const core::ConfigTable& table, const std::string& name, CaptureChoice choice,
                              InputFiles& files) {
    const std::string path = beside(table, "pcap", name, "capture", kMostCaptureOctets, files);
    files.note(path);
    choice.most_octets = kMaxRunOctets;
    std::ifstream in(path, std::ios::binary);
    try {
        CapturedWorkload read = read_captured_workload(in, choice);
        if (!read.note.empty()) read.note = name + ": " + read.note + ".";
        return read;
    } catch (const std::runtime_error& e) {
        throw table.refusal("pcap", e.what());
    }
}

}  // namespace

Workload::Workload(host::PacketFormat around, CapturedWorkload captured, std::size_t count)
    : format(std::move(around)),
      captured_(std::move(captured.packets)),
      numbers_(std::move(captured.numbers)),
      note_(std::move(captured.note)),
      count_(count) {
    for (Octets& ip : captured_) {
        sizes_.push_back(static_cast<std::int64_t>(ip.size()));
        ip = host::encapsulate(format, ip);
    }
}

void Workload::draw(std::uint64_t seed, const std::string& flow) {
    if (choice_.order == SizeChoice::Order::Cyclic) return;
    base::RandomStream random(seed, "sizes." + flow);
    std::vector<std::int64_t> drawn(size());
    for (std::int64_t& octets : drawn) octets = choice_.draw(random);
    sizes_ = std::move(drawn), count_ = 1;
}

Octets Workload::sdu(std::size_t number) const {
    if (!captured_.empty()) return captured_[number % captured_.size()];
    return host::make_packet(format, payload_octets(number), static_cast<std::uint32_t>(number));
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
                "'" + text.substr(from) + "' is not a size; expected an integer from 1 to " + std::to_string(max));
        sizes.push_back(size);
    }
    if (sizes.empty()) throw core::ConfigError(path, 1, 1, "no size; expected at least one");
    return sizes;
}

static CaptureChoice read_capture_choice(core::ConfigTable& t) {
    CaptureChoice choice;
    choice.interface = t.text("pcap_interface", "",
                              "Interface of the capture: its name, its number from 0, or a tap of niclab. Empty: all "
                              "interfaces, or one tap of a capture by niclab.");
    choice.segment =
        t.choice("large_packets", "refuse", {"refuse", "segment"},
                 "Treatment of captured packets above the MTU, or of total length 0 (TSO): refuse or segment them.") ==
        "segment";
    choice.mtu = static_cast<std::size_t>(
        t.integer("mtu", 0, 0, 65535,
                  "MTU of the captured link in octets of IP. 0: 1500 for Ethernet, 65535 for AAL5, else 9180."));
    if (choice.mtu > 0 && choice.mtu < kLeastMtu)
        throw t.error("mtu", "out of range", "0, or at least " + std::to_string(kLeastMtu));
    return choice;
}

Workload read_workload(core::ConfigTable t, InputFiles& files, const std::string& encapsulation) {
    host::PacketFormat format;
    format.protocol = t.choice("protocol", "tcp", {"tcp", "udp", "raw"}, "Protocol of the packets.");
    const std::string standard = format.protocol == "raw" ? "raw" : "llc";
    format.encapsulation =
        t.choice("encapsulation", encapsulation.empty() ? standard : encapsulation, {"raw", "llc", "lane"},
                 "Encapsulation of packets in AAL5 CS-PDUs: none (raw), LLC/SNAP (llc) or LAN emulation (lane).");
    const auto max = static_cast<std::int64_t>(atm::kMaxSduOctets - format.header_octets());
    const std::int64_t count = t.integer("count", 1, 1, 100000, "Repetitions of the list of packets in a run.");
    const std::string capture =
        t.text("pcap", "", "Capture file whose IPv4 packets are sent instead of packets of the given sizes.");
    const CaptureChoice choice = read_capture_choice(t);
    const std::string list = t.text("size_list", "", "File with one payload size per line, used instead of sizes.");
    const char* alone = !choice.interface.empty() ? "pcap_interface"
                        : choice.segment          ? "large_packets"
                        : choice.mtu > 0          ? "mtu"
                                                  : nullptr;
    if (alone && !t.has("pcap")) throw t.error(alone, "no capture", "pcap as well");
    std::vector<std::int64_t> sizes =
        t.integers("sizes", {1}, 1, max, "Payload sizes of the packets of a run, in octets.");
    if (!capture.empty() && !list.empty()) throw t.error("pcap", "size_list and pcap given", "one of the two");
    CapturedWorkload captured;
    if (!list.empty()) {
        const std::string path = beside(t, "size_list", list, "size list", core::kMostTextOctets, files);
        sizes = parse_size_list(files.text(path), path, max);
    }
    SizeChoice choice_of_sizes;
    choice_of_sizes.sizes = std::move(sizes);
    const bool drawn = t.has("size_order") || t.has("size_weights");
    if (drawn && !capture.empty()) throw t.error("size_order", "packets of a capture", "sizes or size_list");
    if (drawn) choice_of_sizes = read_size_choice(t, std::move(choice_of_sizes.sizes), "packet");
    t.done();
    if (!capture.empty()) captured = read_capture(t, capture, choice, files);
    std::size_t octets = 0;
    for (const Octets& ip : captured.packets) octets += ip.size();
    if (captured.packets.empty()) octets = choice_of_sizes.most_octets();
    if (octets > kMaxRunOctets / static_cast<std::size_t>(count))
        throw t.error("count", std::to_string(count) + " times " + std::to_string(octets) + " octets",
                      "at most " + std::to_string(kMaxRunOctets) + " octets per run");
    const auto times = static_cast<std::size_t>(count);
    if (!captured.packets.empty()) return {std::move(format), std::move(captured), times};
    return {std::move(format), std::move(choice_of_sizes), times};
}

namespace {

const std::vector<std::string> kOrders{"cyclic", "random", "uniform"};

}  // namespace

std::int64_t SizeChoice::largest() const { return *std::max_element(sizes.begin(), sizes.end()); }

std::size_t SizeChoice::most_octets() const {
    if (order != Order::Cyclic) return sizes.size() * std::size_t(largest());
    return std::size_t(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}));
}

std::int64_t SizeChoice::draw(base::RandomStream& random) const {
    if (order == Order::Uniform) return random.uniform(*std::min_element(sizes.begin(), sizes.end()), largest());
    const auto total = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    auto left = std::uint64_t(random.uniform(0, std::int64_t(total) - 1));
    std::size_t k = 0;
    while (left >= weights[k]) left -= weights[k++];
    return sizes[k];
}

SizeChoice read_size_choice(core::ConfigTable& t, std::vector<std::int64_t> sizes, const std::string& unit) {
    SizeChoice choice;
    choice.sizes = std::move(sizes);
    const std::string order = t.choice("size_order", kOrders[0], kOrders,
                                       fmt::format("Order of {} sizes. Cyclic: as listed; random: drawn from the list; "
                                                   "uniform: drawn between the smallest and the largest.",
                                                   unit));
    choice.order = SizeChoice::Order(std::find(kOrders.begin(), kOrders.end(), order) - kOrders.begin());
    const auto weights = t.integers("size_weights", std::vector<std::int64_t>(choice.sizes.size(), 1), 1, 1'000'000,
                                    "Relative frequency of each size if size_order is random.");
    choice.weights.assign(weights.begin(), weights.end());
    if (choice.weights.size() != choice.sizes.size())
        throw t.error("size_weights", fmt::format("{} weights", choice.weights.size()),
                      fmt::format("{}, one for each of the sizes", choice.sizes.size()));
    return choice;
}

}  // namespace niclab::lab
