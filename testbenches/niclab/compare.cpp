#include <CLI/CLI.hpp>

#include "child.h"
#include "commands.h"
#include "lab/experiment/catalog.h"
#include "start_python.h"
#include "words.h"

namespace niclab::cli {

CLI::App* add_compare(CLI::App& app, CompareArguments& a) {
    CLI::App* several = app.add_subcommand("compare", "Compare cards or experiments with the same workload and seeds.");
    several
        ->add_option(
            "subjects", a.subjects,
            "Cards or experiments to compare, names or files. NAME:KEY=VALUE,KEY=VALUE changes parameters of one.")
        ->required();
    several->add_option("--workload", a.workload, "Experiment in which the cards are compared. Default: echo.");
    several->add_option("--sizes", a.sizes, "Packet sizes for the throughput in octets, such as 1,40,1500.");
    several->add_option("--seeds", a.seeds, "Number of seeds, one simulation for each. Default: 5.")
        ->check(whole(2, 1000));
    several->add_option("--seed", a.seed, "First seed. Default: 1.")->check(whole(0, 1L << 62));
    several->add_option("--runs", a.runs, "Runs per seed. Default: as in the experiment.")->check(whole(1, 100000));
    several->add_option("--jobs", a.jobs, "Simulations at a time. Default: the number of processors.")
        ->check(whole(1, 1024));
    several->add_option("--out", a.out, "Folder of the results. Default: results/compare/NAMES.")->type_name("FOLDER");
    several->add_option("--html", a.html, "File of the page. Default: compare.html in the folder of the results.")
        ->type_name("FILE");
    return several;
}

int compare(const CompareArguments& a) {
    std::vector<std::string> words = {"--niclab",
                                      own_path(),
                                      "--cards",
                                      lab::data_folder(lab::Kind::Card),
                                      "--experiments",
                                      lab::data_folder(lab::Kind::Experiment),
                                      "--workload",
                                      a.workload,
                                      "--sizes=" + a.sizes,
                                      "--seeds",
                                      std::to_string(a.seeds),
                                      "--seed",
                                      std::to_string(a.seed),
                                      "--runs",
                                      std::to_string(a.runs),
                                      "--jobs",
                                      std::to_string(a.jobs),
                                      "--out=" + a.out,
                                      "--html=" + a.html,
                                      "--"};
    words.insert(words.end(), a.subjects.begin(), a.subjects.end());
    start_python("compare", words);
}

}  // namespace niclab::cli
