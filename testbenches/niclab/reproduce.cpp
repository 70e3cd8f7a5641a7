#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "child.h"
#include "commands.h"
#include "core/config.h"
#include "core/output_file.h"
#include "lab/experiment/catalog.h"
#include "pcie/bench/batch.h"
#include "start_python.h"

namespace niclab::cli {

namespace {

constexpr const char* kPcieBench = "pcie_bench";
const std::vector<std::string> kPapers = {
    "dollas", "dollas/table1", "dollas/table2", "dollas/table3", "dollas/figures", "eberhardt", "borriss",
    "sandia", "an880",         "an880/figure3", "an880/figure4", "an880/figure5",  "published", kPcieBench};

/// The host files that come with niclab, sorted.
std::vector<std::string> known_hosts() {
    std::vector<std::string> found;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(
             std::filesystem::path(lab::data_folder(lab::Kind::Reference)) / kPcieBench, error))
        if (entry.path().extension() == ".csv") found.push_back(entry.path().string());
    std::sort(found.begin(), found.end());
    return found;
}

/// Simulates the hosts; Python then only compares.
pcie::BatchText simulate_pcie_bench(const ReproduceArguments& a) {
    const std::string name = a.card.empty() ? "nfp6000" : a.card;
    const std::string card = lab::find_file(lab::Kind::PcieCard, name, "");
    if (card.empty())
        throw core::ConfigError(
            "--card " + name + ": " +
            core::unknown_name("card", name, lab::known_names(lab::Kind::PcieCard), "a file or one of"));
    return pcie::simulate_hosts(pcie::read_card_profile(card), a.hosts.empty() ? known_hosts() : a.hosts);
}

}  // namespace

bool can_be_reproduced(const std::string& paper) {
    return std::find(kPapers.begin(), kPapers.end(), paper) != kPapers.end();
}

std::string papers_in_words() {
    return "dollas, dollas/ with table1, table2, table3 or figures, eberhardt, borriss, sandia, an880, an880/ with "
           "figure3, figure4 or figure5, published, or pcie_bench";
}

CLI::App* add_reproduce(CLI::App& app, ReproduceArguments& a) {
    CLI::App* paper =
        app.add_subcommand("reproduce", "Run the experiments of a paper and compare the results with its tables.");
    paper->add_option("paper", a.paper, papers_in_words())->required();
    paper->add_option("--out", a.out, "Folder of the results. Default: results/reproduce/PAPER.")->type_name("FOLDER");
    paper
        ->add_option("--host", a.hosts,
                     "pcie_bench: file of a measured host instead of those that come with niclab; may be repeated.")
        ->type_name("FILE")
        ->allow_extra_args(false)
        ->take_all();
    paper->add_option("--card", a.card, "pcie_bench: card that was measured, a name or a file. Default: nfp6000.");
    return paper;
}

int reproduce(const ReproduceArguments& a) {
    if (!can_be_reproduced(a.paper)) {
        throw core::ConfigError("niclab reproduce " + a.paper + ": " + core::unknown_name("paper", a.paper, kPapers));
    }
    if (a.paper != kPcieBench && !(a.hosts.empty() && a.card.empty()))
        throw core::ConfigError("niclab reproduce " + a.paper +
                                ": --host and --card have no effect; expected pcie_bench");
    const std::size_t slash = a.paper.find('/');
    const std::string part = slash == std::string::npos ? "" : a.paper.substr(slash + 1);
    const std::string out = a.out.empty() ? "results/reproduce/" + a.paper.substr(0, slash) : a.out;
    const bool pcie_bench = a.paper == kPcieBench;
    const pcie::BatchText text = pcie_bench ? simulate_pcie_bench(a) : pcie::BatchText{};
    std::fputs(text.assumed.c_str(), stderr);
    core::make_folder(out);
    if (pcie_bench) {
        core::write_file(out + "/simulated.csv", text.simulated);
        core::write_file(out + "/spans.csv", text.spans);
    }
    start_python("reproduce", {a.paper.substr(0, slash), part, "--niclab", own_path(), "--data",
                               lab::data_folder(lab::Kind::Reference), "--out", out});
}

}  // namespace niclab::cli
