#include "compiler_messages.h"

#include <algorithm>
#include <array>
#include <regex>
#include <sstream>

namespace niclab::linux_kernel {

namespace {

/// A message after FILE:LINE:COLUMN, and the name that its first group, or both, give.
struct Form {
    const char* pattern;
    bool member = false;  ///< Groups: struct and member, or the reverse.
    bool member_first = false;
};

constexpr std::array<Form, 13> kForms{{
    {"implicit declaration of function '(\\w+)'"},
    {"call to undeclared function '(\\w+)'"},
    {"type defaults to 'int' in declaration of '(\\w+)'"},
    {"'(\\w+)' undeclared"},
    {"use of undeclared identifier '(\\w+)'"},
    {"unknown type name '(\\w+)'"},
    {"fatal error: ([^ ]+\\.h): No such file"},
    {"fatal error: '([^ ]+\\.h)' file not found"},
    {"'(?:const )?(struct \\w+)' has no member named '(\\w+)'", true},
    {"no member named '(\\w+)' in '(struct \\w+)'", true, true},
    {"invalid use of undefined type '(?:const )?(struct \\w+)'"},
    {"incomplete definition of type '(?:const )?(struct \\w+)'"},
    {"field designator '(\\w+)' does not refer to any field in type '(?:const )?(struct \\w+)'", true, true},
}};

std::string name_in(const std::string& message) {
    for (const Form& form : kForms) {
        std::smatch match;
        if (!std::regex_search(message, match, std::regex(form.pattern))) continue;
        if (!form.member) return match[1];
        return form.member_first ? match[1].str() + " of " + match[2].str() : match[2].str() + " of " + match[1].str();
    }
    return "";
}

}  // namespace

std::vector<MissingName> missing_names(const std::string& messages) {
    static const std::regex place("^(.+?:\\d+):\\d+: (?:fatal )?error: .*");
    static const std::regex first_word("^\\s*(\\w+).*");
    std::vector<MissingName> all;
    std::istringstream lines(messages);
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, place)) continue;
        std::string name = name_in(line);
        const std::string at = match[1];
        // clang does not name it in this message; the next line is that of the source.
        if (line.find("type specifier missing") != std::string::npos && std::getline(lines, line) &&
            std::regex_match(line, match, first_word))
            name = match[1];
        const auto same = [&name](const MissingName& known) { return known.name == name; };
        if (!name.empty() && std::none_of(all.begin(), all.end(), same)) all.push_back({at, name});
    }
    return all;
}

}  // namespace niclab::linux_kernel
