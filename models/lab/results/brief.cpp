#include "lab/results/brief.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/count_of.h"
#include "lab/results/abbreviations.h"
#include "lab/results/folded.h"

namespace niclab::lab {

namespace {

constexpr std::size_t kContinuedIndent = 2;  ///< Of a sentence's continued lines.

std::size_t lines_of(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// How much of a result is printed.
struct Extent {
    std::size_t sentences, rows, warnings;
};

/// The first `count` of `all`, and how many `kind` are left out.
std::string first_of(const std::vector<std::string>& all, std::size_t count, const char* kind, std::size_t columns) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += folded(all[i], kContinuedIndent, columns);
    const std::size_t more = all.size() - count;
    if (more > 0) text += base::count_of(more, std::string("more ") + kind) + ": see summary.txt.\n";
    return text;
}

std::string table_of(const BriefTable& table, std::size_t rows, std::size_t columns) {
    std::string text;
    if (rows == 0) return text;
    for (const std::string& line : table.head) text += folded(line, table.indent, columns);
    for (const std::string& line : table.first(rows)) text += folded(line, table.indent, columns);
    return text;
}

/// All but the line of the folder.
std::string text_of(const Brief& brief, const Extent& extent, std::size_t columns) {
    std::string text = first_of(brief.answer, extent.sentences, "sentence", columns) +
                       table_of(brief.table, extent.rows, columns) +
                       first_of(brief.warnings, extent.warnings, "warning", columns);
    if (const std::string written_out = abbreviations(text); !written_out.empty())
        text += folded(written_out, kContinuedIndent, columns);
    return text +
           folded(brief.about + ". Tables: --verbose, or summary.txt in this folder:", kContinuedIndent, columns);
}

}  // namespace

BriefTable table_of_rows(std::string head, std::vector<std::string> rows, std::size_t indent, const std::string& more) {
    BriefTable t;
    t.head = {std::move(head)};
    t.rows = rows.size();
    t.indent = indent;
    t.first = [rows = std::move(rows), kind = more.empty() ? "" : " " + more](std::size_t count) {
        std::vector<std::string> some(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count));
        if (count < rows.size()) some.push_back(fmt::format("  {} more{}: see summary.txt", rows.size() - count, kind));
        return some;
    };
    return t;
}

std::string to_text(const Brief& brief, const std::string& folder, std::size_t columns) {
    constexpr std::size_t kMost = kBriefLines - 1;
    const std::size_t few = std::min(brief.table.kept, brief.table.rows);
    Extent extent{brief.answer.size(), brief.table.rows, brief.warnings.size()};
    std::string text = text_of(brief, extent, columns);
    while (lines_of(text) > kMost) {
        const bool last_sentence = extent.sentences <= 1;
        if (extent.rows > few || (last_sentence && extent.rows > 0))
            --extent.rows;
        else if (!last_sentence)
            --extent.sentences;
        else if (extent.warnings > 1)
            --extent.warnings;
        else
            break;  // one sentence and one warning are never cut
        text = text_of(brief, extent, columns);
    }
    return text + folder + "\n";
}

}  // namespace niclab::lab
