#include "lab/results/run_means.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "lab/results/confidence.h"
#include "lab/results/rounded.h"

namespace niclab::lab {

nlohmann::ordered_json to_json(const RunMeans& means) {
    const Confidence& c = means.confidence;
    nlohmann::ordered_json directions = nlohmann::ordered_json::array();
    for (const auto& [direction, us] : means.us) {
        const Mean m = mean_of(us, c.level);
        directions.push_back({{"direction", direction},
                              {"runs", us.size()},
                              {"mean_us", rounded(m.value)},
                              {"half_width_us", rounded(m.half_width)},
                              {"known", m.within(c.width)}});
    }
    return {{"level", c.level}, {"width_percent", c.width}, {"program_to_program", directions}};
}

std::string run_means_text(const RunMeans& means) {
    std::string text;
    for (const auto& [direction, us] : means.us) {
        const Mean m = mean_of(us, means.confidence.level);
        text += fmt::format(
            "{}{:<30}{:>11.3f} +- {:.3f} us, {} runs\n",
            text.empty() ? fmt::format("\nfrom program to program, mean of the runs, {:g} %\n", means.confidence.level)
                         : "",
            "  " + direction, m.value, m.half_width, us.size());
    }
    return text;
}

std::vector<std::string> unknown_means(const RunMeans& means) {
    std::vector<std::string> sentences;
    for (const auto& [direction, us] : means.us) {
        const Mean m = mean_of(us, means.confidence.level);
        if (m.within(means.confidence.width)) continue;
        sentences.push_back(
            fmt::format("run.confidence: after {} runs the interval of the mean time {} is {:.1f} % of it, not {:g} %.",
                        us.size(), direction, 200 * m.half_width / m.value, means.confidence.width));
    }
    return sentences;
}

}  // namespace niclab::lab
