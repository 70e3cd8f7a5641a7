#include "lab/experiment/first_keys.h"

#include <algorithm>
#include <vector>

namespace niclab::lab {

namespace {

std::string before_dot(const std::string& text) { return text.substr(0, text.find('.')); }
std::string behind_dot(const std::string& text) {
    const std::size_t dot = text.find('.');
    return dot == std::string::npos ? "" : text.substr(dot + 1);
}

/// The host that a key names, and the rest of the key; no host for keys of other tables.
struct OfHost {
    std::string host, rest;
};

OfHost of_host(const std::string& key) {
    const std::string first = before_dot(key), more = behind_dot(key);
    if (first == "client" || first == "server") return {first, more};
    if (first == "host") return {before_dot(more), behind_dot(more)};
    return {"", key};
}

void replace_item(std::string& key, const std::string& list, const char* with) {
    if (key.rfind(list, 0) != 0) return;
    const std::size_t end = key.find('.', list.size());
    if (end != std::string::npos) key.replace(list.size(), end - list.size(), with);
}

struct First {
    unsigned order;
    const char* key;  ///< In the form of key_anywhere().
    const char* title;
};

/// The keys with the largest effect, in the order in which a reader needs them. After the twelve of
/// the cycle level come those of the coarse one and of a segment. The interval of flows that send
/// at given times is one at all levels.
constexpr First kFirst[] = {{1, "card", "Card"},
                            {2, "nic.sar.tx_fifo_cells", "Transmit FIFO, cells"},
                            {2, "nic.packet.tx_fifo_cells", "Transmit FIFO, cells"},
                            {3, "nic.sar.null_cells", "Null cells"},
                            {4, "workload.sizes", "Packet size, octets"},
                            {5, "workload.protocol", "Protocol"},
                            {6, "profile", "Profile of HOST"},
                            {8, "pci.clock", "PCI clock"},
                            {9, "pci.traffic.NAME.preset", "Background bus traffic"},
                            {9, "pci.traffic.NAME.blocks_per_second", "Background traffic, blocks/s"},
                            {10, "nic.sar.coalesce_pdus", "Packets per interrupt"},
                            {11, "line.length", "Line length"},
                            {12, "line.to_HOST.bit_error_rate", "Bit error rate"},
                            {13, "software", "Operating system of HOST"},
                            {14, "workload.socket_buffer", "Socket buffer (TCP window), octets"},
                            {15, "workload.message", "Octets per write call"},
                            {16, "line.delay", "One-way delay"},
                            {17, "line.to_HOST.cell_loss", "Cell loss probability"},
                            {18, "switch.NAME.queue_cells", "Port queue, cells"},
                            {19, "network.ip", "IP over ATM"},
                            {20, "workload.interval", "Packet interval"},
                            {20, "run.interval", "Packet interval"},
                            {21, "segment.NAME.kind", "Segment topology"},
                            {22, "mac.backoff_limit", "Back-off limit, collisions"},
                            {23, "mac.attempts", "Attempts per frame"},
                            {24, "card.transmit_buffers", "Transmit buffers of the card, frames"},
                            {25, "run.duration", "Duration"}};
constexpr First kOwnBuffers[] = {{14, "send_buffer", "Send buffer (TCP window), octets"},
                                 {14, "receive_buffer", "Receive buffer (TCP window), octets"}};
constexpr unsigned kProfile = 6;  ///< Of one host; that of the other is the next.

/// The flow that a key names, and the rest of the key; no flow for keys of other tables.
struct OfFlow {
    std::string flow, rest;
};

OfFlow of_flow(const std::string& key) {
    const std::string more = behind_dot(key);
    if (before_dot(key) != "flow" || before_dot(more) == "NAME") return {};
    return {before_dot(more), behind_dot(more)};
}

/// A buffer with its own value is the window.
const First* own_buffer(const core::Parameter& p) {
    const std::string rest = of_flow(p.key).rest;
    const auto* found =
        std::find_if(std::begin(kOwnBuffers), std::end(kOwnBuffers), [&](const First& f) { return f.key == rest; });
    return found != std::end(kOwnBuffers) && p.value != p.documentation().standard ? found : nullptr;
}

}  // namespace

std::string key_anywhere(const std::string& key) {
    std::string found = of_host(key).rest;
    for (const char* list : {"link.", "flow."})
        if (found.rfind(list, 0) == 0) found = (list[0] == 'l' ? "line." : "workload.") + behind_dot(behind_dot(found));
    for (const char* list : {"pci.traffic.", "switch.", "segment."}) replace_item(found, list, "NAME");
    replace_item(found, "line.to_", "HOST");
    return found;
}

std::string shared_key(const std::string& key) {
    const OfHost found = of_host(key);
    const std::string table = before_dot(found.rest);
    const std::vector<std::string> tables = {"nic", "nic1", "driver", "driver1", "pci", "host"};
    if (found.host.empty() || behind_dot(found.rest).empty()) return "";
    if (std::find(tables.begin(), tables.end(), table) == tables.end()) return "";
    const bool taken = table == "host" && before_dot(key) == "host";  // [[host]] is a separate list.
    return taken ? "" : found.rest;
}

std::optional<FirstKey> first_key(const std::string& key) {
    const std::string wanted = key_anywhere(key);
    const auto* first =
        std::find_if(std::begin(kFirst), std::end(kFirst), [&](const First& f) { return f.key == wanted; });
    if (first == std::end(kFirst)) return std::nullopt;
    FirstKey found{first->order, first->title};
    const std::string host = of_host(key).host;
    if (const std::size_t at = found.title.find("HOST"); at != std::string::npos) found.title.replace(at, 4, host);
    if (first->order == kProfile) found.order += host == "server";
    return found;
}

FirstKeysOf::FirstKeysOf(const std::vector<core::Parameter>& all) {
    for (const core::Parameter& p : all) {
        const OfFlow of = of_flow(p.key);
        if (of.rest == "kind") kinds_[of.flow] = p.value;
        if (own_buffer(p)) ++own_buffers_[of.flow];
        if (!of.flow.empty()) count_end(p);
        const std::string anywhere = key_anywhere(p.key);
        has_programs_ |= anywhere == "software" && p.key.rfind("host.NAME.", 0) != 0;
        has_atm_ |= anywhere == "line.to_HOST.cell_loss";
        has_bridge_ |= anywhere == "switch.NAME.kind" && p.value == "\"lane_bridge\"";
    }
}

/// A flow with an amount to send is over when it is there.
void FirstKeysOf::count_end(const core::Parameter& p) {
    const OfFlow of = of_flow(p.key);
    const bool amount = of.rest == "octets" || of.rest == "transactions" || of.rest == "count";
    if (amount && p.value != "0") ends_.insert(of.flow);
}

bool FirstKeysOf::acts(const std::string& key) const {
    const auto reads = [](const auto& kind) { return kind.second == "\"perform3\""; };
    if (key_anywhere(key) == "card.transmit_buffers")
        return kinds_.empty() || std::any_of(kinds_.begin(), kinds_.end(), reads);
    if (key == "network.ip") return has_atm_ && !has_bridge_;  // A bridge is for LAN emulation only.
    if (key == "run.duration") return duration_ends_a_flow();
    const OfFlow of = of_flow(key);
    if (const auto both = own_buffers_.find(of.flow); of.rest == "socket_buffer" && both != own_buffers_.end())
        return both->second < std::size(kOwnBuffers);
    const auto kind = kinds_.find(of.flow);
    if (kind == kinds_.end()) return true;
    if (of.rest == "sizes") return !reads(*kind);
    if (of.rest == "interval") return !reads(*kind) && kind->second != "\"saturated\"";
    return true;
}

std::optional<FirstKey> FirstKeysOf::operator()(const core::Parameter& p) const {
    if (const First* buffer = own_buffer(p)) return FirstKey{buffer->order, buffer->title};
    return acts(p.key) ? first_key(p.key) : std::nullopt;
}

}  // namespace niclab::lab
