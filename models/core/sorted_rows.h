/// @file A table as a file, its rows in the order of a time each; the file appears when the run
/// is over.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/column.h"
#include "core/output_file.h"
#include "core/time.h"

namespace niclab::core {

class SortedRows {
public:
    /// Throws ConfigError when the file cannot be written.
    SortedRows(std::string path, const Columns& columns);
    /// Space for a row of at most `most` octets, until add().
    char* room(std::size_t most);
    /// The row ends at `end` in that space; its place in the table is that of `over`.
    void add(const char* end, Femtoseconds over);
    /// All rows up to now are known: they may be written.
    void settle();
    /// Moves all rows to a text instead, for another table of the same columns, which adds them.
    std::string take();
    void add_taken(std::string_view taken);
    /// Throws ConfigError if a write has failed.
    void check() const { file_.check(); }
    /// Completes the file; without this call nothing is left. Throws ConfigError.
    void finish() { write(), file_.finish(); }

private:
    struct Row {
        Femtoseconds over;
        std::size_t begin, end;  ///< In `text_`.
    };
    void write();
    StreamedFile file_;
    std::vector<char> text_;  ///< The first `used_` are not written yet. Both keep their memory for reuse.
    std::size_t used_ = 0;
    std::vector<Row> rows_;
};

}  // namespace niclab::core
