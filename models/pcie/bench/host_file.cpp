#include "pcie/bench/host_file.h"

#include <charconv>
#include <filesystem>
#include <sstream>
#include <utility>

#include "core/config.h"
#include "core/input_file.h"
#include "pcie/bench/trial.h"
#include "pcie/tlp.h"

namespace niclab::pcie {

namespace {

const std::vector<std::string> kColumns = {"experiment", "cache",  "pattern",   "size",  "offset",
                                           "dev_offset", "window", "statistic", "value", "split"};
enum Cell { kExperiment, kCache, kPattern, kSize, kOffset, kDevOffset, kWindow, kStatistic, kValue, kSplit };
constexpr std::uint64_t kMostWindow = std::uint64_t{1} << 30;

std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> found(1);
    for (const char c : line) {
        if (c == ',')
            found.emplace_back();
        else if (c != '\r')
            found.back() += c;
    }
    return found;
}

/// A line of a file, for messages with the column of a cell.
struct Line {
    const std::string& path;
    std::size_t number;
    std::vector<std::string> cells;

    core::ConfigError error(std::size_t cell, const std::string& problem) const {
        std::size_t column = 1;
        for (std::size_t k = 0; k < cell; ++k) column += cells[k].size() + 1;
        return {path, number, column, problem};
    }
    template <class T>
    T number_in(Cell cell, T least, T most) const {
        const std::string& text = cells[cell];
        T value{};
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (problem != std::errc() || end != text.data() + text.size() || value < least || value > most) {
            std::ostringstream expected;
            expected << kColumns[cell] << " = " << text << ": wrong number; expected " << least << " to " << most;
            throw error(cell, expected.str());
        }
        return value;
    }
    std::string name_in(Cell cell, const std::vector<std::string>& known) const {
        for (const std::string& name : known)
            if (name == cells[cell]) return name;
        throw error(cell, core::unknown_name(kColumns[cell], cells[cell], known));
    }
};

HostFacts read_facts(const std::string& text, const std::string& path, std::string& assumed) {
    core::ConfigTable table({core::parse_layer(text, path)});
    HostFacts f;
    const std::pair<const char*, unsigned> stated[] = {
        {"generation", f.generation}, {"width", f.width}, {"mps", f.mps}, {"mrrs", f.mrrs}};
    for (const auto& [key, value] : stated)
        if (!table.has(key))
            assumed += (assumed.empty() ? "" : ", ") + std::string(key) + " = " + std::to_string(value);
    f.name = std::filesystem::path(path).stem().string();
    const std::vector<std::string> sizes = {"128", "256", "512", "1024", "2048", "4096"};
    const auto whole = [&table](const char* key, unsigned standard, unsigned most, const char* what) {
        const auto value = static_cast<unsigned>(table.integer(key, standard, 1, most, what));
        if ((value & (value - 1)) != 0) throw table.error(key, "not a power of two", "1, 2, 4 and so on");
        return value;
    };
    f.generation = static_cast<unsigned>(table.integer("generation", f.generation, 1, 5, "Generation of the link."));
    f.width = whole("width", f.width, 16, "Number of lanes.");
    f.mps = whole("mps", f.mps, kPageOctets, "Maximum payload of a packet in octets.");
    f.mrrs = whole("mrrs", f.mrrs, kPageOctets, "Maximum size of a read request in octets.");
    if (f.mps < 128) throw table.error("mps", "too small", "128 to 4096");
    if (f.mrrs < 128) throw table.error("mrrs", "too small", "128 to 4096");
    f.llc_mib = table.number("llc_mib", 15, 0, 1024, "Size of the last level cache of a socket in MiB.");
    f.iommu = table.boolean("iommu", false, "An IOMMU translates the card's addresses.");
    f.superpages = table.boolean("superpages", false, "Its pages have 2 MiB.");
    f.above_4gib = table.boolean("above_4gib", !f.iommu, "The card's addresses of host memory are 4 GiB or above.");
    f.ddio = table.boolean("ddio", true, "Writes of the card go to the LLC.");
    f.request_ecrc = table.boolean("request_ecrc", false, "The card's requests have an ECRC.");
    f.local = table.text("local", "", "Host file of this machine with CPU and memory in the card's socket.");
    f.remote_memory =
        table.boolean("remote_memory", true, "With local: the memory is in another socket, not only the CPU.");
    table.text("cpu", "", "Name of the CPU.");
    table.done();
    return f;
}

Measured read_row(const Line& line) {
    if (line.cells.size() != kColumns.size())
        throw line.error(0, std::to_string(line.cells.size()) + " cells; expected " + std::to_string(kColumns.size()));
    Measured m;
    m.experiment = line.name_in(kExperiment, experiment_names());
    m.cache = line.name_in(kCache, {"HWarm", "Cold"});
    m.pattern = line.name_in(kPattern, {"Seq", "Rand"});
    m.statistic = line.name_in(kStatistic, {"median", "goodput", "q0.05", "q0.5", "q0.95", "q0.99"});
    m.split = line.name_in(kSplit, {"cal", "hold"});
    m.size = line.number_in<unsigned>(kSize, 1, kPageOctets);
    m.offset = line.number_in<unsigned>(kOffset, 0, kPageOctets - 1);
    m.dev_offset = line.number_in<unsigned>(kDevOffset, 0, kPageOctets - 1);
    m.window = line.number_in<std::uint64_t>(kWindow, 64, kMostWindow);
    m.value = line.number_in<double>(kValue, 0, 1e9);
    const bool rate = is_bandwidth(m.experiment);
    if (rate != (m.statistic == "goodput"))
        throw line.error(7, "statistic = " + m.statistic + ": not one of " + m.experiment + "; expected " +
                                (rate ? "goodput" : "median or a quantile"));
    if (m.offset + m.size > kPageOctets || m.window < (m.offset + m.size + 63u) / 64 * 64)
        throw line.error(kWindow,
                         "window = " + line.cells[kWindow] +
                             ": no room for the transfer; expected offset and size within one page and window");
    return m;
}

}  // namespace

double HostFile::read_64_ns() const {
    for (const Measured& m : rows)
        if (m.experiment == "lat_dma_rd" && m.cache == "HWarm" && m.pattern == "Seq" && m.statistic == "median" &&
            m.size == 64 && m.offset == 0 && m.dev_offset == 0)
            return m.value;
    throw core::ConfigError(path +
                            ": no median of warm reads of 64 octets; expected a row lat_dma_rd,HWarm,Seq,64,0,0");
}

HostFile read_host_file(const std::string& path) {
    HostFile file;
    file.path = path;
    std::istringstream text(core::read_text(path));
    std::string facts;
    bool head = true;
    std::size_t number = 0;
    for (std::string line; std::getline(text, line);) {
        ++number;
        if (head && !line.empty() && line[0] == '#') {
            facts += " " + line.substr(1) + "\n";
            continue;
        }
        const Line here{path, number, cells(line)};
        if (head) {
            if (here.cells != kColumns)
                throw here.error(0,
                                 "wrong columns; expected "
                                 "experiment,cache,pattern,size,offset,dev_offset,window,statistic,value,split");
            head = false;
            continue;
        }
        file.rows.push_back(read_row(here));
    }
    if (head) throw core::ConfigError(path + ": no line with the columns; expected one after the facts");
    file.facts = read_facts(facts, path, file.assumed);
    return file;
}

}  // namespace niclab::pcie
