/// @file Rules of a standard and the violations that were found.
///
/// Behaviour: a checker adds violations to a Report; nothing is allocated while there are none. For
///   each rule the first few violations are kept as text, all are counted.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/clock.h"

namespace niclab::check {

/// One rule, with the number that niclab's page of the standard gives it.
struct Rule {
    const char* id;        ///< "P5"
    const char* sentence;  ///< The required condition.
    const char* source;    ///< Document and section. All are from memory of the standards unless stated otherwise.
    bool breakable;        ///< False: a definition or a permission, which no pattern on the pins can violate.
};

struct Violation {
    const Rule* rule = nullptr;
    core::Femtoseconds at = 0;  ///< Clock edge or time at which it was found.
    std::string where;          ///< Bus, and the responsible agent if known.
    std::string seen;

    /// Whether it was found on `bus`; `where` may name a part or an agent of the bus.
    bool concerns(const std::string& bus) const {
        if (where.compare(0, bus.size(), bus) != 0) return false;
        return where.size() == bus.size() || std::string(" .,:").find(where[bus.size()]) != std::string::npos;
    }
};

class Report {
public:
    /// Violations per rule that are kept as text.
    static constexpr std::uint64_t kKept = 5;

    /// Called for every violation, kept as text or not.
    std::function<void(const Violation&)> heard;

    /// Ignores a rule. For tests: the pattern made for the rule must then not pass its test.
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
    /// Writes the violations to an archive or reads them: lab/parallel/archive.h.
    template <class Archive>
    void transfer(Archive& archive) {
        transfer_all(archive, counts_, kept_, total_);
    }

private:
    std::vector<Count> counts_;
    std::vector<Violation> kept_;
    std::vector<std::string> ignored_;
    std::uint64_t total_ = 0;
};

/// The violations that several reports kept as text, in the order of time, limited to the first few
/// of each rule. For a single report unchanged.
std::vector<Violation> merged(const std::vector<const Report*>& reports);

}  // namespace niclab::check
