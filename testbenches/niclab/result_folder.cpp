#include "result_folder.h"

#include <utility>

#include "core/output_file.h"

namespace niclab::cli {

namespace fs = std::filesystem;

ResultFolder::ResultFolder(fs::path folder, std::vector<std::string> files)
    : folder_(std::move(folder)), files_(std::move(files)) {
    clear();
}

ResultFolder::~ResultFolder() {
    if (kept_) return;
    clear();
    std::error_code filled;
    for (const fs::path& each : created_) fs::remove(each, filled);
}

void ResultFolder::create() {
    std::error_code none;
    for (fs::path at = fs::absolute(folder_); !fs::exists(at, none) && at != at.root_path(); at = at.parent_path())
        created_.push_back(at);
    core::make_folder(folder_.string());
}

void ResultFolder::clear() const {
    std::error_code none;
    for (const std::string& file : files_)
        if (fs::is_regular_file(folder_ / file, none)) fs::remove(folder_ / file, none);
}

}  // namespace niclab::cli
