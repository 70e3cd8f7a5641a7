#include "lab/experiment/input_files.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "core/input_file.h"

namespace niclab::lab {

namespace {

using nlohmann::ordered_json;

InputFile read_kept(const ordered_json& j, const std::string& where) {
    const auto word = [&](const char* key) {
        if (!j.is_object() || !j.contains(key) || !j.at(key).is_string())
            throw core::ConfigError(where + ": an input without '" + key + "'; expected results.json of this program");
        return j.at(key).get<std::string>();
    };
    InputFile file{word("role"), word("name"), word("folder"), word("path"), word("sha256"), "", j.contains("text")};
    if (file.carried) file.text = word("text");
    return file;
}

/// Other text cannot be represented in JSON.
bool is_utf8(const std::string& text) {
    const auto is_ascii = [](unsigned char c) { return c < 0x80; };
    if (std::all_of(text.begin(), text.end(), is_ascii)) return true;
    try {
        return !ordered_json(text).dump().empty();
    } catch (const ordered_json::type_error&) {
        return false;
    }
}

void check(const InputFile& file, const std::string& where) {
    if (!file.carried && !std::filesystem::exists(file.path))
        throw core::ConfigError(where + ": " + file.role + " '" + file.path +
                                "' is missing; expected the file of these results");
    if ((file.carried ? base::sha256(file.text) : core::digest_of_file(file.path)) != file.sha256)
        throw core::ConfigError(where + ": " + file.role + " '" + file.path +
                                "' has changed since; expected the file with sha256 " + file.sha256);
}

}  // namespace

InputFiles::InputFiles(const ordered_json& kept, const std::string& where) : kept_only_(true) {
    for (const ordered_json& j : kept) {
        kept_.push_back(read_kept(j, where));
        check(kept_.back(), where);
    }
}

const InputFile* InputFiles::used(const std::string& path) const {
    const auto file = std::find_if(used_.begin(), used_.end(), [&](const InputFile& f) { return f.path == path; });
    return file == used_.end() ? nullptr : &*file;
}

std::string InputFiles::find(const std::string& role, const std::string& name, const std::string& folder,
                             const std::function<std::string()>& search) {
    const auto same = [&](const InputFile& f) { return f.role == role && f.name == name && f.folder == folder; };
    const auto before = std::find_if(used_.begin(), used_.end(), same);
    if (before != used_.end()) return before->path;
    InputFile file{role, name, folder, "", "", "", false};
    if (kept_only_) {
        const auto kept = std::find_if(kept_.begin(), kept_.end(), same);
        if (kept == kept_.end()) return "";
        file = *kept;
    } else {
        file.path = search();
        if (const InputFile* known = used(file.path))  // by another name
            file.sha256 = known->sha256, file.text = known->text, file.carried = known->carried;
    }
    if (!file.path.empty()) used_.push_back(file);
    return file.path;
}

bool InputFiles::carried(const std::string& path) const {
    const InputFile* file = used(path);
    return file && file->carried;
}

std::string InputFiles::text(const std::string& path) {
    if (carried(path)) return used(path)->text;
    std::string text = core::read_text(path);
    for (InputFile& f : used_) {
        if (f.path != path) continue;
        f.sha256 = base::sha256(text);
        f.carried = text.size() <= kMostCarriedOctets && is_utf8(text);
        if (f.carried) f.text = text;
    }
    return text;
}

core::ConfigLayer InputFiles::layer(const std::string& path, const std::string& under) {
    const auto same = [&](const Parsed& p) { return p.path == path && p.under == under; };
    const auto before = std::find_if(parsed_.begin(), parsed_.end(), same);
    if (before != parsed_.end()) return before->layer;
    return parsed_.push_back({path, under, core::parse_layer(text(path), path, under)}), parsed_.back().layer;
}

void InputFiles::note(const std::string& path) {
    for (InputFile& f : used_)
        if (f.path == path && f.sha256.empty()) f.sha256 = core::digest_of_file(path);
}

ordered_json to_json(const std::vector<InputFile>& files) {
    ordered_json list = ordered_json::array();
    for (const InputFile& f : files) {
        list.push_back(
            {{"role", f.role}, {"name", f.name}, {"folder", f.folder}, {"path", f.path}, {"sha256", f.sha256}});
        if (f.carried) list.back()["text"] = f.text;
    }
    return list;
}

}  // namespace niclab::lab
