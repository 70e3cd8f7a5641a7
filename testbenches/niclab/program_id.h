/// @file The identity of this program, which its results record.
#pragma once

#include "lab/results/provenance.h"

namespace niclab::cli {

/// The build id that the linker wrote into this program: a digest of its code and data, with all
/// that is linked into it. It is read from memory. Without one, the SHA-256 of the program's file.
/// Source: ELF notes, type NT_GNU_BUILD_ID, elf(5).
const lab::ProgramId& own_id();

}  // namespace niclab::cli
