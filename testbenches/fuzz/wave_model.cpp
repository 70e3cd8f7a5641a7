#include "wave_model.h"

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace niclab::fuzz {

namespace {

/// `digits` as a value of `bits` bits.
std::string extended(const std::string& digits, unsigned bits) {
    const char left = digits[0] == '1' ? '0' : digits[0];
    return std::string(bits - digits.size(), left) + digits;
}

std::string identifier(std::size_t number) {
    std::string id;
    for (++number; number > 0; number = (number - 1) / 94) id += static_cast<char>('!' + (number - 1) % 94);
    return id;
}

}  // namespace

WaveModel WaveModel::read(const std::string& path) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error(path + ": cannot be opened");
    WaveModel model;
    std::map<std::string, std::vector<std::size_t>> ids;
    std::vector<std::string> scopes;
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string first, a, b, c, d;
        words >> first >> a >> b >> c >> d;
        if (first == "$scope") scopes.push_back(b);
        if (first == "$upscope") scopes.pop_back();
        if (first == "$var" && a != "string") {
            std::string scope;
            for (const std::string& s : scopes) scope += (scope.empty() ? "" : ".") + s;
            ids[c].push_back(model.signals.size());
            model.signals.push_back({scope, d, static_cast<unsigned>(std::stoul(b))});
        }
        if (line.empty() || line[0] == '$' || line[0] == 's') continue;
        if (line[0] == '#') {
            model.points.push_back({std::stoull(line.substr(1)), {}});
            continue;
        }
        const bool vector = line[0] == 'b';
        const std::string id = vector ? a : line.substr(1), digits = vector ? first.substr(1) : line.substr(0, 1);
        for (const std::size_t signal : ids.at(id))
            model.points.back().changes.push_back({signal, extended(digits, model.signals[signal].bits)});
    }
    if (model.points.empty()) throw std::runtime_error(path + ": has no times");
    return model;
}

std::string WaveModel::plain() const {
    std::string text = "$timescale 1ps $end\n";
    for (std::size_t i = 0; i < signals.size(); ++i) {
        const Signal& s = signals[i];
        std::istringstream scopes(s.scope);
        unsigned depth = 0;
        for (std::string scope; std::getline(scopes, scope, '.'); ++depth) text += "$scope module " + scope + " $end\n";
        const std::string range = s.bits > 1 ? " [" + std::to_string(s.bits - 1) + ":0]" : "";
        text += "$var wire " + std::to_string(s.bits) + " " + identifier(i) + " " + s.name + range + " $end\n";
        for (; depth > 0; --depth) text += "$upscope $end\n";
    }
    text += "$enddefinitions $end\n";
    for (const Point& point : points) {
        text += "#" + std::to_string(point.time) + "\n";
        for (const Change& c : point.changes)
            text += (signals[c.signal].bits > 1 ? "b" + c.digits + " " : c.digits) + identifier(c.signal) + "\n";
    }
    return text;
}

}  // namespace niclab::fuzz
