#include "core/contexts.h"

#include <cassert>

#include "core/time.h"

namespace niclab::core {

Contexts::Contexts(std::size_t count, bool fresh) : before_(sc_core::sc_get_curr_simcontext()) {
    assert(count >= 1);
    for (std::size_t i = 0; (count > 1 || fresh) && i < count; ++i) {
        own_.push_back(std::make_unique<sc_core::sc_simcontext>());
        enter(i);
        set_time_resolution();
    }
}

Contexts::~Contexts() {
    for (std::size_t i = 0; i < own_.size(); ++i) {
        enter(i);
        own_[i].reset();
    }
    sc_core::sc_curr_simcontext = before_;
}

void Contexts::run(const sc_core::sc_time& duration) const {
    for (std::size_t i = 0; i < count(); ++i) {
        enter(i);
        simulate(duration.value());
    }
}

std::vector<sc_core::sc_object*> Contexts::top_level_objects() const {
    std::vector<sc_core::sc_object*> objects;
    for (std::size_t i = 0; i < count(); ++i) {
        enter(i);
        const auto& found = sc_core::sc_get_top_level_objects();
        objects.insert(objects.end(), found.begin(), found.end());
    }
    return objects;
}

}  // namespace niclab::core
