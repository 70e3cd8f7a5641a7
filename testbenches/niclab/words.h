/// @file The allowed words of a command line, and the messages for others.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
class Validator;
}  // namespace CLI

namespace niclab::cli {

/// A whole number from `least` to `most`; one too large for the machine is rejected and not
/// truncated.
CLI::Validator whole(std::int64_t least, std::int64_t most = INT64_MAX);

/// One of these words. `what`: what they name, for the message about another word, such as "kernel".
CLI::Validator one_of(const char* what, const std::vector<std::string>& words);

/// "a, b or c"; at least two.
std::string listed(const std::vector<std::string>& names);

/// `niclab COMMAND ...: problem; expected ...` for a command line that CLI11 refused. `first` is its
/// first word.
std::string refusal(const CLI::App& app, const CLI::ParseError& error, const std::string& first);

}  // namespace niclab::cli
