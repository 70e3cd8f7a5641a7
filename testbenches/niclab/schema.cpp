#include "schema.h"

#include <nlohmann/json.hpp>

#include "lab/experiment/known_keys.h"
#include "lab/run/runner.h"

namespace niclab::cli {

namespace {

using nlohmann::ordered_json;
using Parameters = std::vector<core::Parameter>;

constexpr const char* kItem = "NAME";
/// A table with other keys than those of its items must be distinguished from them.
constexpr const char* kName = "^[A-Za-z0-9_]+$";

ordered_json object() {
    return {{"type", "object"}, {"properties", ordered_json::object()}, {"additionalProperties", false}};
}

/// "0.5" or "12"; limits of quantities have units and remain text.
ordered_json number(const std::string& text) { return ordered_json::parse(text, nullptr, false); }

/// Any form of it with one of these units.
std::string quantity_pattern(const std::vector<std::string>& units) {
    std::string any;
    for (const std::string& unit : units) any += (any.empty() ? "" : "|") + unit;
    return "^\\s*[+-]?[0-9]+(\\.[0-9]*)?([eE][+-]?[0-9]+)?\\s*(" + any + ")\\s*$";
}

void put_type(ordered_json& schema, const core::Allowed& allowed) {
    const std::string& type = allowed.type;
    if (type == "boolean" || type == "integer" || type == "number") {
        schema["type"] = type;
        if (type == "boolean") return;
        const ordered_json least = number(allowed.least), most = number(allowed.most);
        if (least.is_number()) schema["minimum"] = least;
        if (most.is_number()) schema["maximum"] = most;
        return;
    }
    if (type == "integers" || type == "texts") {
        schema["type"] = "array";
        schema["items"] = {{"type", type == "texts" ? "string" : "integer"}};
        return;
    }
    schema["type"] = "string";
    if (type == "choice") schema["enum"] = allowed.names;
    if (type == "quantity") schema["pattern"] = quantity_pattern(allowed.names);
}

ordered_json leaf(const core::Parameter& p) {
    const core::Documentation d = p.documentation();
    ordered_json schema = {{"description", d.what + " Default: " + d.standard + ". Allowed: " + d.allowed.words + "."}};
    put_type(schema, d.allowed);
    return schema;
}

/// The schema of `name` in `table`: a property, or the pattern for names that the user chooses.
ordered_json& place(ordered_json& table, const std::string& name) {
    if (name == kItem) return table["patternProperties"][kName];
    if (name == "to_HOST" || name == "to_END") return table["patternProperties"]["^to_[A-Za-z0-9_]+$"];
    if (name == "HOST_ppm") return table["patternProperties"]["^[A-Za-z][A-Za-z0-9_]*_ppm$"];
    return table["properties"][name];
}

void put(ordered_json& table, const std::string& key, const core::Parameter& p) {
    const std::size_t dot = key.find('.');
    ordered_json& there = place(table, key.substr(0, dot));
    if (dot == std::string::npos) {
        there = leaf(p);
        return;
    }
    if (there.is_null()) there = object();
    put(there, key.substr(dot + 1), p);
}

/// The table of all keys that begin with `start`, the first of each, without it.
ordered_json table_of(const Parameters& parameters, const std::string& start) {
    ordered_json table = object();
    for (const core::Parameter& p : parameters)
        if (p.key.rfind(start, 0) == 0) put(table, p.key.substr(start.size()), p);
    return table;
}

/// `more` is a copy: it may be a part of the table, and its keys move.
void add_properties(ordered_json& table, ordered_json more) {
    for (const auto& [name, schema] : more.at("properties").items())
        if (!table["properties"].contains(name)) table["properties"][name] = schema;
}

ordered_json list_of(ordered_json item, std::initializer_list<const char*> required) {
    for (const char* name : required) item["required"].push_back(name);
    return {{"type", "array"}, {"items", std::move(item)}};
}

/// Common keys of both directions may be in the link itself.
ordered_json link(ordered_json table) {
    for (const char* way : {"^to_[A-Za-z0-9_]+$"})
        if (table["patternProperties"].contains(way)) add_properties(table, table["patternProperties"][way]);
    return table;
}

ordered_json line(const Parameters& parameters) {
    ordered_json table = table_of(parameters, "line.");
    add_properties(table, table["properties"]["to_server"]);
    return table;
}

/// A second card has its own tables with the keys of the first.
ordered_json host_of_list(const Parameters& parameters) {
    ordered_json host = table_of(parameters, "host.NAME.");
    ordered_json& keys = host["properties"];
    for (const char* table : {"nic", "driver"}) {
        const ordered_json first = keys[table];  // A copy, because a new key may move the others.
        keys[std::string(table) + "1"] = first;
    }
    return host;
}

ordered_json segments(const Parameters& parameters) {
    ordered_json segment = table_of(parameters, "segment.NAME.");
    segment["properties"]["stations"] = list_of(table_of(parameters, "segment.NAME.stations.NAME."), {"host"});
    return list_of(segment, {"stations"});
}

ordered_json cycle() {
    const Parameters all = lab::known_parameters();
    ordered_json schema = object();
    ordered_json& keys = schema["properties"];
    for (const char* table : {"run", "workload", "connection", "analyzer", "client", "server"})
        keys[table] = table_of(all, std::string(table) + ".");
    keys["line"] = line(all);
    const ordered_json host = host_of_list(all);
    const ordered_json shared = keys["client"]["properties"];
    for (const char* table : {"nic", "driver", "pci", "pcie", "isa"}) keys[table] = shared[table];
    keys["host"] = {{"anyOf", {shared["host"], list_of(host, {"name"})}}};
    keys["defaults"] = object();
    keys["defaults"]["properties"]["host"] = host;
    keys["switch"] = list_of(table_of(all, "switch.NAME."), {"name"});
    keys["link"] = list_of(link(table_of(all, "link.NAME.")), {"ends"});
    keys["vc"] = list_of(table_of(all, "vc.NAME."), {});
    keys["flow"] = list_of(table_of(all, "flow.NAME."), {"from", "to"});
    return schema;
}

/// Hosts with a TCP, or a segment, which has a smaller network and reads of files.
ordered_json hosts(lab::Level level) {
    const bool network = level == lab::Level::Coarse;
    const Parameters all = lab::known_parameters_of(level);
    const auto list = [&all](const char* name, std::initializer_list<const char*> required) {
        return list_of(table_of(all, std::string(name) + ".NAME."), required);
    };
    ordered_json schema = object();
    ordered_json& keys = schema["properties"];
    for (const char* table : {"run", network ? "network" : "reads", "analyzer"})
        keys[table] = table_of(all, std::string(table) + ".");
    keys["defaults"] = object();
    keys["defaults"]["properties"]["host"] = table_of(all, "host.NAME.");
    if (!network) keys["defaults"]["properties"]["flow"] = table_of(all, "flow.NAME.");
    keys["host"] = list("host", {"name"});
    if (network) {
        keys["switch"] = list("switch", {"name"});
        keys["link"] = list_of(link(table_of(all, "link.NAME.")), {"ends"});
    }
    keys["segment"] = segments(all);
    if (network) keys["vc"] = list("vc", {"path"});
    keys["flow"] = list("flow", {"from", "to"});
    schema["required"] = {"host", "flow"};
    if (!network) schema["required"] = {"host", "segment", "flow"};
    return schema;
}

}  // namespace

ordered_json experiment_schema() {
    return {
        {"$schema", "http://json-schema.org/draft-04/schema#"},
        {"title", "An experiment of niclab " + lab::version()},
        {"type", "object"},
        {"anyOf",
         {{{"$ref", "#/definitions/cycle"}}, {{"$ref", "#/definitions/coarse"}}, {{"$ref", "#/definitions/segment"}}}},
        {"definitions",
         {{"cycle", cycle()}, {"coarse", hosts(lab::Level::Coarse)}, {"segment", hosts(lab::Level::Segment)}}}};
}

}  // namespace niclab::cli
