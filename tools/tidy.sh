#!/usr/bin/env bash
# tools/tidy.sh [FILE...]: runs clang-tidy on the library and the programs, or on the given files, with the
# compile commands of build/dev. The checks are in .clang-tidy.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ ! -e build/dev/compile_commands.json ]]; then
    cmake --preset dev >&2
fi
if (($# == 0)); then
    # Those that are built here: the peers of a benchmark need their packages.
    mapfile -t files < <(sed -n 's/^ *"file": "\(.*\)",*$/\1/p' build/dev/compile_commands.json |
        grep -E "^$PWD/(src|host)/" | sort -u)
    set -- "${files[@]}"
fi
printf '%s\0' "$@" | xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build/dev --quiet --extra-arg=-Wno-unknown-warning-option
