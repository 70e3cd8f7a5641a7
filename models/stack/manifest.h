/// @file  What the octets of packets on a cycle-level way stand for: noted where they are made, looked up where they come out.
///
/// A packet's octets do not tell all that the stack knows of it, such as where its payload lies in a stream. A connection keeps its
/// order: what was noted before a packet that came never comes, and is told of as lost.
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
        Octets sdu;                                ///< As the card gets it, encapsulated.
        base::Femtoseconds since = 0;              ///< When it was noted.
        std::uint32_t number = 0;                  ///< Of its connection's, in their order.
        bool elsewhere = false;                    ///< Others count it, or have told of its loss.
        std::optional<Drop> cause = std::nullopt;  ///< Of its loss, if it does not come.
    };

    /// `sdu_of`: a packet's octets, encapsulated.
    explicit Manifest(std::function<Octets(const tcp::Packet&)> sdu_of) : sdu_of_(std::move(sdu_of)) {}

    Entry& note(Connection connection, const tcp::Packet& packet, base::Femtoseconds now);
    /// The oldest whose SDU begins so; nullptr: none does.
    Entry* find(Connection connection, const std::uint8_t* begin, std::size_t octets);
    /// The oldest; nullptr: there is none.
    const Entry* oldest(Connection connection) const;
    /// The newest; nullptr: there is none.
    Entry* newest(Connection connection);
    /// The one with these octets is there, and those before it are lost; nothing where none has them.
    std::optional<Entry> claim(Connection connection, const Octets& sdu);
    /// Why what is found missing next on a connection is, if it is not known of the packet itself.
    void blame(Connection connection, Drop cause) { blamed_[connection] = cause; }

    /// Nothing is under way any more: what was noted and did not come is lost.
    void give_up();
    /// Packets noted that neither came nor were lost, and that nobody else counts.
    std::size_t under_way() const;
    /// A packet that nobody told of is lost.
    std::function<void(const Loss&)> lost;

private:
    void tell_lost(Connection connection, const Entry& entry);

    std::function<Octets(const tcp::Packet&)> sdu_of_;
    std::map<Connection, std::deque<Entry>> entries_;
    std::map<Connection, std::uint32_t> numbers_;
    std::map<Connection, Drop> blamed_;
};

}  // namespace niclab::stack
