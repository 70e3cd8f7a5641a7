/// @file The list [[vc]]: connections that flows name, and numbers for flows that name none.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "lab/experiment/experiment.h"
#include "lab/experiment/known_name.h"

namespace niclab::lab {

class Connections {
public:
    static constexpr std::size_t kAnyLink = ~std::size_t{0};
    /// A scope in which a number must be unique.
    using Place = std::pair<std::size_t, unsigned>;
    /// The scope of a flow towards that end of its link.
    using PlaceOf = std::function<Place(const FlowConfig& flow, unsigned end)>;

    explicit Connections(NamedTables tables) : tables_(std::move(tables)) {}
    /// `links`: their names. Throws core::ConfigError, as do all functions that follow.
    void read(const std::vector<std::string>& links);
    /// Assigns to the next flow the connection that its table names, or one of its own.
    void use(FlowConfig& flow, core::ConfigTable& t);
    /// Link of the last flow's connection.
    std::size_t link_of_last() const { return vc_of_.back() ? vcs_[*vc_of_.back()].link : kAnyLink; }
    /// Flows without a [[vc]] get the first VCIs that are free in both directions; two flows on one
    /// VCI could not be distinguished.
    void number(std::vector<FlowConfig>& flows, const NamedTables& flow_tables, const PlaceOf& place_of) const;
    /// Empty: the flow's own.
    std::string encapsulation(std::size_t flow) const { return vc_of_[flow] ? vcs_[*vc_of_[flow]].encapsulation : ""; }

private:
    struct Vc {
        std::string name;
        std::size_t link = kAnyLink;
        std::uint16_t vci, vci_back;
        std::string encapsulation;
        bool used = false;
    };
    static Vc read_vc(const std::string& name, core::ConfigTable& t, const std::vector<std::string>& links);

    NamedTables tables_;
    std::vector<Vc> vcs_;
    std::vector<std::optional<std::size_t>> vc_of_;  ///< By flow.
};

}  // namespace niclab::lab
