#include "pci_pattern.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "mutation.h"

namespace niclab::conformance {

namespace {

const std::string kAgents = "abth";
const std::string kNobody = "-";

std::vector<std::string> expand(std::istringstream& line) {
    std::vector<std::string> tokens;
    for (std::string token; line >> token;) {
        const std::size_t star = token.find('*');
        const unsigned times =
            star == std::string::npos ? 1 : static_cast<unsigned>(std::stoul(token.substr(star + 1)));
        tokens.insert(tokens.end(), times, token.substr(0, star));
    }
    return tokens;
}

unsigned agent(char letter) {
    const std::size_t at = kAgents.find(letter);
    if (at == std::string::npos) throw std::invalid_argument(std::string("no agent ") + letter);
    return static_cast<unsigned>(at);
}

/// A token without its driver; `drivers` gets the letters after the slash, else `standard`.
std::string split(const std::string& token, const std::string& standard, std::string& drivers) {
    const std::size_t slash = token.find('/');
    drivers = token == kNobody ? "" : slash == std::string::npos ? standard : token.substr(slash + 1);
    return token.substr(0, slash);
}

void drive(check::PciSample& s, std::uint16_t group, const std::string& drivers) {
    for (const char letter : drivers) s.enables[agent(letter)] |= group, s.driven |= group;
}

bool even(std::uint64_t ad, std::uint8_t cbe) {
    return (__builtin_popcountll(ad & 0xFFFFFFFFu) + __builtin_popcount(cbe & 0xFu)) % 2 != 0;
}

std::uint32_t masters(const std::string& letters) {
    std::uint32_t bits = 0;
    for (const char letter : letters)
        if (letter != '-') bits |= letter == 'h' ? 4u : 1u << agent(letter);
    return bits;
}

}  // namespace

PciPattern::PciPattern(const std::string& rows) {
    std::istringstream text(rows);
    for (std::string line; std::getline(text, line);) {
        std::istringstream words(line);
        std::string name;
        if (!(words >> name)) continue;
        rows_[name] = expand(words);
        clocks_ = std::max(clocks_, rows_[name].size());
    }
    for (auto& [name, tokens] : rows_) {
        const std::string last = tokens.back();
        tokens.resize(clocks_, last);
    }
}

PciPattern& PciPattern::edit(const std::string& changes) {
    std::istringstream text(changes);
    for (std::string line; std::getline(text, line, ';');) change(line);
    return *this;
}

void PciPattern::change(const std::string& line) {
    std::istringstream words(line);
    std::string row;
    if (!(words >> row)) return;
    if (row == "repeat") {
        std::size_t clock = 0, times = 0;
        words >> clock >> times;
        for (auto& [name, tokens] : rows_) {
            const std::string copy = tokens.at(clock);
            tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(clock), times - 1, copy);
        }
        clocks_ += times - 1;
        return;
    }
    std::vector<std::string>& tokens = rows_[row];
    tokens.resize(clocks_, row == "RST#" || row == "REQ64#" || row == "ACK64#" ? "1" : kNobody);
    for (std::string word; words >> word;) {
        const std::size_t colon = word.find(':'), dash = word.find('-');
        const bool range = dash < colon;
        const std::size_t first = std::stoul(word), last = range ? std::stoul(word.substr(dash + 1)) : first;
        for (std::size_t clock = first; clock <= last; ++clock) tokens.at(clock) = word.substr(colon + 1);
    }
}

PciPattern& PciPattern::then(const PciPattern& next) {
    for (const auto& [name, tokens] : next.rows_) rows_[name].resize(clocks_, kNobody);
    for (auto& [name, tokens] : rows_)
        for (std::size_t clock = 0; clock < next.clocks_; ++clock) tokens.push_back(next.token(name, clock));
    clocks_ += next.clocks_;
    return *this;
}

const std::string& PciPattern::token(const std::string& row, std::size_t clock) const {
    const auto at = rows_.find(row);
    return at == rows_.end() || clock >= at->second.size() ? kNobody : at->second[clock];
}

check::PciSample PciPattern::sample(std::size_t clock) const {
    check::PciSample s;
    s.cycle = clock;
    s.at = clock * 30'303'030;
    std::string who;
    const auto low = [&](const char* row, std::uint16_t group, const char* standard) {
        const bool asserted = split(token(row, clock), standard, who) == "0";
        drive(s, group, who);
        return asserted;
    };
    s.frame = low("FRAME#", check::kFrame, "a");
    s.irdy = low("IRDY#", check::kIrdy, "a");
    s.perr = low("PERR#", check::kPerr, "t");
    s.serr = low("SERR#", check::kSerr, "t");
    s.req64 = token("REQ64#", clock) == "0", s.ack64 = token("ACK64#", clock) == "0";
    s.rst = token("RST#", clock) == "0", s.m66en = token("M66EN", clock) == "1";
    const std::string &req = token("REQ#", clock), &gnt = token("GNT#", clock);
    s.req = req == "x" ? 0 : masters(req), s.gnt = gnt == "x" ? 0 : masters(gnt);
    s.unknown |= static_cast<std::uint16_t>((req == "x" ? check::kReq : 0) | (gnt == "x" ? check::kGnt : 0));
    const std::string ad = split(token("AD", clock), "a", who);
    drive(s, check::kAd, who);
    if (ad == "x")
        s.unknown |= check::kAd;
    else if (!who.empty())
        s.ad = std::stoull(ad, nullptr, 16);
    const std::string cbe = split(token("C/BE#", clock), "a", who);
    drive(s, check::kCbe, who);
    if (!who.empty()) s.cbe = static_cast<std::uint8_t>(std::stoul(cbe, nullptr, 16));
    const std::string target = split(token("T", clock), "t", who);
    drive(s, check::kTarget, who);
    const auto has = [&target](char letter) { return target.find(letter) != std::string::npos; };
    s.devsel = has('d'), s.trdy = has('t'), s.stop = has('s');
    return s;
}

std::vector<check::PciSample> PciPattern::samples() const {
    std::vector<check::PciSample> all;
    for (std::size_t clock = 0; clock < clocks_; ++clock) {
        check::PciSample s = sample(clock);
        std::string standard, who;
        for (unsigned k = 0; clock > 0 && k < kAgents.size(); ++k)
            if (all.back().enables[k] & check::kAd) standard += kAgents[k];
        const std::string par = split(token("PAR", clock), standard.substr(0, 1), who);
        drive(s, check::kPar, who);
        if (par == "x") s.unknown |= check::kPar;
        if (!who.empty()) s.par = even(all.back().ad, all.back().cbe) != (par == "P");
        all.push_back(s);
    }
    return all;
}

check::PciChecker::Config PciPattern::config() {
    check::PciChecker::Config c;
    c.agents = {"a", "b", "t", "h"};
    c.master_agent = {0, 1, 3};
    c.host_agent = 3;
    c.limits = pci_limits();
    return c;
}

}  // namespace niclab::conformance
