#include "program_id.h"

#include <fmt/format.h>
#include <link.h>

#include <cstddef>
#include <cstring>
#include <string>

#include "child.h"
#include "core/input_file.h"

namespace niclab::cli {

namespace {

/// The build id among the notes from `at` to `end`, in hexadecimal; empty: there is none.
std::string build_id_in(const char* at, const char* end, std::size_t alignment) {
    const auto aligned = [alignment](std::size_t octets) { return (octets + alignment - 1) / alignment * alignment; };
    while (std::size_t(end - at) >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) note;
        std::memcpy(&note, at, sizeof note);
        const char* const name = at + sizeof note;
        const char* const content = name + aligned(note.n_namesz);
        at = content + aligned(note.n_descsz);
        if (at > end) break;
        if (note.n_type != NT_GNU_BUILD_ID || std::string(name, note.n_namesz) != std::string(ELF_NOTE_GNU, 4))
            continue;
        std::string digits;
        for (const char* c = content; c < content + note.n_descsz; ++c)
            digits += fmt::format("{:02x}", static_cast<unsigned char>(*c));
        return digits;
    }
    return "";
}

/// Called for the first loaded object, which is the program.
int find_build_id(dl_phdr_info* program, std::size_t, void* found) {
    for (int i = 0; i < program->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = program->dlpi_phdr[i];
        if (segment.p_type != PT_NOTE) continue;
        const char* begin = reinterpret_cast<const char*>(program->dlpi_addr + segment.p_vaddr);
        std::string digits = build_id_in(begin, begin + segment.p_memsz, segment.p_align == 8 ? 8 : 4);
        if (!digits.empty()) *static_cast<std::string*>(found) = std::move(digits);
    }
    return 1;
}

}  // namespace

const lab::ProgramId& own_id() {
    static const lab::ProgramId id = [] {
        std::string build_id;
        dl_iterate_phdr(find_build_id, &build_id);
        if (!build_id.empty()) return lab::ProgramId{"build_id", build_id};
        return lab::ProgramId{"sha256", core::digest_of_file(own_path())};
    }();
    return id;
}

}  // namespace niclab::cli
