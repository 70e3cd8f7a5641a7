#include "core/sorted_rows.h"

#include <algorithm>

namespace niclab::core {

SortedRows::SortedRows(std::string path, const Columns& columns) : file_("--out", std::move(path)) {
    file_.out() << header(columns);
}

char* SortedRows::room(std::size_t most) {
    if (used_ + most > text_.size()) text_.resize(2 * (used_ + most));
    return text_.data() + used_;
}

void SortedRows::add(const char* end, Femtoseconds over) {
    const std::size_t begin = used_;
    used_ = static_cast<std::size_t>(end - text_.data());
    rows_.push_back({over, begin, used_});
}

/// With more than some octets the file's own buffer keeps none back.
void SortedRows::settle() {
    if (used_ >= StreamedFile::kWorthWriting) write();
}

std::string SortedRows::take() {
    std::string taken;
    const auto append = [&taken](const void* from, std::size_t octets) {
        taken.append(static_cast<const char*>(from), octets);
    };
    const std::size_t rows = rows_.size();
    append(&rows, sizeof rows);
    append(rows_.data(), rows * sizeof(Row));
    append(text_.data(), used_);
    used_ = 0, rows_.clear();
    return taken;
}

void SortedRows::add_taken(std::string_view taken) {
    std::size_t rows = 0;
    taken.copy(reinterpret_cast<char*>(&rows), sizeof rows);
    taken.remove_prefix(sizeof rows);
    const std::size_t known = rows_.size();
    rows_.resize(known + rows);
    taken.copy(reinterpret_cast<char*>(rows_.data() + known), rows * sizeof(Row));
    taken.remove_prefix(rows * sizeof(Row));
    taken.copy(room(taken.size()), taken.size());
    for (std::size_t i = known; i < rows_.size(); ++i) rows_[i].begin += used_, rows_[i].end += used_;
    used_ += taken.size();
}

void SortedRows::write() {
    const auto earlier = [](const Row& a, const Row& b) { return a.over < b.over; };
    if (std::is_sorted(rows_.begin(), rows_.end(), earlier)) {
        file_.out().write(text_.data(), static_cast<std::streamsize>(used_));
    } else {  // Buses that were simulated one after the other.
        std::stable_sort(rows_.begin(), rows_.end(), earlier);
        for (const Row& r : rows_)
            file_.out().write(text_.data() + r.begin, static_cast<std::streamsize>(r.end - r.begin));
    }
    used_ = 0, rows_.clear();
}

}  // namespace niclab::core
