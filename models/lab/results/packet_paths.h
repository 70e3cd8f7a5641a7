/// @file The paths of packets by direction: the declared chain, and the attribution of their
/// latency.
#pragma once

#include "card/chain.h"
#include "lab/results/attribution_report.h"

namespace niclab::lab {

/// By direction, in the order of their first packets.
using Chains = std::vector<std::pair<std::string, card::ChainPtr>>;

struct PacketPaths {
    Chains chains;
    AttributionReport attribution;

    /// The chain of a direction; of one without a packet up to now, `make` returns it.
    template <class Make>
    card::ChainPtr chain(const std::string& direction, const Make& make) {
        for (const auto& [name, chain] : chains)
            if (name == direction) return chain;
        attribution.directions.emplace_back(direction, DirectionChains());
        return chains.emplace_back(direction, make()).second;
    }
    /// Of a direction with a chain.
    void add(const std::string& direction, PduChain packet) {
        for (auto& [name, packets] : attribution.directions)
            if (name == direction) return packets.add(std::move(packet));
    }
};

}  // namespace niclab::lab
