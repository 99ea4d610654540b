#!/usr/bin/env bash
# tools/check_names.sh: checks the names that the library defines for the kernels, which are the words in capitals, of
# at least three characters, between quotes in src/program/. Each must be used by a kernel and be in the list of
# constants in kernels/README.md, and each name of the list must be defined. Prints the number of names.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C

# A name that exists once per axis ends with "_" in the sources, with "_0" in the list, and with "_##axis" in kernels.
in_values=$(cat src/program/*.[ch]pp | grep -oE '"[^"]*[^"A-Z0-9_][^"]*"' || true)
in_kernels=$( (cat kernels/*.cl kernels/*/*.cl && echo "$in_values") | grep -v '^ *//' | grep -oE '\b[A-Z][A-Z0-9_]+' | sed -E 's/_[0-9]$/_/' | sort -u)
# Names that kernels define themselves. The library uses some of them as values, so they need not be in the list.
of_kernels=$(cat kernels/*.cl kernels/*/*.cl | grep -oE '^ *# *define +[A-Z][A-Z0-9_]+' | grep -oE '[A-Z0-9_]+$' | sort -u)
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
