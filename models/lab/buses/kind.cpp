#include <algorithm>

#include "lab/buses/bus.h"

namespace niclab::lab::buses {

std::vector<const Kind*> in_order() {
    std::vector<const Kind*> all = kinds();
    std::sort(all.begin(), all.end(), [](const Kind* a, const Kind* b) { return a->bus < b->bus; });
    return all;
}

std::vector<const Kind*> kinds_of(const HostConfig& host) {
    std::vector<const Kind*> all = in_order();
    all.erase(std::remove_if(all.begin(), all.end(), [&](const Kind* kind) { return host.cards_on(kind->bus) == 0; }),
              all.end());
    return all;
}

}  // namespace niclab::lab::buses
