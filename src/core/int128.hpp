#pragma once

#include "histo_cl/abi.hpp"

// Integers of 128 bits: the compiler's where it has them, for they are not in the standard, else two words.
// Clang has them for MSVC's runtime library, too, which has no division of them.

#if defined(__SIZEOF_INT128__) && !defined(_MSC_VER) && !defined(HISTO_CL_TWO_WORD_INT128)

namespace histo_cl::detail {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

} // namespace histo_cl::detail

#else

#include "core/two_words.hpp"

namespace histo_cl::detail {

using Int128 = TwoWords<Signedness::two_complement>;
using UInt128 = TwoWords<Signedness::none>;

} // namespace histo_cl::detail

#endif
