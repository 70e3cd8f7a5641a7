/// @file The data to send: sizes, a list of sizes, or the IP packets of a capture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "core/config.h"
#include "host/packet.h"
#include "lab/captures/captured_workload.h"
#include "lab/experiment/input_files.h"

namespace niclab::lab {

/// Sizes of packets or frames: a list that is repeated, or a size that is drawn for each.
struct SizeChoice {
    enum class Order {
        Cyclic,   ///< The sizes follow each other.
        Random,   ///< Each packet draws one of them, by their weights.
        Uniform,  ///< Each packet draws a number of octets from the smallest to the largest.
    };
    std::vector<std::int64_t> sizes;  ///< Octets; not empty.
    Order order = Order::Cyclic;
    std::vector<std::uint64_t> weights;  ///< One per size, 1 or more.

    std::int64_t largest() const;
    /// The most octets that a list of as many packets as sizes may have.
    std::size_t most_octets() const;
    /// Of an order that draws.
    std::int64_t draw(base::RandomStream& random) const;
};

/// Reads the keys `size_order` and `size_weights`. `unit`: the word for what has these sizes.
/// Throws core::ConfigError.
SizeChoice read_size_choice(core::ConfigTable& table, std::vector<std::int64_t> sizes, const std::string& unit);

/// The packets of one run and direction: a list that is repeated. A packet's octets are generated
/// on request.
class Workload {
public:
    host::PacketFormat format;

    Workload() = default;
    /// Payload sizes of generated packets in octets.
    Workload(host::PacketFormat made_up, SizeChoice choice, std::size_t count)
        : format(std::move(made_up)), sizes_(choice.sizes), count_(count), choice_(std::move(choice)) {}
    /// Unchanged IP packets.
    Workload(host::PacketFormat around, CapturedWorkload captured, std::size_t count);

    /// Draws the sizes of all packets, if they are random: the list is then that of the whole run.
    void draw(std::uint64_t seed, const std::string& flow);
    std::size_t size() const { return sizes_.size() * count_; }
    /// Of packet `number`, below size().
    std::size_t payload_octets(std::size_t number) const {
        return static_cast<std::size_t>(sizes_[number % sizes_.size()]);
    }
    std::vector<std::uint8_t> sdu(std::size_t number) const;
    /// Number of packets in the list; the lengths repeat after them.
    std::size_t list_size() const { return sizes_.size(); }
    /// Number of packet `k` of the list in its capture, from 1; 0 without a capture.
    std::uint64_t capture_number(std::size_t k) const { return numbers_.empty() ? 0 : numbers_[k]; }
    /// Packets of a capture that are not sent unchanged; empty if there are none.
    const std::string& note() const { return note_; }

private:
    std::vector<std::int64_t> sizes_;
    std::vector<std::vector<std::uint8_t>> captured_;  ///< In their encapsulation; empty for generated ones.
    std::vector<std::uint64_t> numbers_;               ///< Of `captured_` in the capture.
    std::string note_;
    std::size_t count_ = 0;
    SizeChoice choice_;
};

/// Reads [workload], or these keys of a flow. `encapsulation`: the value if it is defined
/// elsewhere. Throws core::ConfigError.
Workload read_workload(core::ConfigTable table, InputFiles& files, const std::string& encapsulation = "");

/// Sizes from the text of the file `path`, one per line; `#` starts a comment. Throws
/// core::ConfigError with line and column.
std::vector<std::int64_t> parse_size_list(const std::string& text, const std::string& path, std::int64_t max);

}  // namespace niclab::lab
