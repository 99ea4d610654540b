#!/usr/bin/env bash
# tools/check_packages.sh [SUITE]: makes Debian's packages from debian/ in a minimal system of this machine's release, or of
# SUITE, such as trixie (made by debootstrap), checks them with lintian, and uses them like a user in a second minimal
# system: installs them, runs debian/tests with autopkgtest, and removes them. None of their files may remain. The
# packages are left in build/packages/SUITE. Needs root.
set -euo pipefail
# shellcheck source=tools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

. /etc/os-release
suite=${1:-$VERSION_CODENAME}
packages=$root/build/packages/$suite

if ((EUID != 0)) || ! unshare --mount true 2>/dev/null; then
    say "tools/check_packages.sh needs root that may mount: it installs packages into a system of its own"
    exit 77 # ctest's code for a test that was skipped
fi

systems=() # and other folders to remove
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

# inside COMMAND...: runs the command in the system; the programs' caches are in folders that the check for
# remaining files ignores.
inside() {
    chroot "$system" env -i HOME=/tmp/home PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive XDG_CACHE_HOME=/tmp/cache POCL_CACHE_DIR=/tmp/pocl "$@"
}

set_up autopkgtest debootstrap lintian
make_system
say "making the packages"
source=$(mktemp -d)
systems+=("$source")
tar -C "$root" --exclude=./build --exclude=./.git -c . | tar -C "$source" -x
mkdir "$system/tmp/build"
cp -r "$source" "$system/tmp/build/source"
inside apt-get install -y -q --no-install-recommends dpkg-dev >&2
inside apt-get build-dep -y -q --no-install-recommends /tmp/build/source >&2
inside sh -ec 'cd /tmp/build/source && dpkg-buildpackage -us -uc -b' >&2
rm -rf "$packages"
mkdir -p "$packages"
cp "$system"/tmp/build/*.{deb,buildinfo,changes} "$packages"
ls -1 "$packages" >&2

say "lintian"
lintian --pedantic --fail-on error,warning,info,pedantic --allow-root --tag-display-limit 0 "$packages"/*.changes

make_system
inside apt-get install -y -q --no-install-recommends dpkg-dev >&2 # for autopkgtest
find "$system" -xdev -iname '*histo*cl*' | grep . >&2 && exit 1
debs=("$packages"/*[0-9]_*.deb "$packages"/*-{dev,doc,tools,cl}_*.deb)
names=()
for deb in "${debs[@]}"; do names+=("$(dpkg-deb --field "$deb" Package)"); done

say "installing"
mkdir "$system/tmp/packages"
cp "${debs[@]}" "$system/tmp/packages"
inside sh -c 'apt-get install -y -q --no-install-recommends /tmp/packages/*.deb' >&2
inside dpkg --verify "${names[@]}"
paths=$(inside dpkg --listfiles "${names[@]}" | sort -u | grep -v -x -e '' -e /.)

say "using it"
autopkgtest "${debs[@]}" "$source/" -- chroot "$system"

say "removing it"
inside apt-get purge -y -q "${names[@]}" >&2
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
done < <(inside find / -xdev \( -path /tmp -o -path /root/.cache \) -prune -o -iname '*histo*cl*' -print)
((left == 0))
say "the packages install, work and go without a trace"
