#!/usr/bin/env bash
# tools/format.sh [--check]: formats all C++ and C sources, or tells which are not formatted.
# clang-format's versions differ in their output; 14 is the one that counts. Exit code 77: it is not here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

program=
for candidate in clang-format-14 clang-format; do
    if command -v "$candidate" >/dev/null && [[ $("$candidate" --version) == *'version 14.'* ]]; then
        program=$candidate
        break
    fi
done
if [[ -z $program ]]; then
    echo "clang-format 14 is not installed (Debian package clang-format-14)" >&2
    exit 77
fi

mode=(-i)
if [[ ${1:-} == --check ]]; then
    mode=(--dry-run --Werror --ferror-limit=1)
fi
find include src host tests -name '*.[ch]' -print0 -o -name '*.[ch]pp' -print0 | xargs -0 "$program" "${mode[@]}"
