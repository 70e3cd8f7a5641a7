#include "lab/experiment/size_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace niclab::lab {

namespace {

const std::vector<std::string> kOrders{"cyclic", "random", "uniform"};

}  // namespace

std::int64_t SizeChoice::largest() const { return *std::max_element(sizes.begin(), sizes.end()); }

std::size_t SizeChoice::most_octets() const {
    if (order != Order::Cyclic) return sizes.size() * std::size_t(largest());
    return std::size_t(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}));
}

std::int64_t SizeChoice::draw(base::RandomStream& random) const {
    if (order == Order::Uniform) return random.uniform(*std::min_element(sizes.begin(), sizes.end()), largest());
    const auto total = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    auto left = std::uint64_t(random.uniform(0, std::int64_t(total) - 1));
    std::size_t k = 0;
    while (left >= weights[k]) left -= weights[k++];
    return sizes[k];
}

SizeChoice read_size_choice(core::ConfigTable& t, std::vector<std::int64_t> sizes, const std::string& unit) {
    SizeChoice choice;
    choice.sizes = std::move(sizes);
    const std::string order = t.choice("size_order", kOrders[0], kOrders,
                                       fmt::format("Cyclic: the sizes follow each other; random: each {} draws one; "
                                                   "uniform: each draws a number from the smallest to the largest.",
                                                   unit));
    choice.order = SizeChoice::Order(std::find(kOrders.begin(), kOrders.end(), order) - kOrders.begin());
    const auto weights = t.integers("size_weights", std::vector<std::int64_t>(choice.sizes.size(), 1), 1, 1'000'000,
                                    "Random sizes: relative frequency of each size.");
    choice.weights.assign(weights.begin(), weights.end());
    if (choice.weights.size() != choice.sizes.size())
        throw t.error("size_weights", fmt::format("{} weights", choice.weights.size()),
                      fmt::format("{}, one for each of the sizes", choice.sizes.size()));
    return choice;
}

}  // namespace niclab::lab
