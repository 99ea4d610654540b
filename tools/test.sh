#!/usr/bin/env bash
# tools/test.sh: installs what is missing, builds, and runs all tests; ends with ctest's summary.
# First the host code under AddressSanitizer and UndefinedBehaviorSanitizer, then everything.
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

set_up "${build_packages[@]}" "${device_packages[@]}" "${test_packages[@]}"
if can_be_root; then
    install_optional "${optional_test_packages[@]}"
fi

cd "$root"
failed=0
for preset in asan dev; do
    build "$preset"
    say "testing build/$preset"
    ctest --preset "$preset" || failed=1
done

if ((failed)); then
    say "some tests failed"
fi
exit "$failed"
