#!/usr/bin/env bash
# tools/format.sh [--check]: formats the C++ and C sources and the kernels, or reports which are not
# formatted. The output depends on clang-format's version; the project uses 14. Exit code 77: clang-format 14
# is not installed.
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
find include src host python examples tests kernels -name '*.cl' -path 'kernels/*' -print0 -o -name '*.[ch]' -print0 -o -name '*.[ch]pp' -print0 | xargs -0 "$program" "${mode[@]}"
