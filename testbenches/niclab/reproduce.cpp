#include <algorithm>
#include <vector>

#include "child.h"
#include "commands.h"
#include "core/config.h"
#include "core/output_file.h"
#include "lab/experiment/catalog.h"
#include "start_python.h"

namespace niclab::cli {

namespace {
const std::vector<std::string> kPapers = {
    "dollas", "dollas/table1", "dollas/table2", "dollas/table3", "dollas/figures", "eberhardt", "borriss",
    "sandia", "an880",         "an880/figure3", "an880/figure4", "an880/figure5",  "published"};
}  // namespace

bool can_be_reproduced(const std::string& paper) {
    return std::find(kPapers.begin(), kPapers.end(), paper) != kPapers.end();
}

std::string papers_in_words() {
    return "dollas, dollas/ with table1, table2, table3 or figures, eberhardt, borriss, sandia, an880, an880/ with "
           "figure3, figure4 or figure5, or published";
}

int reproduce(const ReproduceArguments& a) {
    if (!can_be_reproduced(a.paper)) {
        throw core::ConfigError("niclab reproduce " + a.paper + ": " + core::unknown_name("paper", a.paper, kPapers));
    }
    const std::size_t slash = a.paper.find('/');
    const std::string part = slash == std::string::npos ? "" : a.paper.substr(slash + 1);
    const std::string out = a.out.empty() ? "results/reproduce/" + a.paper.substr(0, slash) : a.out;
    core::make_folder(out);
    start_python("reproduce", {a.paper.substr(0, slash), part, "--niclab", own_path(), "--data",
                               lab::data_folder(lab::Kind::Reference), "--out", out});
}

}  // namespace niclab::cli
