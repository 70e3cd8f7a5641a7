#include "lab/captures/captured_workload.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "base/count_of.h"
#include "lab/captures/atm_taps.h"
#include "lab/captures/capture_reader.h"
#include "lab/captures/frame_payload.h"
#include "lab/captures/large_packets.h"

namespace niclab::lab {

namespace {

constexpr std::size_t kIpHeader = 20;
constexpr const char* kTaps[] = {"packets", "pdus", "sent_pdus", "cells", "line_cells", "frames"};
constexpr const char* kOtherInterface = "on other interfaces (workload.pcap_interface)";
constexpr std::size_t kListedReasons = 6;

/// Of a capture of niclab: the last word of an interface's name. Empty for interfaces of other
/// programs.
std::string tap_of(const CaptureInterface& interface) {
    if (interface.application.rfind("niclab ", 0) != 0) return "";
    const std::string tap = interface.name.substr(interface.name.rfind(' ') + 1);
    return std::find(std::begin(kTaps), std::end(kTaps), tap) == std::end(kTaps) ? "" : tap;
}

class Reading {
public:
    Reading(std::istream& in, const CaptureChoice& choice)
        : reader_(in),
          choice_(choice),
          taps_([this](const std::uint8_t* sdu, std::size_t octets,
                       std::uint64_t units) { take(find_ipv4_in_sdu(sdu, octets), units); },
                [this](const std::string& why, std::uint64_t units) { pass_over(why, units); }) {}

    CapturedWorkload read() {
        while (reader_.next(packet_)) {
            const CaptureInterface& from = reader_.interfaces()[packet_.interface];
            if (packet_.number == 1) choose_tap();
            if (!is_wanted(packet_.interface, from))
                pass_over(kOtherInterface, 1);
            else if (has_atm_form(from))
                take_atm(from);
            else
                take(find_ipv4(from.link_type, packet_.octets.data(), packet_.octets.size()), 1);
        }
        taps_.finish();
        check_choice();
        if (result_.packets.empty())
            throw std::runtime_error("no IPv4 packet" +
                                     (passed() > 0 ? " in " + units(passed()) + ": " + reasons() : "") +
                                     "; expected at least one in a link type that docs/howto/own_workload.md lists");
        result_.note = note();
        return std::move(result_);
    }

private:
    /// niclab writes all interfaces before the first packet.
    void choose_tap() {
        if (!choice_.interface.empty()) return;
        for (const char* tap : kTaps)
            for (const CaptureInterface& i : reader_.interfaces())
                if (tap_.empty() && tap_of(i) == tap) tap_ = tap;
    }
    bool is_wanted(std::size_t number, const CaptureInterface& i) const {
        if (choice_.interface.empty()) return tap_.empty() || tap_of(i) == tap_;
        return i.name == choice_.interface || std::to_string(number) == choice_.interface ||
               tap_of(i) == choice_.interface;
    }
    void check_choice() const {
        if (choice_.interface.empty()) return;
        std::string names;
        for (std::size_t k = 0; k < reader_.interfaces().size(); ++k) {
            const CaptureInterface& i = reader_.interfaces()[k];
            if (is_wanted(k, i)) return;
            if (k < kListedReasons)
                names += (k ? ", " : "") + (i.name.empty() ? std::to_string(k) : "'" + i.name + "'");
        }
        throw std::runtime_error("unknown interface '" + choice_.interface + "'; expected one of " + names);
    }
    void take_atm(const CaptureInterface& from) {
        cells_ = cells_ || from.link_type != 197;
        check_whole();
        taps_.take(packet_, from);
    }

    [[noreturn]] void refuse(const std::string& text) const {
        throw std::runtime_error("packet " + std::to_string(packet_.number) + " at " +
                                 seconds_text(reader_.interfaces()[packet_.interface], packet_.ticks) + " s: " + text);
    }
    void check_whole() const {
        if (packet_.octets.size() < packet_.octets_on_line)
            refuse("cut short, " + std::to_string(packet_.octets.size()) + " of " +
                   base::count_of(packet_.octets_on_line, "octet") +
                   " captured; expected whole packets (tcpdump -s 0)");
    }
    void pass_over(const std::string& why, std::uint64_t units) { passed_[why] += units; }
    std::uint64_t passed() const {
        std::uint64_t sum = 0;
        for (const auto& [why, units] : passed_) sum += units;
        return sum;
    }

    void take(const FramePayload& found, std::uint64_t units) {
        if (found.too_short) check_whole();
        if (!found.packet) return pass_over(found.other, units);
        const std::uint8_t* ip = found.packet;
        const std::size_t header = std::size_t{ip[0] & 0xFu} * 4, length = std::size_t{ip[2]} << 8 | ip[3];
        if (header < kIpHeader) refuse("an IP header of " + base::count_of(header, "octet") + "; expected at least 20");
        if (length == 0 || length > found.octets) check_whole();
        if (length > found.octets)
            refuse("an IP total length of " + base::count_of(length, "octet") + " with " +
                   std::to_string(found.octets) + " left in the frame; expected a whole packet");
        if (length > 0 && length < header)
            refuse("an IP total length of " + base::count_of(length, "octet") + "; expected at least the header's " +
                   std::to_string(header));
        units_ += units;
        const std::size_t octets = length == 0 ? found.octets : length;
        const std::size_t mtu = choice_.mtu > 0 ? choice_.mtu : found.mtu;
        std::vector<std::uint8_t> packet(ip, ip + octets);
        if (length == 0 || octets > mtu)
            add_large(packet, length, mtu);
        else
            add(std::move(packet));
    }
    void add_large(const std::vector<std::uint8_t>& packet, std::size_t length, std::size_t mtu) {
        const std::string what = length == 0
                                     ? "an IP total length of 0, left for the card to segment (TSO)"
                                     : std::to_string(length) + " octets, above the MTU of " + std::to_string(mtu);
        if (!choice_.segment)
            refuse(what + "; expected workload.large_packets = \"segment\", " +
                   (length == 0 ? "or a capture without offload (ethtool -K NAME tso off gso off gro off)"
                                : "or workload.mtu of at least " + std::to_string(length)));
        Segments cut = segment(packet, mtu);
        if (!cut.refused.empty()) refuse(what + ": " + cut.refused);
        ++segmented_, segments_ += cut.packets.size();
        for (auto& one : cut.packets) add(std::move(one));
    }
    void add(std::vector<std::uint8_t> packet) {
        octets_ += packet.size();
        if (octets_ > choice_.most_octets)
            refuse("more than " + std::to_string(choice_.most_octets) +
                   " octets up to here; expected a shorter capture");
        result_.packets.push_back(std::move(packet));
        result_.numbers.push_back(packet_.number);
    }

    /// "1 ARP, 1 IPv6": the most frequent first.
    std::string reasons() const {
        std::vector<std::pair<std::string, std::uint64_t>> sorted(passed_.begin(), passed_.end());
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const auto& a, const auto& b) { return a.second > b.second; });
        std::string text;
        std::uint64_t rest = 0;
        for (std::size_t k = 0; k < sorted.size(); ++k) {
            if (k >= kListedReasons) rest += sorted[k].second;
            if (k < kListedReasons) text += (k ? ", " : "") + std::to_string(sorted[k].second) + " " + sorted[k].first;
        }
        return rest > 0 ? text + ", " + std::to_string(rest) + " of other kinds" : text;
    }
    std::string units(std::uint64_t n) const { return base::count_of(n, cells_ ? "cell" : "packet"); }
    std::string note() const {
        std::string text;
        const auto other = passed_.find(kOtherInterface);
        const std::uint64_t others = other == passed_.end() ? 0 : other->second;
        if (cells_) {  // Packets on other interfaces are not cells.
            text = base::count_of(result_.packets.size(), "packet") + (result_.packets.size() == 1 ? " is" : " are") +
                   " sent, assembled from " + std::to_string(units_) + " of " + units(units_ + passed() - others);
            if (passed() > 0) text += "; passed over: " + reasons();
        } else if (passed() > 0 || segmented_ > 0) {
            text =
                std::to_string(units_) + " of " + units(units_ + passed()) + (units_ == 1 ? " is sent" : " are sent");
            if (passed() > 0) text += "; " + std::to_string(passed()) + " passed over: " + reasons();
        }
        if (segmented_ > 0) text += "; " + std::to_string(segmented_) + " segmented into " + std::to_string(segments_);
        return text;
    }

    CaptureReader reader_;
    const CaptureChoice& choice_;
    AtmTaps taps_;
    CapturedPacket packet_;
    std::string tap_;  ///< For niclab's own capture, if nothing was selected.
    bool cells_ = false;
    std::map<std::string, std::uint64_t> passed_;
    std::uint64_t units_ = 0, segmented_ = 0, segments_ = 0;
    std::size_t octets_ = 0;
    CapturedWorkload result_;
};

}  // namespace

CapturedWorkload read_captured_workload(std::istream& in, const CaptureChoice& choice) {
    return Reading(in, choice).read();
}

}  // namespace niclab::lab
