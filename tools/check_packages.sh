#!/usr/bin/env bash
# tools/check_packages.sh [SUITE]: makes the packages, checks them with lintian, and uses them like a user in
# a minimal system of this machine's release, or of SUITE, such as trixie (made by debootstrap): installs them
# with apt, uses the programs and the Python package, builds a program with them, and removes them. None of their
# files may remain. Needs root. Packages only suit the release that they are made on, so packages for another SUITE
# are made in a system of that release.
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

. /etc/os-release
suite=${1:-$VERSION_CODENAME}
own_packages=(libhisto-cl0.2 libhisto-cl-dev libhisto-cl-doc histo-cl-tools python3-histo-cl)
needed_packages=("${build_packages[@]}" "${program_packages[@]}" "${python_packages[@]}" dpkg-dev file)

if ((EUID != 0)) || ! unshare --mount true 2>/dev/null; then
    say "tools/check_packages.sh needs root that may mount: it installs packages into a system of its own"
    exit 77 # ctest's code for a test that was skipped
fi

systems=()
# Removes the systems, after unmounting everything in them.
clean_up() {
    local system folder
    for system in "${systems[@]}"; do
        for folder in dev sys proc; do
            ! mountpoint -q "$system/$folder" || umount --recursive --lazy "$system/$folder"
        done
        rm -rf --one-file-system "$system"
    done
}
trap clean_up EXIT

# Creates a minimal system of the suite and sets `system` to its folder.
make_system() {
    system=$(mktemp -d)
    systems+=("$system")
    say "a bare $suite in $system"
    debootstrap --variant=minbase "$suite" "$system" >"$system.log" || { tail "$system.log" >&2 && return 1; }
    rm "$system.log"
    local folder
    for folder in proc sys dev; do
        mount --rbind "/$folder" "$system/$folder"
        mount --make-rslave "$system/$folder"
    done
    cp /etc/resolv.conf "$system/etc/resolv.conf"
    inside apt-get update -q >&2
}

# inside COMMAND...: runs the command in the system; the programs' caches are in a folder that the check for
# remaining files ignores.
inside() {
    chroot "$system" env -i HOME=/tmp/home PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive XDG_CACHE_HOME=/tmp/cache POCL_CACHE_DIR=/tmp/pocl "$@"
}

# Makes the packages, here or in a system of the suite, and sets `packages` to their folder.
make_packages() {
    packages=$root/build/package/packages
    if [[ $suite == "$VERSION_CODENAME" ]]; then
        set_up "${needed_packages[@]}"
        build package
        rm -rf "$packages"
        (cd "$root" && cpack --preset package) >&2
        return
    fi
    make_system
    inside apt-get install -y -q --no-install-recommends "${needed_packages[@]}" >&2
    mkdir "$system/tmp/source"
    tar -C "$root" --exclude=./build --exclude=./.git -c . | tar -C "$system/tmp/source" -x
    inside sh -ec 'cd /tmp/source && cmake --preset package && cmake --build --preset package && cpack --preset package' >&2
    packages=$root/build/package/$suite
    rm -rf "$packages"
    mkdir -p "$packages"
    cp "$system/tmp/source/build/package/packages/"*.{deb,tar.gz} "$packages"
}

say "making the packages"
set_up debootstrap lintian
make_packages
ls -1 "$packages" >&2
say "lintian"
lintian --fail-on error,warning --allow-root --tag-display-limit 0 "$packages"/*.deb

make_system
mkdir "$system/tmp/packages"
for package in "${own_packages[@]}"; do
    cp "$packages/$package"_*.deb "$system/tmp/packages"
done
cp -r "$root/tests/consumers" "$system/tmp"

say "installing"
inside sh -c 'apt-get install -y -q /tmp/packages/*.deb' >&2
inside dpkg --verify "${own_packages[@]}"
paths=$(inside dpkg --listfiles "${own_packages[@]}" | sort -u | grep -v -x -e '' -e /.)

say "using it"
printf 'programming massively parallel processors' >"$system/tmp/phrase"
[[ $(inside histo_cl --letters --csv /tmp/phrase | cut -d, -f4 | tr '\n' ' ') == 'count 5 5 6 10 10 1 1 ' ]]
inside histo_cl --version
inside histo_cl tune --help >/dev/null
for command in states columns enqueue scale; do
    inside histo_cl_bench "$command" --help >/dev/null
done
inside python3 -c 'import histo_cl; print(histo_cl.histogram([1.0, 2.0, 2.0, 3.0], bins=2)[0])'
inside test -s /usr/share/doc/libhisto-cl-doc/copyright
inside test -s /usr/share/doc/histo_cl/LICENSE

say "building against it"
inside apt-get install -y -q --no-install-recommends g++ cmake make pkgconf >&2
inside sh -ec 'cmake -S /tmp/consumers/cmake -B /tmp/consumer && cmake --build /tmp/consumer
               cd /tmp/consumer && ctest --output-on-failure --no-tests=error' >&2
inside sh -ec 'mkdir /tmp/by_pkg_config && cd /tmp/by_pkg_config
               make -f /tmp/consumers/pkg_config/Makefile check' >&2

say "removing it"
inside apt-get purge -y -q "${own_packages[@]}" >&2
left=0
# Files and folders that belong to other packages, too, may remain.
while IFS= read -r path; do
    if [[ -e $system$path || -L $system$path ]] && ! inside dpkg --search "$path" >/dev/null 2>&1; then
        say "left behind: $path"
        left=1
    fi
done <<<"$paths"
while IFS= read -r path; do
    say "left behind: $path"
    left=1
done < <(inside find / -xdev -path /tmp -prune -o -iname '*histo*cl*' -print)
((left == 0))
say "the packages install, work and go without a trace"
