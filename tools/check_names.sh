#!/usr/bin/env bash
# tools/check_names.sh: checks the names that the library defines for kernels/*.cl, which are the words in
# capitals between quotes in src/program/*.cpp. Each must be used by a kernel and be in the list of
# kernels/README.md, and each name of the list must be defined. Prints how many there are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C

# A name for each axis ends with "_" in the sources, with "_0" in the list, and with "_##axis" in kernels.
in_values=$(cat src/program/*.cpp | grep -oE '"[^"]*[^"A-Z0-9_][^"]*"' || true)
in_kernels=$( (cat kernels/*.cl && echo "$in_values") | grep -v '^ *//' | grep -oE '\b[A-Z][A-Z0-9_]+' | sed -E 's/_[0-9]$/_/' | sort -u)
# Some values are names that a kernel defines.
of_kernels=$(cat kernels/*.cl | grep -oE '^ *# *define +[A-Z][A-Z0-9_]+' | grep -oE '[A-Z0-9_]+$' | sort -u)
defined=$(cat src/program/*.[ch]pp | grep -v '^ *//' | grep -oE '"[A-Z][A-Z0-9_]{2,}(\([a-zA-Z, ]*\))?"' | grep -oE '^"[A-Z0-9_]+' | tr -d '"' |
    sed -E 's/_[0-9]$/_/' | sort -u)
listed=$(sed -n '/^## Constants/,/^## /p' kernels/README.md | grep '^| `' | cut -d '|' -f 2 | grep -oE '`[A-Z][A-Z0-9_]+' | tr -d '`' |
    sed -E 's/_[0-9]$/_/' | sort)

wrong=0
report() { # MESSAGE NAME...
    [[ -z ${2-} ]] && return
    echo "$1: $(tr "\n" " " <<<"$2")" >&2
    wrong=1
}
report 'used by no kernel' "$(comm -23 <(echo "$defined") <(echo "$in_kernels"))"
report 'not in the list of kernels/README.md' "$(comm -23 <(echo "$defined") <(sort -u - <(echo "$of_kernels") <<<"$listed"))"
report 'listed in kernels/README.md, but not defined' "$(comm -13 <(echo "$defined") <(sort -u <<<"$listed"))"
report 'listed twice in kernels/README.md' "$(uniq -d <<<"$listed")"
echo "$(wc -l <<<"$defined") names"
exit $wrong
