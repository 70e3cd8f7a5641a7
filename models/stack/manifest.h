/// @file A record of the packets on a cycle-level path: stored when a packet is converted to
/// octets, looked up when the octets arrive.
///
/// Behaviour: octets do not contain all data that the stack has of a packet, such as the position
///   of its payload in a stream. A connection keeps its order: packets that were recorded before an
///   arrived packet never arrive, and are reported as lost.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>

#include "base/time.h"
#include "stack/drops.h"
#include "tcp/packet.h"

namespace niclab::stack {

class Manifest {
public:
    using Octets = std::vector<std::uint8_t>;
    using Connection = std::uint32_t;
    struct Entry {
        tcp::Packet packet;
        Octets sdu;                    ///< Encapsulated, for the card.
        base::Femtoseconds since = 0;  ///< Time of the record.
        Connection connection = 0;
        std::uint32_t number = 0;                  ///< Of the packets of its connection, in order.
        std::uint32_t origin = 0;                  ///< Number in the record of its sender, if the caller set it.
        bool elsewhere = false;                    ///< It is counted elsewhere, or its loss was reported.
        std::optional<Drop> cause = std::nullopt;  ///< Of its loss, if it does not arrive.
    };

    /// `sdu_of`: a packet's octets, encapsulated.
    explicit Manifest(std::function<Octets(const tcp::Packet&)> sdu_of) : sdu_of_(std::move(sdu_of)) {}

    Entry& note(Connection connection, const tcp::Packet& packet, base::Femtoseconds now);
    /// The oldest packet with an SDU that begins with these octets; nullptr: none.
    Entry* find(Connection connection, const std::uint8_t* begin, std::size_t octets);
    /// The oldest; nullptr: there is none.
    const Entry* oldest(Connection connection) const;
    /// The newest; nullptr: there is none.
    Entry* newest(Connection connection);
    /// The oldest without a cause of its loss; nullptr: there is none.
    Entry* first_without_cause(Connection connection);
    /// The one with this number; nullptr: it is no longer recorded.
    Entry* numbered(Connection connection, std::uint32_t number);
    /// The packet with these octets has arrived, and those before it are lost; nothing if none has
    /// them.
    std::optional<Entry> claim(Connection connection, const Octets& sdu);
    /// The same for octets with zeros after those of the packet.
    std::optional<Entry> claim_padded(Connection connection, const Octets& padded);
    /// Cause of the next missing packet of a connection, if the packet itself has none.
    void blame(Connection connection, Drop cause) { blamed_[connection] = cause; }

    /// Nothing is under way any more: recorded packets that did not arrive are lost.
    void give_up();
    /// Recorded packets that neither arrived nor were lost, and that are not counted elsewhere.
    std::size_t under_way() const;
    /// A packet without a reported loss is lost.
    std::function<void(const Loss&)> lost;

private:
    template <class Matches>
    std::optional<Entry> claim_if(Connection connection, const Matches& matches);
    void tell_lost(Connection connection, const Entry& entry);

    std::function<Octets(const tcp::Packet&)> sdu_of_;
    std::map<Connection, std::deque<Entry>> entries_;
    std::map<Connection, std::uint32_t> numbers_;
    std::map<Connection, Drop> blamed_;
};

}  // namespace niclab::stack
