#include "lab/experiment/line_keys.h"

#include <regex>

namespace niclab::lab {

namespace {

constexpr unsigned long long kMostCells = 1'000'000'000'000;  ///< A month of a full STS-3c line.

PlacedError parse_error(const core::ConfigTable& t, const std::string& text) {
    static const std::regex form("cell (\\d+) octet (\\d+) bit (\\d+)");
    std::smatch m;
    const auto within = [&m](int group, unsigned long long most) {
        return m.length(group) <= 18 && std::stoull(m.str(group)) <= most;
    };
    if (!std::regex_match(text, m, form) || !within(1, kMostCells) || !within(2, 52) || !within(3, 7))
        throw t.error("errors", "'" + text + "' is not a bit of a cell",
                      "\"cell N octet K bit B\", cell 0 to " + std::to_string(kMostCells) +
                          ", octet 0 to 52 (4 is the HEC), bit 7 (first on the line) to 0");
    return {std::stoull(m.str(1)), static_cast<unsigned>(std::stoul(m.str(2))),
            static_cast<unsigned>(std::stoul(m.str(3)))};
}

core::Femtoseconds femtoseconds(double ns) { return static_cast<core::Femtoseconds>(ns * 1e6); }

LineConfig read_direction(core::ConfigTable t, double length_m, std::uint64_t seed) {
    LineConfig c;
    c.fiber.length_m = length_m;
    c.fiber.seed = seed;
    fiber::ImpairmentsConfig& i = c.fiber.impairments;
    i.bit_error_rate = t.number("bit_error_rate", 0, 0, 0.5, "Bit error probability.");
    i.bursts_per_second = t.number("bursts_per_second", 0, 0, 1e6, "Mean rate of error bursts per second.");
    i.burst_octets = static_cast<unsigned>(
        t.integer("burst_octets", 16, 1, 100000, "Length of an error burst in octets. Half of the bits are wrong."));
    i.light_off_from_fs =
        femtoseconds(t.time_ns("light_off_start", 0, 0, 1e13, "Simulated time at which the light is lost."));
    i.light_off_for_fs =
        femtoseconds(t.time_ns("light_off_duration", 0, 0, 1e13, "Duration of the loss of light. 0: no loss."));
    for (const std::string& text :
         t.texts("errors", {}, "Single bit errors, each as \"cell N octet K bit B\". User cells are counted from 0."))
        c.errors.push_back(parse_error(t, text));
    t.done();
    return c;
}

constexpr const char* kImpairments[] = {"bit_error_rate",  "bursts_per_second",  "burst_octets",
                                        "light_off_start", "light_off_duration", "errors"};

/// A direction's own table, which may have impairments only, as the upper layer over the common
/// one.
core::ConfigTable over_both(core::ConfigTable& line, const std::string& direction,
                            const std::vector<std::string>& other_keys) {
    core::ConfigTable own = line.table(direction);
    for (const char* key : kImpairments) own.ignore(key);
    own.done();
    core::ConfigTable t = line.table(direction).over(line);
    for (const std::string& other : other_keys) t.ignore(other);
    return t;
}

std::optional<double> offset(core::ConfigTable& line, const std::string& key) {
    if (!line.has(key)) return std::nullopt;
    return line.number(key, 0, -100, 100, "Frequency error of this card's oscillator in ppm, instead of a drawn one.");
}

sonet::Format read_format(core::ConfigTable& line) {
    const std::string rate = line.choice(
        "rate", "155.52 Mb/s", {"155.52 Mb/s", "622.08 Mb/s"},
        "Line rate of both directions: STS-3c or STS-12c. STS-12c requires a UTOPIA of 16 bits at 38.2 MHz or more.");
    return rate == "155.52 Mb/s" ? sonet::kSts3c : sonet::kSts12c;
}

}  // namespace

LinkConfig read_fibers(core::ConfigTable line, const std::array<CardEnd, 2>& ends, std::uint64_t seed) {
    LinkConfig c;
    c.ends = ends;
    c.format = read_format(line);
    const double length_m = line.length_m("length", fiber::Config{}.length_m, 0.1, 100e3, "Length of the fiber.");
    c.clock_tolerance_ppm =
        line.number("clock_tolerance_ppm", 20, 0, 100,
                    "Maximum frequency error of the cards' oscillators in ppm. The error of each card is drawn.");
    std::vector<std::string> keys = {"rate", "length", "clock_tolerance_ppm"};
    if (line.has("ends")) keys.insert(keys.begin(), {"name", "ends"});
    for (const CardEnd& end : ends) keys.push_back(end.name + "_ppm");
    for (const unsigned to : {1u, 0u}) keys.push_back("to_" + ends[to].name);
    for (const unsigned end : {0u, 1u}) c.ppm[end] = offset(line, ends[end].name + "_ppm");
    for (const unsigned to : {1u, 0u})
        c.to[to] = read_direction(over_both(line, "to_" + ends[to].name, keys), length_m, seed);
    for (const char* key : kImpairments) line.ignore(key);
    line.done();
    return c;
}

}  // namespace niclab::lab
