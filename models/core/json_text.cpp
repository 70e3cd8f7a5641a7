#include "core/json_text.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace niclab::core {

namespace {

using nlohmann::ordered_json;

/// Printable ASCII without characters that JSON escapes.
bool is_plain(const std::string& text) {
    std::uint8_t others = 0;  // Octets without branches, which the compiler turns into vectors.
    for (const char c : text) others |= static_cast<std::uint8_t>((c < ' ') | (c > '~') | (c == '"') | (c == '\\'));
    return others == 0;
}

class JsonText {
public:
    enum class Form { OneLine, Lines };
    JsonText(const ordered_json& value, Form form) : lines_(form == Form::Lines) { put(value, 0); }
    std::string take() { return std::move(text_); }

private:
    static constexpr std::size_t kBlanksPerLevel = 2, kLongestNumber = 64;

    void put(const ordered_json& value, std::size_t level) {
        switch (value.type()) {
            case ordered_json::value_t::object:
                return put_list("{}", value.get_ref<const ordered_json::object_t&>(), level);
            case ordered_json::value_t::array:
                return put_list("[]", value.get_ref<const ordered_json::array_t&>(), level);
            case ordered_json::value_t::string:
                return put(value.get_ref<const std::string&>());
            case ordered_json::value_t::number_integer:
                return put_integer(value.get<std::int64_t>());
            case ordered_json::value_t::number_unsigned:
                return put_integer(value.get<std::uint64_t>());
            case ordered_json::value_t::number_float:
                return put_float(value.get<double>());
            case ordered_json::value_t::boolean:
                text_ += value.get<bool>() ? "true" : "false";
                return;
            default:
                text_ += value.dump();
        }
    }

    void put(const ordered_json::object_t::value_type& member, std::size_t level) {
        put(member.first);
        text_ += lines_ ? ": " : ":";
        put(member.second, level);
    }

    void put(const std::string& text) {
        if (!is_plain(text)) {
            text_ += ordered_json(text).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
            return;
        }
        text_ += '"';
        text_ += text;
        text_ += '"';
    }

    /// The members of an object, or the elements of an array.
    template <class List>
    void put_list(const char* brackets, const List& list, std::size_t level) {
        text_ += brackets[0];
        bool first = true;
        for (const auto& each : list) {
            if (!first) text_ += ',';
            first = false;
            end_line(level + 1);
            put(each, level + 1);
        }
        if (!first) end_line(level);
        text_ += brackets[1];
    }

    void end_line(std::size_t level) {
        if (!lines_) return;
        text_ += '\n';
        text_.append(kBlanksPerLevel * level, ' ');
    }

    template <class Integer>
    void put_integer(Integer value) {
        char digits[kLongestNumber];
        text_.append(digits, std::to_chars(digits, digits + kLongestNumber, value).ptr);
    }

    /// The shortest digits are ambiguous: those of dump() are meant.
    void put_float(double value) {
        if (!std::isfinite(value)) {
            text_ += "null";
            return;
        }
        char digits[kLongestNumber];
        text_.append(digits, nlohmann::detail::to_chars(digits, digits + kLongestNumber, value));
    }

    const bool lines_;
    std::string text_;
};

}  // namespace

std::string json_text(const ordered_json& value) { return JsonText(value, JsonText::Form::OneLine).take(); }

std::string json_lines(const ordered_json& value) { return JsonText(value, JsonText::Form::Lines).take() + '\n'; }

}  // namespace niclab::core
