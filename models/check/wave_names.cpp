#include "check/wave_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "check/wave_range.h"

namespace niclab::check {

namespace {

std::string small(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/// Removes the marks of an escaped name: its backslash and the blank at its end.
std::string plain(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), '\\'), text.end());
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

bool ends_low(const std::string& name) { return name.size() > 2 && small(name).compare(name.size() - 2, 2, "_n") == 0; }

/// AD7 of AD, CBE2_n of CBE_n.
std::string numbered_name(const std::string& name, unsigned number) {
    const std::size_t stem = ends_low(name) ? name.size() - 2 : name.size();
    return name.substr(0, stem) + std::to_string(number) + name.substr(stem);
}

/// "a", "a, b", "a to z (32 of them)".
std::string enumerated(const std::vector<std::string>& names) {
    constexpr std::size_t kFew = 4;
    if (names.size() > kFew) return fmt::format("{} to {} ({} signals)", names.front(), names.back(), names.size());
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string full_name(const std::string& scope, const std::string& name) {
    return scope.empty() ? name : scope + "." + name;
}

WaveNames::WaveNames(WaveReader& wave) : wave_(wave) {
    const auto& declared = wave.declared();
    bases_.reserve(declared.size());
    for (std::size_t i = 0; i < declared.size(); ++i) {
        const WaveRange range = declared_range(declared[i].name, wave.bits(declared[i].variable));
        bases_.push_back(plain(range.base));
        const std::string full = full_name(plain(declared[i].scope), bases_.back());
        std::vector<Part>& parts = parts_[full];
        if (parts.empty()) in_case_[small(full)].push_back(full);
        parts.push_back({i, range.ranged, range.left, range.right});
    }
}

std::string WaveNames::written(const Part& part) const {
    const WaveReader::Declared& declared = wave_.declared()[part.declared];
    std::string name = full_name(declared.scope, declared_range(declared.name, wave_.bits(declared.variable)).base);
    if (!part.ranged) return name;
    return part.left == part.right ? fmt::format("{}[{}]", name, part.left)
                                   : fmt::format("{}[{}:{}]", name, part.left, part.right);
}

/// Puts `parts` in order; returns an empty text, or the reason why they are no vector.
std::string WaveNames::arrange(const std::string& name, const std::vector<Part>& parts, Vector& vector) const {
    const auto variable = [this](const Part& part) { return wave_.declared()[part.declared].variable; };
    std::vector<Part> single;
    for (const Part& part : parts)  // A repeated declaration is not a second part.
        if (std::none_of(single.begin(), single.end(), [&](const Part& other) {
                return variable(other) == variable(part) && other.left == part.left && other.right == part.right;
            }))
            single.push_back(part);
    bool descending = false;
    for (Part& part : single) {
        const unsigned bits = wave_.bits(variable(part));
        if (!wave_.has_values(variable(part)))
            return fmt::format("{} has {} bits or no levels; expected 1 to 64 bits", written(part), bits);
        if (single.size() > 1 && !part.ranged)
            return fmt::format("{} is declared {} times; expected once", name, single.size());
        if (!part.ranged) part.left = static_cast<int>(bits) - 1, part.right = 0;
        vector.ascending |= part.left<part.right, descending |= part.left> part.right;
    }
    if (vector.ascending && descending)
        return fmt::format("{} has ascending and descending parts; expected one order", name);
    const auto low = [](const Part& part) { return std::min(part.left, part.right); };
    std::sort(single.begin(), single.end(), [&](const Part& a, const Part& b) { return low(a) < low(b); });
    for (std::size_t i = 1; i < single.size(); ++i) {
        const int next = std::max(single[i - 1].left, single[i - 1].right) + 1;
        if (low(single[i]) > next) return fmt::format("{}[{}] is missing; expected every bit", name, next);
        if (low(single[i]) < next) return fmt::format("{}[{}] is declared twice; expected once", name, low(single[i]));
    }
    vector.low = low(single.front()), vector.high = std::max(single.back().left, single.back().right);
    if (!vector.ascending) std::reverse(single.begin(), single.end());
    vector.parts = single;
    return "";
}

WaveNames::Found WaveNames::join(const std::vector<WaveReader::Piece>& pieces, const std::string& from) {
    unsigned bits = 0;
    for (const WaveReader::Piece& piece : pieces) bits += piece.bits;
    if (bits > 64) return {-1, "", fmt::format("{} has {} bits; expected at most 64", from, bits)};
    if (pieces.size() == 1 && bits == wave_.bits(pieces[0].variable))
        return {static_cast<int>(pieces[0].variable), from, "", !from.empty()};
    return {static_cast<int>(wave_.assemble(pieces)), from, "", true};
}

WaveNames::Found WaveNames::whole(const std::string& name, const std::vector<Part>& parts) {
    Vector vector;
    if (const std::string why = arrange(name, parts, vector); !why.empty()) return {-1, "", why};
    std::vector<WaveReader::Piece> pieces;
    std::vector<std::string> names;
    for (const Part& part : vector.parts) {
        const unsigned variable = wave_.declared()[part.declared].variable;
        pieces.push_back({variable, 0, wave_.bits(variable)});
        names.push_back(written(part));
    }
    return join(pieces, pieces.size() == 1 ? "" : enumerated(names));
}

WaveNames::Found WaveNames::slice(const std::string& name, const std::vector<Part>& parts, int left, int right) {
    Vector vector;
    if (const std::string why = arrange(name, parts, vector); !why.empty()) return {-1, "", why};
    if (std::min(left, right) < vector.low || std::max(left, right) > vector.high ||
        (left != right && (left < right) != vector.ascending))
        return {-1, "",
                vector.ascending ? fmt::format("{} is [{}:{}]", name, vector.low, vector.high)
                                 : fmt::format("{} is [{}:{}]", name, vector.high, vector.low)};
    std::vector<WaveReader::Piece> pieces;
    for (const Part& part : vector.parts) {
        const int first = std::max(std::min(left, right), std::min(part.left, part.right)),
                  last = std::min(std::max(left, right), std::max(part.left, part.right));
        if (first > last) continue;
        const int low = vector.ascending ? part.right - last : first - part.right;
        pieces.push_back({wave_.declared()[part.declared].variable, static_cast<unsigned>(low),
                          static_cast<unsigned>(last - first) + 1});
    }
    return join(pieces,
                left == right ? fmt::format("{}[{}]", name, left) : fmt::format("{}[{}:{}]", name, left, right));
}

WaveNames::Found WaveNames::exact(const std::string& name) {
    if (const auto at = parts_.find(name); at != parts_.end()) return whole(name, at->second);
    const WaveRange asked = asked_range(name);
    if (!asked.ranged) return {};
    const auto at = parts_.find(asked.base);
    return at == parts_.end() ? Found{} : slice(asked.base, at->second, asked.left, asked.right);
}

std::string WaveNames::in_other_case(const std::string& name, std::string& problem) const {
    const auto at = in_case_.find(small(name));
    if (at == in_case_.end()) return "";
    if (at->second.size() == 1) return at->second[0];
    problem = "it may be any of " + enumerated(at->second);
    return "";
}

WaveNames::Found WaveNames::find(const std::string& given, bool numbered) {
    const std::string name = plain(given);
    const auto done = [](const Found& found) { return found.variable >= 0 || !found.problem.empty(); };
    if (Found found = exact(name); done(found)) return found;
    std::string problem;
    for (const WaveRange& asked : {WaveRange{name}, asked_range(name)}) {
        const std::string other = in_other_case(asked.base, problem);
        if (!problem.empty()) return {-1, "", problem};
        if (other.empty()) continue;
        Found found = exact(other + name.substr(asked.base.size()));
        if (found.variable >= 0 && found.from.empty()) found.from = other;
        if (done(found)) return found;
    }
    if (numbered)
        if (Found found = numbered_wires(name); done(found)) return found;
    return {};
}

WaveNames::Found WaveNames::numbered_wires(const std::string& name) {
    std::vector<std::string> names;
    std::string problem;
    for (unsigned i = 0; i < 64; ++i) {
        const std::string next = numbered_name(name, i);
        const std::string there = parts_.count(next) != 0 ? next : in_other_case(next, problem);
        if (there.empty()) break;
        names.push_back(there);
    }
    return names.empty() ? Found{-1, "", problem} : find_wires(names);
}

WaveNames::Found WaveNames::find_wires(const std::vector<std::string>& names) {
    std::vector<WaveReader::Piece> pieces;
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
        const Found found = find(*name);
        if (found.variable < 0) return {-1, "", "'" + *name + "': " + problem(found, *name)};
        const auto variable = static_cast<unsigned>(found.variable);
        if (wave_.bits(variable) != 1)
            return {-1, "",
                    fmt::format("'{}': {} bits; expected wires of 1 bit in a list", *name, wave_.bits(variable))};
        pieces.push_back({variable, 0, 1});
    }
    return join(pieces, enumerated({names.rbegin(), names.rend()}));
}

std::vector<std::string> WaveNames::scopes_with(const std::string& name, bool numbered) const {
    const std::string wanted = small(name), first = small(numbered_name(name, 0));
    std::vector<std::string> scopes;
    for (std::size_t i = 0; i < bases_.size(); ++i) {
        const std::string base = small(bases_[i]);
        const std::string& scope = wave_.declared()[i].scope;
        if ((base == wanted || (numbered && base == first)) &&
            std::find(scopes.begin(), scopes.end(), scope) == scopes.end())
            scopes.push_back(scope);
    }
    return scopes;
}

std::string WaveNames::problem(const Found& found, const std::string& name) const {
    if (!found.problem.empty()) return found.problem;
    constexpr std::size_t kMost = 100'000;  // more take too long to compare
    std::vector<std::string> names;
    for (const auto& [full, parts] : parts_)
        if (names.size() < kMost) names.push_back(full);
    std::sort(names.begin(), names.end());
    const std::string near = core::nearest_name(name, names);
    return "not in the waveform" + (near.empty() ? "" : " (did you mean \"" + near + "\"?)") +
           "; expected one of its signals";
}

}  // namespace niclab::check
