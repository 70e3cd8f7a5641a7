#include "base/crc32_low_first.h"

#ifdef NICLAB_LIBDEFLATE
#include <libdeflate.h>
#else
#include <zlib.h>
#endif

namespace niclab::base {

std::uint32_t crc32_low_first(const std::uint8_t* octets, std::size_t n) {
#ifdef NICLAB_LIBDEFLATE
    return libdeflate_crc32(0, octets, n);
#else
    return std::uint32_t(crc32_z(0, octets, n));
#endif
}

}  // namespace niclab::base
