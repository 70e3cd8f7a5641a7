#include "rewriter.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>

namespace niclab::fuzz {

namespace {

/// One variable of the file: some digits of a signal.
struct Part {
    std::size_t first, count;  ///< Digits, from the left.
    std::string name, id;
};

class Rewriter {
public:
    Rewriter(const WaveModel& model, std::mt19937_64& random) : model_(model), random_(random) {
        style_ = below(4);
        finer_ = one_in(4);
        comments_ = one_in(2) ? 40 : 0;
        restated_ = one_in(2) ? 30 : 0;
        capitals_ = one_in(2);
        other_case_ = one_in(3);
        values_.resize(model.signals.size());
    }
    std::string text() {
        if (one_in(4)) command("$date today $end");
        if (one_in(4)) command("$version someone's $var simulator 1.0 $end");
        command(finer_ ? "$timescale 1 fs $end" : one_in(2) ? "$timescale 1ps $end" : "$timescale 1 ps $end");
        divide();
        declare();
        command("$enddefinitions $end");
        for (const WaveModel::Point& point : model_.points) write(point);
        return text_;
    }

private:
    std::uint64_t below(std::uint64_t n) { return random_() % n; }
    bool one_in(std::uint64_t n) { return below(n) == 0; }

    std::string blank() {
        static const char* const styles[] = {"\n", " ", "\r\n", "\t"};
        const std::size_t which = style_ < 3 ? (style_ == 0 ? 0 : style_ == 1 ? below(2) : 2) : below(4);
        return one_in(16) ? std::string(styles[which]) + styles[below(4)] : styles[which];
    }
    void word(const std::string& word) { text_ += word + blank(); }
    /// Words of a declaration or a comment.
    void command(const std::string& text) {
        std::istringstream words(text);
        for (std::string w; words >> w;) word(w);
        comment();
    }
    void comment() {
        if (comments_ == 0 || !one_in(comments_)) return;
        static const char* const bodies[] = {"0! 1\" #5", "$enddefinitions", "$var wire 1 ! x",
                                             "b1010 !",   "$comment",        "a \n b\n\n c",
                                             "",          "$dumpoff #99999"};
        word("$comment");
        if (const std::string body = bodies[below(8)]; !body.empty()) word(body);
        word("$end");
    }

    std::string fresh_id() {
        for (;;) {
            std::string id;
            for (std::size_t n = one_in(8) ? 1 + below(12) : 1 + below(3); n > 0; --n)
                id += static_cast<char>('!' + below(94));
            if (id != "$end" && ids_.insert(id).second) return id;
        }
    }
    std::string cased(std::string name) {
        if (!other_case_) return name;
        for (char& c : name)
            if (one_in(2))
                c = static_cast<char>(std::isupper(static_cast<unsigned char>(c)) ? std::tolower(c) : std::toupper(c));
        return name;
    }
    std::string ranged(const std::string& name, int left, int right, bool index) {
        const std::string l = std::to_string(left), r = std::to_string(right);
        if (index) return name + (one_in(2) ? " [" : "[") + l + "]";
        static const char* const forms[] = {" [", "[", " [ "};
        const std::size_t form = below(3);
        return name + forms[form] + l + (form == 2 ? " : " : ":") + r + (form == 2 ? " ]" : "]");
    }
    /// Names for which niclab accepts a number in them.
    static bool may_be_numbered(const std::string& name) {
        static const std::set<std::string> names{"AD",    "CBE_n", "AD_HIGH", "CBE_HIGH_n",
                                                 "REQ_n", "GNT_n", "TxData",  "RxData"};
        return names.count(name) != 0;
    }
    void divide() {
        for (const WaveModel::Signal& signal : model_.signals) {
            std::vector<Part>& parts = parts_.emplace_back();
            const std::string name = cased(signal.name);
            const int top = static_cast<int>(signal.bits) - 1;
            const std::uint64_t way = signal.bits == 1 ? 0 : below(6);
            if (way == 5 && may_be_numbered(signal.name)) {
                const std::size_t stem = name.size() - (name.size() > 2 && name[name.size() - 2] == '_' ? 2 : 0);
                for (int bit = top; bit >= 0; --bit)
                    parts.push_back({static_cast<std::size_t>(top - bit), 1,
                                     name.substr(0, stem) + std::to_string(bit) + name.substr(stem), fresh_id()});
            } else if (way == 4) {
                for (int bit = top; bit >= 0; --bit)
                    parts.push_back({static_cast<std::size_t>(top - bit), 1, ranged(name, bit, bit, true), fresh_id()});
            } else if (way >= 2) {
                const bool up = one_in(3);  // A part of two bits or more must declare it.
                for (std::size_t first = 0; first < signal.bits;) {
                    const std::size_t least = up && first == 0 ? 2 : 1,
                                      count = least + below(signal.bits - first - least + 1);
                    const int left = static_cast<int>(first), right = left + static_cast<int>(count) - 1;
                    parts.push_back(
                        {first, count,
                         up ? ranged(name, left, right, false) : ranged(name, top - left, top - right, false),
                         fresh_id()});
                    first += count;
                }
            } else {
                const std::string whole = one_in(8) ? "\\" + name + " " : name;
                parts.push_back({0, signal.bits,
                                 signal.bits == 1 || one_in(4) ? whole
                                 : one_in(3)                   ? ranged(whole, 0, top, false)
                                                               : ranged(whole, top, 0, false),
                                 fresh_id()});
            }
        }
    }
    void declare() {
        std::map<std::string, std::vector<std::size_t>> of_scope;
        std::vector<std::string> scopes;
        for (std::size_t i = 0; i < model_.signals.size(); ++i) {
            const std::string& scope = model_.signals[i].scope;
            if (of_scope[scope].empty()) scopes.push_back(scope);
            of_scope[scope].push_back(i);
        }
        for (const std::string& scope : scopes) {
            std::vector<std::string> variables;
            for (const std::size_t i : of_scope[scope])
                for (const Part& part : parts_[i])
                    variables.push_back("$var " + std::string(one_in(3) ? "reg " : "wire ") +
                                        std::to_string(part.count) + " " + part.id + " " + part.name + " $end");
            if (one_in(8)) variables.push_back("$var real 64 " + (real_ = fresh_id()) + " level $end");
            if (one_in(8)) variables.push_back("$var string 1 " + (string_ = fresh_id()) + " words $end");
            std::shuffle(variables.begin(), variables.end(), random_);
            const std::size_t split = one_in(4) ? below(variables.size() + 1) : variables.size();
            in_scope(scope, variables, 0, split);
            if (split < variables.size()) in_scope(scope, variables, split, variables.size());
        }
    }
    void in_scope(const std::string& scope, const std::vector<std::string>& variables, std::size_t from,
                  std::size_t to) {
        std::istringstream names(scope);
        unsigned depth = 0;
        for (std::string name; std::getline(names, name, '.'); ++depth)
            command("$scope " + std::string(one_in(3) ? "begin " : "module ") + name + " $end");
        for (std::size_t i = from; i < to; ++i) command(variables[i]);
        for (; depth > 0; --depth) command("$upscope $end");
    }

    void time(std::uint64_t ps) {
        word("#" + std::string(one_in(16) ? below(4) : 0, '0') + std::to_string(finer_ ? ps * 1000 : ps));
    }
    std::string spelt(std::string digits) {
        for (char& c : digits)
            if (c == 'x' && one_in(4)) c = "uw-"[below(3)];
        if (capitals_)
            for (char& c : digits) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        return digits;
    }
    /// Fewer digits where the rest follows from them, or more.
    std::string resized(std::string digits) {
        const char left = digits[0];
        if (left != '1' && one_in(8)) return std::string(1 + below(40), left) + digits;
        while (digits.size() > 1 && left != '1' && digits[0] == left &&
               (digits[1] == left || (left == '0' && digits[1] == '1')) && !one_in(8))
            digits.erase(0, 1);
        return digits;
    }
    void value(const Part& part, const std::string& digits) {
        const std::string own = digits.substr(part.first, part.count);
        if (part.count == 1 && !one_in(8)) return word(spelt(own) + part.id);
        word(std::string(one_in(4) ? "B" : "b") + resized(spelt(own)));
        word(part.id);
    }
    void restate() {
        const std::string mark = one_in(2) ? "$dumpall" : "";
        if (!mark.empty()) word(mark);
        for (std::size_t i = 0; i < values_.size(); ++i)
            if (!values_[i].empty())
                for (const Part& part : parts_[i]) value(part, values_[i]);
        if (!mark.empty()) word("$end");
    }
    void write(const WaveModel::Point& point) {
        const bool first = &point == &model_.points.front();
        if (!(first && point.time == 0 && one_in(3))) time(point.time);
        const bool marked = first && one_in(2);
        if (marked) word("$dumpvars");
        std::vector<WaveModel::Change> changes = point.changes;
        std::set<std::size_t> signals;
        for (const WaveModel::Change& c : changes) signals.insert(c.signal);
        if (signals.size() == changes.size()) std::shuffle(changes.begin(), changes.end(), random_);
        for (const WaveModel::Change& c : changes) {
            std::string& before = values_[c.signal];
            for (const Part& part : parts_[c.signal])
                if (before.size() != c.digits.size() || one_in(4) ||
                    before.compare(part.first, part.count, c.digits, part.first, part.count) != 0)
                    value(part, c.digits);
            before = c.digits;
            if (one_in(64)) time(point.time);
            if (!marked) comment();
        }
        if (marked) word("$end");
        if (!real_.empty() && one_in(16)) word("r1.5e-3"), word(real_);
        if (!string_.empty() && one_in(16)) word("sidle"), word(string_);
        if (restated_ != 0 && one_in(restated_ * 10)) {
            const bool later = &point != &model_.points.back() && (&point + 1)->time > point.time + 1;
            if (later) time(point.time + 1);
            restate();
        }
    }

    const WaveModel& model_;
    std::mt19937_64& random_;
    std::string text_, real_, string_;
    std::uint64_t style_, comments_ = 0, restated_ = 0;
    bool finer_, capitals_, other_case_;
    std::set<std::string> ids_;
    std::vector<std::vector<Part>> parts_;  ///< Of each signal.
    std::vector<std::string> values_;       ///< Of each signal; empty: none yet.
};

}  // namespace

std::string rewrite(const WaveModel& model, std::mt19937_64& random) { return Rewriter(model, random).text(); }

}  // namespace niclab::fuzz
