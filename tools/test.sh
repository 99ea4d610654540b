#!/usr/bin/env bash
# tools/test.sh: installs missing packages, builds, and runs all tests; ends with ctest's summary.
# First the host code under AddressSanitizer and UndefinedBehaviorSanitizer, then everything.
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

set_up "${build_packages[@]}" "${device_packages[@]}" "${test_packages[@]}"
if can_be_root; then
    install_optional "${optional_test_packages[@]}"
fi

cd "$root"
sanitizers_failed=0
build asan
say "testing build/asan"
ctest --preset asan || sanitizers_failed=1

# A user's compiler may know warnings that ours do not: they are errors in CI, and for who works with the preset itself.
build dev "-DHISTO_CL_WERROR=${CI:+ON}"
say "testing build/dev"
ctest --preset dev
if ((sanitizers_failed)); then
    say "but tests failed in build/asan, see above"
    exit 1
fi
