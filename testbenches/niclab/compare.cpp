#include "child.h"
#include "commands.h"
#include "lab/experiment/catalog.h"
#include "start_python.h"

namespace niclab::cli {

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
