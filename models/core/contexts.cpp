#include "core/contexts.h"

#include <sysc/kernel/sc_cor.h>

#include <cassert>
#include <utility>

#include "core/time.h"

namespace niclab::core {

namespace {

/// A context's coroutine package, which is private to SystemC. An explicit instantiation may name
/// private members, and the instantiation below defines the function that returns it.
sc_core::sc_cor_pkg*& coroutine_package(sc_core::sc_simcontext& context);

template <sc_core::sc_cor_pkg* sc_core::sc_simcontext::*kMember>
struct PackageAccess {
    friend sc_core::sc_cor_pkg*& coroutine_package(sc_core::sc_simcontext& context) { return context.*kMember; }
};
template struct PackageAccess<&sc_core::sc_simcontext::m_cor_pkg>;

}  // namespace

/// The package goes last: since SystemC 3.0 a coroutine uses it when it is deleted, and
/// `~sc_simcontext()` deletes it before the processes that own the coroutines.
void DeleteContext::operator()(sc_core::sc_simcontext* context) const {
    sc_core::sc_simcontext* const before = std::exchange(sc_core::sc_curr_simcontext, context);
    const std::unique_ptr<sc_core::sc_cor_pkg> package(std::exchange(coroutine_package(*context), nullptr));
    delete context;
    sc_core::sc_curr_simcontext = before == context ? nullptr : before;
}

Contexts::Contexts(std::size_t count, bool fresh) : before_(sc_core::sc_get_curr_simcontext()) {
    assert(count >= 1);
    for (std::size_t i = 0; (count > 1 || fresh) && i < count; ++i) {
        own_.emplace_back(new sc_core::sc_simcontext);
        enter(i);
        set_time_resolution();
    }
}

Contexts::~Contexts() {
    own_.clear();
    sc_core::sc_curr_simcontext = before_;
}

void Contexts::run(const sc_core::sc_time& duration) const {
    for (std::size_t i = 0; i < count(); ++i) {
        enter(i);
        simulate(duration.value());
    }
}

std::vector<sc_core::sc_object*> Contexts::top_level_objects(std::size_t first, std::size_t end) const {
    std::vector<sc_core::sc_object*> objects;
    for (std::size_t i = first; i < end; ++i) {
        enter(i);
        const auto& found = sc_core::sc_get_top_level_objects();
        objects.insert(objects.end(), found.begin(), found.end());
    }
    return objects;
}

}  // namespace niclab::core
