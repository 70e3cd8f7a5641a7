#include "lab/results/folded.h"

#include <algorithm>

namespace niclab::lab {

std::string folded(const std::string& text, std::size_t indent, std::size_t columns) {
    std::string all;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        while (line.size() > columns) {
            const std::size_t blank = line.rfind(' ', columns);
            if (blank == std::string::npos || line.find_first_not_of(' ') > blank) break;
            all += line.substr(0, blank) + "\n";
            line = std::string(indent, ' ') + line.substr(blank + 1);
        }
        all += line + "\n";
        begin = end + 1;
    }
    return all;
}

}  // namespace niclab::lab
