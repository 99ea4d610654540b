#!/usr/bin/env bash
# tools/check_versions.sh: checks that every file that states the version has the version of
# include/histo_cl/version.h, and prints it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

header=include/histo_cl/version.h
version=$(sed -n 's/^#define HISTO_CL_VERSION "\(.*\)"$/\1/p' "$header")
wrong=0

# check EXPECTED FILE EXPRESSION: checks the first text in the file that the group of the extended regular
# expression matches.
check() {
    local found
    found=$(sed -nE "s|^.*$3.*\$|\\1|p" "$2" | head -n 1)
    [[ $found == "$1" ]] || {
        echo "$2 has '$found', where $header has '$1'" >&2
        wrong=1
    }
}

IFS=. read -r major minor patch <<<"$version"
check "$major" "$header" '_VERSION_MAJOR ([0-9]+)'
check "$minor" "$header" '_VERSION_MINOR ([0-9]+)'
check "$patch" "$header" '_VERSION_PATCH ([0-9]+)'
check "$version" CHANGELOG.md '## ([0-9.]+)'
check "$version" debian/changelog 'histo-cl \(([^)]+)\)'
check "$version" packaging/arch/PKGBUILD 'pkgver=(.+)'
check "$version" packaging/conda/recipe.yaml ' version: "([0-9.]+)"'
check "$version" packaging/homebrew/histo-cl.rb 'histo_cl-([0-9.]+)[.]tar'
check "$version" packaging/spack/histo-cl/package.py 'histo_cl-([0-9.]+)[.]tar'
check "$version" packaging/spack/histo-cl/package.py ' version[(]"([0-9.]+)"'
check "$version" packaging/vcpkg/histo-cl/vcpkg.json '"version": "(.+)"'
# C++ programs are built for a minor version, C programs for a major one.
check "$major.$minor" debian/control '^Provides: libhisto-cl-cxx-(.+)'
check "$major.$minor" "debian/libhisto-cl$major.symbols" '^[|] libhisto-cl-cxx-(.+)'
check "$major" debian/control '^Package: libhisto-cl([0-9]+)'
echo "$version"
exit $wrong
