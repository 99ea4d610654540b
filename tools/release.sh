#!/usr/bin/env bash
# tools/release.sh [--twice] [FOLDER]: makes the files of a release from the last commit, in a
# minimal Debian 12, and writes them to FOLDER, by default build/release-VERSION: the source archive, Debian's packages,
# the Python wheel, the .zip for Windows, and SHA256SUMS. Then uses each like a user in a second minimal system:
# installs it, counts, builds programs against it and removes it. The same commit gives the same files as long as Debian
# has the same compilers; --twice makes the files once more, in another folder of another system, and compares them with
# the first. Needs root with permission to mount. docs/notes/releasing.md has the steps of a release.
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source=tools/bare_systems.sh
. "$root/tools/bare_systems.sh"
umask 022

windows_packages=(cmake g++-mingw-w64-x86-64-posix lld ninja-build opencl-c-headers opencl-clhpp-headers)

twice=0
if [[ ${1:-} == --twice ]]; then
    twice=1
    shift
fi
if (($# > 1)) || [[ ${1:-} == -* || -e ${1:-} ]]; then
    echo "usage: tools/release.sh [--twice] [FOLDER], a folder that does not exist" >&2
    exit 2
fi
version=$("$root/tools/check_versions.sh")
name=histo_cl-$version
folder=$root/build/release-$version
((!$#)) || folder=$(realpath "$1")
cd "$root"
if [[ -n $(git status --porcelain) ]]; then
    say "tools/release.sh makes a release of the last commit, but there are changes after it:"
    git status --short >&2
    exit 1
fi
! grep -q "^## $version, unreleased" CHANGELOG.md || say "a rehearsal: CHANGELOG.md has no date for $version"
commit=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct "$commit")

# at_commit_time COMMAND...: runs a command in the system. The files that it makes get the time of the commit.
at_commit_time() {
    inside env SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" "$@"
}

# make_files FOLDER PLACE: makes the files of the release in FOLDER. They are built in PLACE, a folder of a new system.
make_files() {
    local out=$1 place=$2 archive=$name.tar.xz
    mkdir -p "$out"
    say "the source archive of $commit"
    git -c tar.umask=0022 archive --prefix="$name/" "$commit" | xz --threads=1 >"$out/$archive"

    make_system
    mkdir -p "$system$place"
    cp "$out/$archive" "$system$place"
    cp -r "$scratch/wheels" "$system$place"
    tar -C "$system$place" --no-same-owner -xf "$out/$archive"

    make_packages "$place/$name" "$scratch/debian"
    cp "$scratch"/debian/*.deb "$out"
    rm "$out"/*-dbgsym_*.deb

    say "the wheel"
    install_inside python3-pip python3-venv
    at_commit_time "$place/$name/tests/python/wheel.sh" python3 "$place/$archive" "$place/wheel" "$place/wheels" >&2
    cp "$system$place"/wheel/*.whl "$out"

    say "the .zip for Windows"
    install_inside "${windows_packages[@]}" strip-nondeterminism
    at_commit_time sh -ec "
        cd '$place/$name'
        cmake --preset windows -DBUILD_SHARED_LIBS=ON -DCMAKE_BUILD_TYPE=Release -DHISTO_CL_BUILD_TESTS=OFF \
            -DHISTO_CL_TWO_WORD_INT128=OFF -DHISTO_CL_WERROR=OFF
        cmake --build build/windows --parallel \$(nproc)
        cpack --preset windows
        strip-nondeterminism --timestamp \$SOURCE_DATE_EPOCH build/windows/packages/*.zip" >&2
    cp "$system$place/$name"/build/windows/packages/*.zip "$out"
    (cd "$out" && LC_ALL=C && sha256sum -- *) >"$scratch/SHA256SUMS"
    cp "$scratch/SHA256SUMS" "$out"
}

use_wheel() {
    say "using the wheel"
    install_inside python3-venv
    cp -r "$scratch/wheels" "$folder"/*.whl "$system/tmp"
    # shellcheck disable=SC2016
    inside sh -ec '
        python3 -m venv /tmp/venv
        . /tmp/venv/bin/activate
        pip install --no-index --find-links /tmp/wheels /tmp/histo_cl-*.whl
        python -m histo_cl --version
        AUTOPKGTEST_TMP=/tmp /tmp/source/debian/tests/python
        pip uninstall --yes histo_cl
        ! find /tmp/venv -iname "*histo*cl*" | grep .' >&2
}

use_source() {
    say "using the source archive"
    install_inside "${build_packages[@]}" "${device_packages[@]}" make pkgconf
    mkdir "$system/tmp/consumers"
    # shellcheck disable=SC2016
    inside sh -ec '
        cd /tmp/source
        cmake -S . -B build/install -DCMAKE_BUILD_TYPE=Release -DHISTO_CL_BUILD_TESTS=OFF -DHISTO_CL_BUILD_PROGRAMS=OFF \
            -DHISTO_CL_UNITY=ON
        cmake --build build/install --parallel "$(nproc)"
        cmake --install build/install
        AUTOPKGTEST_TMP=/tmp/consumers debian/tests/library
        cmake --build build/install --target uninstall' >&2
    check_no_trace
}

use_zip() {
    say "using the .zip"
    install_inside "${windows_packages[@]}" "${device_packages[@]}" wine64
    cp "$folder"/*.zip "$system/tmp"
    # shellcheck disable=SC2016
    inside sh -ec '
        emulator="/usr/bin/env;WINEDEBUG=-all;WINEDLLOVERRIDES=mscoree,mshtml=;WINEPREFIX=/tmp/wine;/usr/lib/wine/wine64"
        cmake -DZIP="$(echo /tmp/*.zip)" -DWORK=/tmp/zip -DEMULATOR="$emulator" -P /tmp/source/tests/consumers/check_zip.cmake
        unpacked=$(echo /tmp/zip/histo_cl-*)
        cd /tmp/source
        cmake -S tests/consumers/cmake -B /tmp/by_zip -G Ninja --toolchain "$PWD/cmake/mingw/toolchain.cmake" \
            -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES="$PWD/cmake/mingw/Packages.cmake" -DWINE_PREFIX=/tmp/wine -DBUILD_SHARED_LIBS=ON \
            -DCMAKE_FIND_ROOT_PATH="$unpacked"
        cmake --build /tmp/by_zip
        WINEPATH="Z:$unpacked/bin" ctest --test-dir /tmp/by_zip --output-on-failure --no-tests=error' >&2
}

start_systems bookworm
set_up xz-utils python3-pip
say "loading packages from PyPI"
/usr/bin/python3 -m pip download -q --no-deps --require-hashes --dest "$scratch/wheels" --requirement tools/wheel_packages.txt \
    --python-version 3.11 --platform manylinux_2_28_x86_64 --platform manylinux2014_x86_64 --only-binary :all: >&2

(($#)) || rm -rf "$folder"
make_files "$folder" /tmp/build

make_system
mkdir "$system/tmp/source"
tar -C "$system/tmp/source" --strip-components 1 --no-same-owner -xf "$folder/$name.tar.xz"
check_packages "$system/tmp/source" "$scratch/debian"
use_wheel
use_source
use_zip

if ((twice)); then
    say "once more"
    rm -rf "$folder.again"
    make_files "$folder.again" /tmp/another/place
    diff "$folder/SHA256SUMS" "$folder.again/SHA256SUMS"
    rm -r "$folder.again"
fi
say "$folder:"
cat "$folder/SHA256SUMS"
