#!/usr/bin/env bash
# tools/test.sh [--all]: installs missing packages, builds, runs the tests, and prints ctest's summaries.
# There are three steps:
# 1. All tests, except those that the other steps run.
# 2. The tests of the library for Windows, under Wine.
# 3. Tests that need no device, and other tests of host code, under AddressSanitizer and UndefinedBehaviorSanitizer: built by
#    clang with fuzzing, or by GCC if clang is missing.
# --all adds tests that take too long for CI: PoCL's work-group methods, the API on Rusticl, full sizes,
# hundreds of random problems, ten minutes of soak, more tests under Oclgrind, longer fuzzing, ThreadSanitizer, the
# binary interface, the files of a release, made and used in minimal systems, the compilers of other vendors, tests on emulated
# processors, and tests on Intel's runtime for CPUs if it is installed (tests/README.md).
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

# with_summaries PRESET: copies the output of ctest line by line and inserts, before the summary of ctest, the lines
# that tests have written to the preset's folder. Stores the summary for the end of this script.
with_summaries() {
    local line
    while IFS= read -r line; do
        if [[ $line == *'% tests passed, '* ]]; then
            cat "build/$1/summaries"/* 2>/dev/null || true
            rm -f "build/$1/summaries"/*
            printf '%s\n' "$line" >"build/$1/result"
        fi
        printf '%s\n' "$line"
    done
}

# check_system WHAT COMMAND...: runs a check that needs minimal systems, or other tools. Exit code 77, which
# means that these are not available, is no failure.
check_system() {
    say "$1"
    local status=0
    "${@:2}" || status=$?
    ((status == 0 || status == 77)) || failed+=("$1")
}

# run_tests PRESET [OPTION...]: builds the preset, with these options of CMake, and runs its tests, except those that
# `selection` leaves out.
selection=()
presets=() # the presets whose tests have run, the most recent first
run_tests() {
    rm -f "build/$1/result"
    build "$@"
    presets=("$1" "${presets[@]}")
    say "testing build/$1"
    ctest --preset "$1" --parallel "$(nproc)" "${selection[@]}" | with_summaries "$1" || failed+=("build/$1")
}

python=OFF
if has_python; then
    python=ON
else
    say "no ${python_packages[*]}: continuing without the Python package"
fi
# These run completely under the sanitizers, or on Windows and under the sanitizers.
selection=(--exclude-regex '^(pure|common_pure|files_formats|files_pure|api_pocl|api_pocl_two_devices|c_api_pocl)$')
# The preset dev makes warnings errors; this script does so only in CI, because a user's compiler may have
# other warnings. Sources are compiled by folders, which takes half the time, and without debug information;
# the programs are compiled without optimization. So ASan's reports have functions but no lines, unless the
# preset fuzz is built by hand. tools/tidy.sh compiles each source separately, which checks that it includes all
# that it needs.
host_flags=-DHISTO_CL_HOST_FLAGS=-O0
flags="-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -D_GLIBCXX_ASSERTIONS"
# PoCL compiles a kernel in a third of the time if it does not optimize. A few conformance suites and, with
# --all, all tests let PoCL optimize.
[[ $long == ON ]] || export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
run_tests dev "-DHISTO_CL_WERROR=${CI:+ON}" "-DHISTO_CL_LONG_TESTS=$long" "-DHISTO_CL_SANITIZED_TESTS=$long" \
    "-DHISTO_CL_PYTHON=$python" "$host_flags" "$flags" -DHISTO_CL_UNITY=ON -DHISTO_CL_PRECOMPILE=ON
selection=()

# The presets below reuse the kernels that PoCL has compiled for those above (POCL_CACHE_DIR in
# CMakePresets.json). The sanitizers are last, because compiling takes three times as long with them.
if has_windows; then
    run_tests windows -DBUILD_SHARED_LIBS=ON "-DHISTO_CL_LONG_TESTS=$long" "$host_flags"
else
    say "no g++-mingw-w64-x86-64-posix or no wine64: continuing without the build for Windows"
fi
if has_libfuzzer; then
    run_tests fuzz "-DHISTO_CL_LONG_TESTS=$long" "$host_flags" "$flags"
else
    say "no clang with libFuzzer: the same by GCC, without the fuzz harnesses"
    run_tests asan
fi
if [[ $long == ON ]]; then
    run_tests tsan
    check_system "binary interface" tools/check_abi.sh
    # A release is made from a commit, with the packages of Debian 12.
    changes=$(git status --porcelain)
    [[ -n $changes ]] || check_system release tools/release.sh
    if [[ -n $changes || $(. /etc/os-release && echo "$VERSION_CODENAME") != bookworm ]]; then
        check_system packages tools/check_packages.sh
    fi
    check_system "foreign hosts" tools/check_foreign_hosts.sh
fi
for preset in "${presets[@]}"; do
    say "build/$preset"
    cat "build/$preset/result" || true
done
if ((${#failed[@]})); then
    say "failed, see above: ${failed[*]}"
    exit 1
fi
