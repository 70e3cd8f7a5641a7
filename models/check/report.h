/// @file  Rules of a standard and what was seen against them.
///
/// A checker adds to a Report; nothing is allocated while all is well. Of each rule the first few violations are kept
/// in words, all are counted.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/clock.h"

namespace niclab::check {

/// One rule, as its standard's page numbers it.
struct Rule {
    const char* id;        ///< "P5"
    const char* sentence;  ///< What must hold.
    const char* source;    ///< Document and section. All from memory of the standards, where nothing else is said.
    bool breakable;        ///< False: a definition or a permission, which no pattern on the pins can break.
};

struct Violation {
    const Rule* rule = nullptr;
    core::Femtoseconds at = 0;  ///< Clock edge or time at which it was noticed.
    std::string where;          ///< Bus, and agent where one is to blame.
    std::string seen;

    /// It was seen on `bus`, of which `where` may name a part or an agent.
    bool concerns(const std::string& bus) const {
        if (where.compare(0, bus.size(), bus) != 0) return false;
        return where.size() == bus.size() || std::string(" .,:").find(where[bus.size()]) != std::string::npos;
    }
};

class Report {
public:
    /// Violations kept in words, a rule.
    static constexpr std::uint64_t kKept = 5;

    /// Told of every violation, kept in words or not.
    std::function<void(const Violation&)> heard;

    /// A rule that nobody is held to. For tests: the pattern made for it must notice.
    void ignore(const std::string& id) { ignored_.push_back(id); }

    void add(const Rule& rule, core::Femtoseconds at, std::string where, std::string seen) {
        for (const std::string& id : ignored_)
            if (id == rule.id) return;
        std::uint64_t n = 0;
        for (const Count& c : counts_)
            if (c.rule == &rule) n = c.times;
        if (n == 0)
            counts_.push_back({&rule, 1});
        else
            for (Count& c : counts_)
                if (c.rule == &rule) ++c.times;
        ++total_;
        if (heard) heard({&rule, at, where, seen});
        if (n < kKept) kept_.push_back({&rule, at, std::move(where), std::move(seen)});
    }

    struct Count {
        const Rule* rule;
        std::uint64_t times;
    };
    const std::vector<Count>& counts() const { return counts_; }
    const std::vector<Violation>& violations() const { return kept_; }
    std::uint64_t total() const { return total_; }

private:
    std::vector<Count> counts_;
    std::vector<Violation> kept_;
    std::vector<std::string> ignored_;
    std::uint64_t total_ = 0;
};

/// What several reports kept in words, in the order of time, again the first few of each rule. Of one alone: as it is.
std::vector<Violation> merged(const std::vector<const Report*>& reports);

}  // namespace niclab::check
