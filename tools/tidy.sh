#!/usr/bin/env bash
# tools/tidy.sh [FILE...]: runs clang-tidy on the library, the programs and the Python module, or on the given files.
# Fails if there is any finding. build/tidy has the compile commands, each of which compiles one source, even if
# build/dev is a unity build. The checks are in .clang-tidy, and are meant for version 14: others find other faults.
# Takes half an hour on two cores.
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

set_up clang-tidy-14
python=OFF
! has_python || python=ON
cmake --preset dev -B build/tidy -DHISTO_CL_UNITY=OFF -DHISTO_CL_PRECOMPILE=OFF -DHISTO_CL_PYTHON=$python >&2
if (($# == 0)); then
    # Only sources that are built here; a benchmark's peers, for example, are not built without their packages.
    mapfile -t files < <(sed -n 's/^ *"file": "\(.*\)",*$/\1/p' build/tidy/compile_commands.json |
        grep -E "^$root/(src|host|python)/" | sort -u)
    set -- "${files[@]}"
fi
printf '%s\0' "$@" | xargs -0 -n 1 -P "$(nproc)" clang-tidy-14 -p build/tidy --quiet --extra-arg=-Wno-unknown-warning-option
