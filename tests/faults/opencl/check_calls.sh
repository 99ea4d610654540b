#!/usr/bin/env bash
# check_calls.sh LIBRARY CALLS: checks that every OpenCL function that the shared library calls is in the
# layer's list.
set -euo pipefail

called=$(nm -D --undefined-only "$1" | grep -o '\bcl[A-Z]\w*' | sort -u)
[[ -n $called ]] || { echo "$1 calls no OpenCL function" >&2; exit 1; }
missing=$(comm -23 <(echo "$called") <(grep -o '\bcl[A-Z]\w*' "$2" | sort -u))
[[ -z $missing ]] || { printf '%s does not list:\n%s\n' "$2" "$missing" >&2; exit 1; }
echo "$(wc -l <<<"$called") functions, all of them in the list"
