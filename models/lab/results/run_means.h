/// @file Means over all runs of an experiment with their confidence intervals: of the time of a
/// packet, or of the rate of a flow.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "lab/experiment/repetition.h"

namespace niclab::lab {

/// A measured quantity, as results.json and sentences name it.
struct Measure {
    const char* list;   ///< Key of the list of means.
    const char* item;   ///< Key of the name of an entry.
    const char* title;  ///< "rate of each flow"
};
inline constexpr Measure kTimes{"program_to_program", "direction", "from program to program"};
inline constexpr Measure kRates{"flows", "flow", "rate of each flow"},
    kRatesAndTimes{"flows", "flow", "rate of each flow, or time of its packets"};

struct MeanUnit {
    const char *key, *words;
    const char* mean;  ///< "mean rate of"
};
inline constexpr MeanUnit kMicroseconds{"us", "us", "mean time"}, kMegabits{"mbit_s", "Mb/s", "mean rate of"},
    kTransactions{"transactions_s", "transactions/s", "mean rate of"};

struct RunMeans {
    struct Item {
        std::string name;
        std::vector<double> values;  ///< One per run.
        MeanUnit unit = kMicroseconds;
    };
    Confidence confidence;
    Measure measure = kTimes;
    std::vector<Item> items;

    /// Whether each mean is known as well as required. Those without a value are ignored.
    bool known() const;
    /// Whether they are reported: several runs, or as many as run.confidence requires.
    bool reported() const;
};

/// A list of values as "3.210", with several runs "3.210 +- 0.012": half of the interval of 95 %.
std::string mean_text(const std::vector<double>& values, unsigned digits = 3);

/// Of the rates of flows. Without run.confidence the level is 95.
RunMeans rate_means(const Confidence& confidence);
nlohmann::ordered_json to_json(const RunMeans& means);
/// A line per entry; nothing unless reported.
std::string run_means_text(const RunMeans& means);
/// A sentence for each mean that is not known well enough after the last run.
std::vector<std::string> unknown_means(const RunMeans& means);

}  // namespace niclab::lab
