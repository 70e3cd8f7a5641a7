/// @file The places that a packet passes, as a card declares them for diagrams: the kind of each
/// place, and the reasons for which a packet waits or is processed there.
///
/// Behaviour: diagrams and pages use only this data, which is part of results.json. A cause
///   (card/causes.h) belongs to the place that is named in its id up to the first dot. A stage that
///   a card reports is a cause with the stage's name.
#pragma once

#include <cstdint>
#include <vector>

namespace niclab::card {

enum class PlaceKind : std::uint8_t { Software, Memory, Bus, Engine, Firmware, Store, Fifo, Interface, Line };
/// Its name in results.json: "software", "memory", ...
const char* name_of(PlaceKind kind);
/// The group in which the place is drawn: "host", "bus", "card" or "line".
const char* panel_of(PlaceKind kind);

/// The reason for which a packet is at a place.
struct Why {
    const char* cause;                   ///< Id of the cause, or the common begin of several ids.
    const char* explain;                 ///< Explanation, one sentence.
    std::vector<const char*> keys = {};  ///< Keys of an experiment that change it; keys without a host apply to each
                                         ///< host.
    const char* waits_for = "";          ///< What the packet waits for, in words.
    const char* held_by = "";            ///< Id of the place that has what the packet waits for.
};

struct Place {
    const char* id;     ///< Common begin of the ids of its causes.
    const char* title;  ///< Title of one or two words.
    PlaceKind kind;
    std::vector<Why> causes = {};
    const char* depth = "";               ///< Kind Fifo: the key with its capacity in units.
    std::vector<const char*> shows = {};  ///< Keys of a host with values that are shown in it.
    std::vector<const char*> parts = {};  ///< Ids, as `id`, of places that are drawn as a part of it.
};

/// Places of a host, the same for every card: a kind lists those that its packets pass, in their
/// order.
namespace places {
Place sending_memory();
Place receiving_memory();
Place sending_bus();
Place receiving_bus();
/// For a kind without places of its own.
std::vector<Place> any_sending();
std::vector<Place> any_receiving();
/// The places that the chain adds around a card's own: the two ends of every path.
std::vector<Place> sending_software();
std::vector<Place> receiving_software();
}  // namespace places

}  // namespace niclab::card
