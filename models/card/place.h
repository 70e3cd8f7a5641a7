/// @file  The places a packet passes, as a card declares them for those who draw it: what kind of thing each is, and why a
///        packet waits or is worked on there.
///
/// Pictures and pages go by this alone; it stands in results.json. A cause (card/causes.h) belongs to the place that its
/// id begins with, up to its first dot; a stage that a card tells of is a cause with the stage's name.
#pragma once

#include <cstdint>
#include <vector>

namespace niclab::card {

enum class PlaceKind : std::uint8_t { Software, Memory, Bus, Engine, Firmware, Store, Fifo, Interface, Line };
/// As results.json has it: "software", "memory", ...
const char* name_of(PlaceKind kind);
/// What the place is drawn as a part of: "host", "bus", "card" or "line".
const char* panel_of(PlaceKind kind);

/// Why a packet is at a place.
struct Why {
    const char* cause;                   ///< Its id, or what the ids of several begin with.
    const char* explain;                 ///< A sentence.
    std::vector<const char*> keys = {};  ///< Of an experiment, that change it; without a host they are each host's.
    const char* waits_for = "";          ///< In words.
    const char* held_by = "";            ///< Id of the place that has what is waited for.
};

struct Place {
    const char* id;     ///< What ids of its causes begin with.
    const char* title;  ///< A word or two.
    PlaceKind kind;
    std::vector<Why> causes = {};
    const char* depth = "";               ///< Kind Fifo: the key with the number of units it holds.
    std::vector<const char*> shows = {};  ///< Keys of a host whose values stand in it.
    std::vector<const char*> parts = {};  ///< As `id`, of what is drawn as a part of it.
};

/// Of a host, the same whichever its card: a kind lists those that its packets pass, in their order.
namespace places {
Place sending_memory();
Place receiving_memory();
Place sending_bus();
Place receiving_bus();
/// Of a kind that says no more of itself.
std::vector<Place> any_sending();
std::vector<Place> any_receiving();
/// What the chain adds around a card's own: the ends of every way.
std::vector<Place> sending_software();
std::vector<Place> receiving_software();
}  // namespace places

}  // namespace niclab::card
