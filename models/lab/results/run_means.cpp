#include "lab/results/run_means.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/count_of.h"
#include "lab/results/confidence.h"
#include "lab/results/rounded.h"

namespace niclab::lab {

namespace {
constexpr double kUsualLevel = 95;
}

bool RunMeans::known() const {
    return std::all_of(items.begin(), items.end(), [this](const Item& i) {
        return i.values.empty() || mean_of(i.values, confidence.level).within(confidence.width);
    });
}

bool RunMeans::reported() const {
    return std::any_of(items.begin(), items.end(), [](const Item& i) { return i.values.size() > 1; });
}

std::string mean_text(const std::vector<double>& values, unsigned digits) {
    const Mean m = mean_of(values, kUsualLevel);
    const std::string mean = fmt::format("{:.{}f}", m.value, digits);
    return values.size() > 1 ? fmt::format("{} +- {:.{}f}", mean, m.half_width, digits) : mean;
}

RunMeans rate_means(const Confidence& confidence) {
    RunMeans means{confidence, kRates, {}};
    if (!confidence.on()) means.confidence.level = kUsualLevel;
    return means;
}

nlohmann::ordered_json to_json(const RunMeans& means) {
    const Confidence& c = means.confidence;
    nlohmann::ordered_json items = nlohmann::ordered_json::array();
    for (const RunMeans::Item& item : means.items) {
        const Mean m = mean_of(item.values, c.level);
        const std::string unit = item.unit.key;
        items.push_back({{means.measure.item, item.name},
                         {"runs", item.values.size()},
                         {"mean_" + unit, rounded(m.value)},
                         {"half_width_" + unit, rounded(m.half_width)},
                         {"known", m.within(c.width)}});
    }
    return {{"level", c.level}, {"width_percent", c.width}, {means.measure.list, items}};
}

std::string run_means_text(const RunMeans& means) {
    if (!means.reported()) return "";
    std::string text = fmt::format("\n{}, mean of the runs, {:g} %\n", means.measure.title, means.confidence.level);
    for (const RunMeans::Item& item : means.items) {
        const Mean m = mean_of(item.values, means.confidence.level);
        text += fmt::format("{:<30}{:>11.3f} +- {:.3f} {}, {}\n", "  " + item.name, m.value, m.half_width,
                            item.unit.words, base::count_of(item.values.size(), "run"));
    }
    return text;
}

std::vector<std::string> unknown_means(const RunMeans& means) {
    std::vector<std::string> sentences;
    for (const RunMeans::Item& item : means.items) {
        const Mean m = mean_of(item.values, means.confidence.level);
        if (item.values.empty() || m.within(means.confidence.width)) continue;
        sentences.push_back(
            fmt::format("run.confidence: after {} the interval of the {} {} is {:.1f} % of it, not {:g} %.",
                        base::count_of(item.values.size(), "run"), item.unit.mean, item.name,
                        200 * m.half_width / m.value, means.confidence.width));
    }
    return sentences;
}

}  // namespace niclab::lab
