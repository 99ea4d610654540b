#!/usr/bin/env bash
# tools/compile_foreign.sh [--update] [OPTION...]: installs the GPU compilers of AMD and Intel, builds the program that
# writes the sources, and compiles the OpenCL programs of all described devices with every variant, which takes half an
# hour on two cores. --update writes the tables into docs/notes/foreign.md. Other options are passed to
# tools/foreign_kernels.py.
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

document=$root/docs/notes/foreign.md
update=no
if [[ ${1:-} == --update ]]; then
    update=yes
    shift
fi

set_up "${build_packages[@]}" "${test_packages[@]}"
if can_be_root; then install_optional "${foreign_packages[@]}"; fi
unpack_ocloc
cd "$root"
say "building build/dev"
{ cmake --preset dev && cmake --build --preset dev --target histo_cl_foreign_sources; } >&2
tables=$(mktemp)
trap 'rm -f "$tables"' EXIT
tools/foreign_kernels.py --sources build/dev/bin/histo_cl_foreign_sources --forced --tables "$tables" "$@"
if [[ $update == yes ]]; then
    # The text between the two comments is replaced.
    awk -v tables="$tables" '
        /<!-- end of the tables -->/ { copy = 0 }
        !copy { print }
        /<!-- tables of tools\/compile_foreign.sh -->/ { copy = 1; while ((getline line < tables) > 0) print line }
    ' "$document" >"$tables.new"
    mv "$tables.new" "$document"
fi
