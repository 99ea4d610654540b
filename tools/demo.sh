#!/usr/bin/env bash
# tools/demo.sh [FILE]: installs missing packages, builds, and shows the histogram of FILE. All arguments are
# passed to histo_cl. Without arguments it shows a photograph from a Debian package, if that can be installed,
# and files that every Debian machine has: the LLVM library that PoCL compiles kernels with, and a text.
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Prints the path of the LLVM library that PoCL uses, or of another LLVM library if PoCL uses none.
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

photograph_package=python-matplotlib-data

# Prints the path of the photograph, if it is installed and this build can read it.
photograph() {
    local files path
    files=$(dpkg-query --listfiles "$photograph_package" 2>/dev/null) || return 1
    path=$(grep -m 1 '/grace_hopper\.jpg$' <<<"$files") || return 1
    "$demo" --csv "$path" >/dev/null 2>&1 && echo "$path"
}

show() {
    printf '\n$ histo_cl %s\n' "$*"
    "$demo" "$@"
}

demo=$root/build/demo/bin/histo_cl
set_up "${build_packages[@]}" "${device_packages[@]}"
if can_be_root && command -v apt-get >/dev/null; then
    install_optional "${program_packages[@]}" "$photograph_package"
fi
build demo

if (($#)); then
    show "$@"
    exit
fi

llvm=$(llvm_library)
show --list-devices
if photo=$(photograph); then
    report=$root/build/demo/photograph.html
    show --channels rgb --picture "$report" "$photo"
    show --channels r,g --joint --bins 32 --log-y "$photo"
else
    show "$llvm"
fi
show --letters /usr/share/common-licenses/GPL-3
show --all-variants "$llvm"
if [[ -n ${report:-} ]]; then
    printf '\nThe photograph as a page for a browser: %s\n' "$report"
fi
