# Functions for scripts that make and use packages in minimal Debian or Ubuntu systems. debootstrap makes these systems.
# A script sources tools/common.sh first and calls start_systems.
# shellcheck shell=bash

# start_systems SUITE: exits with 77, ctest's code for a test that was skipped, if this user may not mount. Creates the folder
# `scratch`, which is removed at the end with all systems in it.
start_systems() {
    suite=$1
    if ((EUID != 0)) || ! unshare --mount true 2>/dev/null; then
        say "$0 needs root that may mount: it installs packages into systems of its own"
        exit 77
    fi
    set_up debootstrap
    scratch=$(mktemp -d)
    mkdir "$scratch/archives"
    trap remove_systems EXIT
}

remove_systems() {
    local folder
    for folder in "$scratch"/system.*/{dev,sys,proc,var/cache/apt/archives}; do
        ! mountpoint -q "$folder" || umount --recursive --lazy "$folder"
    done
    rm -rf --one-file-system "$scratch"
}

# Creates a minimal system of `suite` and sets `system` to its folder. All systems share the packages that apt
# has downloaded.
make_system() {
    local bare=$scratch/bare folder
    if [[ ! -d $bare ]]; then
        say "a bare $suite"
        debootstrap --variant=minbase "$suite" "$bare" >"$scratch/log" || { tail "$scratch/log" >&2 && return 1; }
    fi
    system=$(mktemp -d "$scratch/system.XXX")
    cp -a "$bare/." "$system"
    for folder in proc sys dev; do
        mount --rbind "/$folder" "$system/$folder"
        mount --make-rslave "$system/$folder"
    done
    mount --bind "$scratch/archives" "$system/var/cache/apt/archives"
    cp /etc/resolv.conf "$system/etc/resolv.conf"
    inside apt-get update -q >&2
}

# inside COMMAND...: runs the command in the system; the programs' caches are in folders that the check for
# remaining files ignores.
inside() {
    chroot "$system" env -i HOME=/tmp/home PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive XDG_CACHE_HOME=/tmp/cache POCL_CACHE_DIR=/tmp/pocl "$@"
}

install_inside() {
    inside apt-get install -y -q --no-install-recommends "$@" >&2
}

# Fails if the system has a file with the library's name.
check_no_trace() {
    local left
    left=$(inside find / -xdev \( -path /tmp -o -path /root/.cache -o -path /var/cache/apt/archives \) -prune -o \
        -iname '*histo*cl*' -print)
    [[ -z $left ]] || { say "left behind: $left" && return 1; }
}

# make_packages SOURCE PACKAGES: makes Debian's packages from SOURCE, a folder in the system, and copies them to
# PACKAGES, a folder outside the system.
make_packages() {
    say "making Debian's packages"
    install_inside dpkg-dev
    inside apt-get build-dep -y -q --no-install-recommends "$1" >&2
    inside sh -ec "cd '$1' && dpkg-buildpackage -us -uc -b" >&2
    rm -rf "$2"
    mkdir -p "$2"
    cp "$system/$1"/../*.{deb,buildinfo,changes} "$2"
    ls -1 "$2" >&2
}

# check_packages SOURCE PACKAGES: checks the packages with lintian, installs them in the system, runs the tests
# debian/tests of SOURCE, a folder outside the system, with autopkgtest, and removes the packages. None of their files
# may remain.
check_packages() {
    local debs names=() deb paths path left=0
    say "lintian"
    set_up autopkgtest lintian
    lintian --pedantic --fail-on error,warning,info,pedantic --allow-root --tag-display-limit 0 "$2"/*.changes

    install_inside dpkg-dev # for autopkgtest
    check_no_trace
    debs=("$2"/*[0-9]_*.deb "$2"/*-{dev,doc,tools,cl}_*.deb)
    for deb in "${debs[@]}"; do names+=("$(dpkg-deb --field "$deb" Package)"); done

    say "installing Debian's packages"
    mkdir "$system/tmp/packages"
    cp "${debs[@]}" "$system/tmp/packages"
    inside sh -c 'apt-get install -y -q --no-install-recommends /tmp/packages/*.deb' >&2
    inside dpkg --verify "${names[@]}"
    paths=$(inside dpkg --listfiles "${names[@]}" | sort -u | grep -v -x -e '' -e /.)

    say "using them"
    autopkgtest "${debs[@]}" "$1/" -- chroot "$system"

    say "removing them"
    inside apt-get purge -y -q "${names[@]}" >&2
    # Files and folders that belong to other packages, too, may remain.
    while IFS= read -r path; do
        if [[ -e $system$path || -L $system$path ]] && ! inside dpkg --search "$path" >/dev/null 2>&1; then
            say "left behind: $path"
            left=1
        fi
    done <<<"$paths"
    check_no_trace
    ((left == 0))
    say "Debian's packages install, work and go without a trace"
}
