/// @file A kind of flow between two hosts with a TCP: its name, its keys in a table [[flow]], and
/// its two programs. Each kind is a file of apps/kinds; CMake makes their list.
#pragma once

#include <string>

#include "apps/app.h"
#include "core/config.h"

namespace niclab::apps {

/// A flow with its keys, read and checked.
class Plan {
public:
    virtual ~Plan() = default;
    /// Its programs, which have not started. May be called once per run.
    virtual std::unique_ptr<App> create(const Ends& ends) const = 0;
    /// Whether it sends a given amount; false: it continues until the time is over.
    virtual bool ends_by_itself() const = 0;
    /// Of its sockets; the defaults where it has none.
    virtual Buffers buffers() const = 0;
};

/// A plan for `Program`, which is created from its configuration.
template <class Program, class Config>
class PlanOf : public Plan {
public:
    PlanOf(const Config& config, const Buffers& buffers, bool ends) : config_(config), buffers_(buffers), ends_(ends) {}
    std::unique_ptr<App> create(const Ends& ends) const override { return std::make_unique<Program>(ends, config_); }
    bool ends_by_itself() const override { return ends_; }
    Buffers buffers() const override { return buffers_; }

private:
    Config config_;
    Buffers buffers_;
    bool ends_;
};

template <class Program, class Config>
std::unique_ptr<Plan> plan(const Config& config, const Buffers& buffers, bool ends) {
    return std::make_unique<PlanOf<Program, Config>>(config, buffers, ends);
}

struct Kind {
    std::string name;           ///< In the key `kind`.
    bool datagrams = false;     ///< They are not repeated: what does not arrive is lost; false: a TCP connection.
    bool transactions = false;  ///< A request, its response, and so on, one at a time.
    bool echoes = false;        ///< Of ICMP, which has no ports.
    /// Reads the keys of this kind. `duration` is the time of the measurement. Throws
    /// core::ConfigError.
    std::unique_ptr<Plan> (*read)(core::ConfigTable& flow, Femtoseconds duration) = nullptr;
};

/// The kinds of all files in apps/kinds, by name.
const std::vector<const Kind*>& kinds();

}  // namespace niclab::apps
