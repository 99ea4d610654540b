#!/usr/bin/env bash
# tools/check_abi.sh [--store]: compares the binary interface of the shared library, of C and C++, with the
# one that is stored for this major version, and fails if a program that was built with the stored interface
# could fail with this library. New functions, and new members at the end of C structs with a struct_size, are
# allowed. C++ symbols are compared within a minor version only. --store stores the interface instead. Use it
# after a release of a new minor version, because later versions must keep its functions. Exit code 77 means
# that abidiff is missing (Debian package abigail-tools).
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

command -v abidiff >/dev/null || exit 77
# The types of the interface are in the debug information.
cmake -S . -B build/abi -G Ninja -DCMAKE_BUILD_TYPE=Debug '-DCMAKE_CXX_FLAGS_DEBUG=-g -Og' -DBUILD_SHARED_LIBS=ON \
    -DHISTO_CL_BUILD_TESTS=OFF -DHISTO_CL_BUILD_PROGRAMS=OFF -DHISTO_CL_MPI=OFF -DHISTO_CL_UNITY=ON >&2
cmake --build build/abi --target histo_cl >&2

library=build/abi/libhisto_cl.so
major=$(sed -n 's/^#define HISTO_CL_VERSION_MAJOR \([0-9]*\)$/\1/p' include/histo_cl/version.h)
stored=tests/abi/libhisto_cl.so.$major.abi
if [[ ${1-} == --store ]]; then
    # Stores only types that the public headers declare, without line numbers.
    abidw --exported-interfaces-only --headers-dir "$PWD/include/histo_cl" --drop-private-types --no-show-locs \
        --no-comp-dir-path --no-corpus-path --out-file build/abi/stored.abi "$library"
    gzip --best --no-name --stdout build/abi/stored.abi >"$stored.gz"
    exit
fi
gzip --decompress --stdout "$stored.gz" >build/abi/stored.abi
suppressions=(--suppressions tests/abi/allowed.suppr)
namespace=v${major}_$(sed -n 's/^#define HISTO_CL_VERSION_MINOR \([0-9]*\)$/\1/p' include/histo_cl/version.h)
grep --quiet "histo_cl::$namespace::" build/abi/stored.abi || suppressions+=(--suppressions tests/abi/cxx.suppr)
status=0
abidiff --exported-interfaces-only --leaf-changes-only --no-show-locs --no-added-syms "${suppressions[@]}" \
    build/abi/stored.abi "$library" || status=$?
((status == 0)) || say "the binary interface differs from $stored.gz (abidiff's exit code is $status)"
((status == 0))
