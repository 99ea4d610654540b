#!/usr/bin/env bash
# tools/demo.sh [FILE]: installs missing packages, builds, and shows the histogram of FILE's bytes. All arguments
# are passed to histo_cl_demo. Without any it uses files that every such machine has: the LLVM library that
# PoCL compiles kernels with, and a text.
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Prints the path of PoCL's LLVM library, or else of any other.
llvm_library() {
    local libraries pocl llvm
    libraries=$(/sbin/ldconfig -p)
    pocl=$(awk '$1 ~ /^libpocl\.so/ && !n++ { print $NF }' <<<"$libraries")
    if [[ -n $pocl ]]; then
        llvm=$(ldd "$pocl" | awk '$1 ~ /^libLLVM/ && !n++ { print $3 }')
    fi
    if [[ -z ${llvm:-} ]]; then
        llvm=$(awk '$1 ~ /^libLLVM[-.]/ && !n++ { print $NF }' <<<"$libraries")
    fi
    if [[ -z $llvm ]]; then
        say "no LLVM library on this machine: name a file"
        return 1
    fi
    readlink -f "$llvm"
}

show() {
    printf '\n$ histo_cl_demo %s\n' "$*"
    "$root/build/demo/bin/histo_cl_demo" "$@"
}

set_up "${build_packages[@]}" "${device_packages[@]}"
build demo

if (($#)); then
    show "$@"
    exit
fi

llvm=$(llvm_library)
text=/usr/share/common-licenses/GPL-3
show --list-devices
show "$llvm"
show --letters "$text"
show --all-variants "$llvm"
