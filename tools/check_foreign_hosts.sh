#!/usr/bin/env bash
# tools/check_foreign_hosts.sh [aarch64|s390x]...: builds the tests for other processors with cross compilers,
# and runs them under qemu in minimal systems of this machine's release. On s390x, which is big-endian, it
# runs only the tests that need no device, because Debian has no PoCL for it. On aarch64 it also runs a few cases
# of the API and of conformance on PoCL, whose compiler takes most of the time. Needs root with permission to mount.
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

. /etc/os-release
hosts=("$@")
((${#hosts[@]})) || hosts=(aarch64 s390x)
for host in "${hosts[@]}"; do
    if [[ $host != aarch64 && $host != s390x ]]; then
        echo "usage: tools/check_foreign_hosts.sh [aarch64|s390x]..., not $host" >&2
        exit 2
    fi
done
compilers=("${hosts[@]/#/g++-}")
needed_packages=(debootstrap qemu-user-static "${compilers[@]/%/-linux-gnu}")

skip() {
    say "tools/check_foreign_hosts.sh: $1"
    exit 77 # ctest's code for a test that was skipped
}

# The mounts are in a mount namespace of this script, and end with the script.
if [[ ${HISTO_CL_OWN_MOUNTS:-} != 1 ]]; then
    ((EUID == 0)) || skip "needs root"
    unshare --mount true 2>/dev/null || skip "needs root that may mount"
    HISTO_CL_OWN_MOUNTS=1 exec unshare --mount "$0" "$@"
fi

# Tests without a device. The tests on PoCL are few_*, which histo_cl_few_test() adds.
pure_tests=(pure pure_bins common_pure files_pure files_formats count_pure plot_pure bench_pure tune_pure)

registered=()
# Unregisters the emulators that this script has registered.
clean_up() {
    local entry
    for entry in "${registered[@]}"; do
        echo -1 >"/proc/sys/fs/binfmt_misc/$entry"
    done
}
trap clean_up EXIT

# Creates the minimal system of an architecture in `system`, from packages that are unpacked but not
# configured. It is kept for later runs.
make_system() {
    local architecture=$1 packages
    shift
    packages=$(printf ',%s' "$@")
    [[ ! -f $system/complete ]] || return 0
    say "a bare $VERSION_CODENAME for $architecture in $system"
    rm -rf "$system"
    mkdir -p "$system"
    debootstrap --arch="$architecture" --variant=minbase --download-only --include="${packages:1}" \
        "$VERSION_CODENAME" "$system" >"$system/log" || { tail "$system/log" >&2 && return 1; }
    local package
    for package in "$system"/var/cache/apt/archives/*.deb; do
        dpkg-deb -x "$package" "$system"
        rm "$package"
    done
    touch "$system/complete"
}

# Registers the emulator with the kernel, unless the kernel already runs programs for such a host.
emulate() {
    local entry=qemu-$1
    ! chroot "$system" /bin/true 2>/dev/null || return 0
    [[ -e /proc/sys/fs/binfmt_misc/register ]] || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
    tr -d '\n' <"/usr/lib/binfmt.d/$entry.conf" >/proc/sys/fs/binfmt_misc/register
    registered+=("$entry")
    chroot "$system" /bin/true
}

# Mounts the folders that the programs need into the system. Sources and build have the same paths there as here.
mount_into_system() {
    local folder
    for folder in /proc /sys /dev; do
        mount --rbind "$folder" "$system$folder"
    done
    mkdir -p "$system$root"
    mount --bind "$root" "$system$root"
}

# Sets the targets to build and the tests to run on a host.
choose_tests() {
    packages=("${program_packages[@]}" ocl-icd-opencl-dev opencl-c-headers opencl-clhpp-headers libcli11-dev nlohmann-json3-dev
              doctest-dev libstdc++6)
    tests=$(printf '%s|' "${pure_tests[@]}")
    targets=("${pure_tests[@]/#/histo_cl_tests_}")
    architecture=$1
    if [[ $1 == aarch64 ]]; then
        architecture=arm64
        packages+=(pocl-opencl-icd)
        tests+='few_.*|'
        targets+=(histo_cl_tests_{api,conformance})
    fi
}

check() {
    local host=$1 build=$root/build/$1 architecture packages tests targets libraries
    say "$host"
    choose_tests "$host"
    system=$build/system
    make_system "$architecture" "${packages[@]}"
    emulate "$host"
    mount_into_system
    libraries=lib/$host-linux-gnu
    (
        cmake --preset dev -S "$root" -B "$build" -DBUILD_SHARED_LIBS=OFF -DHISTO_CL_UNITY=ON -DHISTO_CL_PRECOMPILE=ON \
            -DHISTO_CL_MPI=OFF -DHISTO_CL_BENCH_CPU_PEERS=OFF -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$host" \
            -DCMAKE_C_COMPILER="$host-linux-gnu-gcc" -DCMAKE_CXX_COMPILER="$host-linux-gnu-g++" \
            -DCMAKE_EXE_LINKER_FLAGS="-Wl,-rpath-link,$system/$libraries:$system/usr/$libraries" \
            -DCMAKE_FIND_ROOT_PATH="$system" -DCMAKE_FIND_ROOT_PATH_MODE_{LIBRARY,INCLUDE,PACKAGE}=ONLY \
            -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER "-DCMAKE_CROSSCOMPILING_EMULATOR=chroot;$system"
        cmake --build "$build" --parallel "$(nproc)" --target "${targets[@]}"
    ) >&2
    ctest --test-dir "$build" --tests-regex "^(${tests%|})\$" --no-tests=error --output-on-failure --parallel "$(nproc)" \
        --timeout 7200 | tee "$build/ctest.log" || failed+=("$host")
    summaries+=("$host: $(summary "$build")")
}

# Prints CTest's summary, and the numbers of cases and assertions of the doctest programs.
summary() {
    grep 'tests passed, ' "$1/ctest.log" || { echo "CTest did not end" && return; }
    awk '/^\[doctest\] test cases:/ { cases += $4 } /^\[doctest\] assertions:/ { assertions += $3 }
         END { print "    " cases " cases, " assertions " assertions" }' "$1/Testing/Temporary/LastTest.log"
}

install_optional "${needed_packages[@]}"
absent=$(missing_packages "${needed_packages[@]}" | xargs)
[[ -z $absent ]] || skip "no $absent here"
cd "$root"
failed=()
summaries=()
for host in "${hosts[@]}"; do
    check "$host"
done
printf '%s\n' "${summaries[@]}"
if ((${#failed[@]})); then
    say "failed: ${failed[*]}"
    exit 1
fi
