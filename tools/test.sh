#!/usr/bin/env bash
# tools/test.sh [--all]: installs missing packages, builds, and runs the tests; ends with ctest's summary.
# First the host code under AddressSanitizer and UndefinedBehaviorSanitizer, by clang, which also tries random input,
# or else by GCC; then the library for Windows, under Wine; then everything.
# --all adds what takes too long for CI: PoCL's work-group methods, whole sizes, hundreds of random problems, ten
# minutes of soak, more under Oclgrind, longer fuzzing, GCC's sanitizers beside
# clang's, ThreadSanitizer, clang-tidy, the packages in a bare system, the compilers of other makers, and the tests on
# emulated processors.
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

long=OFF
case "$*" in
'') ;;
--all) long=ON ;;
*)
    echo "usage: tools/test.sh [--all]" >&2
    exit 2
    ;;
esac

set_up "${build_packages[@]}" "${device_packages[@]}" "${test_packages[@]}"
if can_be_root; then
    install_optional "${optional_test_packages[@]}"
    if [[ $long == ON ]]; then
        install_optional "${long_test_packages[@]}"
        unpack_ocloc
    fi
fi

cd "$root"
failed=()

# Copies what ctest prints, line by line, and before its summary the lines that tests have left in a folder.
with_summaries() {
    local line
    while IFS= read -r line; do
        if [[ $line == *'% tests passed, '* ]]; then
            cat "$1"/* 2>/dev/null || true
            rm -f "$1"/*
        fi
        printf '%s\n' "$line"
    done
}

# check_system WHAT COMMAND...: a check in bare systems; skipped where these cannot be made.
check_system() {
    say "$1"
    local status=0
    "${@:2}" || status=$?
    ((status == 0 || status == 77)) || failed+=("$1")
}

# Builds a preset, with these options of CMake, and runs its tests, but for those that `selection` leaves out.
selection=()
run_tests() {
    build "$@"
    say "testing build/$1"
    ctest --preset "$1" "${selection[@]}" | with_summaries "build/$1/summaries" || failed+=("build/$1")
}

if has_libfuzzer; then
    run_tests fuzz "-DHISTO_CL_LONG_TESTS=$long"
else
    say "no clang with libFuzzer: the same by GCC, without the fuzz harnesses"
    run_tests asan
fi
if [[ $long == ON ]]; then
    ! has_libfuzzer || run_tests asan
    run_tests tsan
    say "clang-tidy"
    tools/tidy.sh || failed+=(clang-tidy)
    check_system packages tools/check_packages.sh
    check_system "foreign hosts" tools/check_foreign_hosts.sh
fi
if has_windows; then
    run_tests windows -DBUILD_SHARED_LIBS=ON "-DHISTO_CL_LONG_TESTS=$long"
else
    say "no g++-mingw-w64-x86-64-posix or no wine64: continuing without the build for Windows"
fi
python=OFF
if has_python; then
    python=ON
else
    say "no ${python_packages[*]}: continuing without the Python package"
fi
# What has run whole under the sanitizers need not run again.
[[ $long == ON ]] || selection=(--exclude-regex '^(pure|c_api_pocl)$')
# A user's compiler may know warnings that ours do not: they are errors in CI, and under the preset itself.
# Sources are compiled by folders, in half the time; the long tests compile each by itself, with what it includes alone.
fast=ON
[[ $long == OFF ]] || fast=OFF
run_tests dev "-DHISTO_CL_WERROR=${CI:+ON}" "-DHISTO_CL_LONG_TESTS=$long" "-DHISTO_CL_PYTHON=$python" \
    "-DHISTO_CL_UNITY=$fast" "-DHISTO_CL_PRECOMPILE=$fast"
if ((${#failed[@]})); then
    say "failed, see above: ${failed[*]}"
    exit 1
fi
