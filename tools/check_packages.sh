#!/usr/bin/env bash
# tools/check_packages.sh [SUITE]: makes Debian's packages from debian/ in a minimal system of this machine's release, or of
# SUITE, such as trixie, checks them with lintian, and uses them like a user in a second minimal
# system: installs them, runs debian/tests with autopkgtest, and removes them. None of their files may remain. The
# packages are left in build/packages/SUITE. Needs root.
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source=tools/bare_systems.sh
. "$root/tools/bare_systems.sh"

. /etc/os-release
start_systems "${1:-$VERSION_CODENAME}"
packages=$root/build/packages/$suite
source=$scratch/source
mkdir "$source"
tar -C "$root" --exclude=./build --exclude=./.git -c . | tar -C "$source" -x
make_system
mkdir "$system/tmp/build"
cp -r "$source" "$system/tmp/build/source"
make_packages /tmp/build/source "$packages"
make_system
check_packages "$source" "$packages"
