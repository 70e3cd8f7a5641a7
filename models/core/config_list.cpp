// Lists of tables: [[host]] in a file, host.NAME in an assignment.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>

#include "core/config.h"

namespace niclab::core {

namespace {

bool is_name(const std::string& text) {
    const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    const auto rest = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    return !text.empty() && letter(text.front()) && std::all_of(text.begin(), text.end(), rest);
}

}  // namespace

bool ConfigTable::has_list(const std::string& key) const {
    return std::any_of(views_.begin(), views_.end(),
                       [&](const View& v) { return v.table->contains(key) && v.table->get(key)->is_array(); });
}

std::vector<std::pair<std::string, ConfigTable>> ConfigTable::list(const std::string& key,
                                                                   const std::string& standard) {
    known_->push_back(key);
    std::vector<std::pair<std::string, ConfigTable>> items;
    for (const View& view : views_) {
        const toml::node* node = view.table->get(key);
        if (!node) continue;
        if (node->is_table()) {
            lay_over(items, view, key);
            continue;
        }
        if (!node->is_array_of_tables())
            throw error_at(*node, joined(view.path, key), "not tables; expected tables [[" + key + "]]");
        items.clear();
        for (const toml::node& element : *node->as_array()) {
            ConfigTable table = item(view, element, key, standard, items.size());
            const std::string name = table.path_.substr(table.path_.rfind('.') + 1);
            if (std::any_of(items.begin(), items.end(), [&](const auto& i) { return i.first == name; }))
                throw table.error("name", "already in use", "another name");
            items.emplace_back(name, std::move(table));
        }
    }
    return items;
}

ConfigTable ConfigTable::item(const View& list, const toml::node& node, const std::string& key,
                              const std::string& standard, std::size_t number) {
    const std::string at = joined(list.path, key);
    ConfigTable unnamed({{node.as_table(), list.owner, at}}, *this, full(key));
    const toml::node* found = unnamed.find("name");
    const std::string number_name = standard.empty() ? "" : standard + std::to_string(number);
    const std::string name = found ? found->value_exact<std::string>().value_or("") : number_name;
    if (!is_name(name))
        throw unnamed.error("name", found ? "not a name" : "missing", "letters, digits and _, a letter first");
    ConfigTable named({{node.as_table(), list.owner, joined(at, name)}}, *this, joined(full(key), name));
    named.text("name", number_name, "Unique name of the entry.");
    return named;
}

void ConfigTable::lay_over(std::vector<std::pair<std::string, ConfigTable>>& items, const View& view,
                           const std::string& key) {
    std::vector<std::string> names;
    names.reserve(items.size());
    for (const auto& [name, table] : items) names.push_back(name);
    for (const auto& [k, node] : *view.table->get(key)->as_table()) {
        const std::string name(k.str()), at = joined(joined(view.path, key), name);
        const auto item = std::find_if(items.begin(), items.end(), [&](const auto& i) { return i.first == name; });
        if (item == items.end()) {
            throw error_at(node, at, unknown_name(key, name, names));
        }
        if (!node.is_table()) throw error_at(node, at, "a value for a table; expected " + at + ".KEY=VALUE");
        if (node.as_table()->contains("name"))
            throw error_at(*node.as_table()->get("name"), at + ".name", "a name cannot change; expected another key");
        item->second.views_.push_back({node.as_table(), view.owner, at});
    }
}

}  // namespace niclab::core
