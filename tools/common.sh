# Shared by the scripts of this folder: the Debian or Ubuntu packages that they need, functions that install these, and
# functions that check for tools and build a preset.
# shellcheck shell=bash disable=SC2034

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

build_packages=(cmake ninja-build g++ ocl-icd-opencl-dev opencl-c-headers opencl-clhpp-headers
                libcli11-dev nlohmann-json3-dev)
# An OpenCL device that every machine has: its CPU.
device_packages=(pocl-opencl-icd)
test_packages=(doctest-dev make pkgconf)
# Libraries with which the programs read other file formats and draw PNG and PDF. If a library is missing, the programs are
# built without it.
program_packages=(zlib1g-dev libzstd-dev libjpeg-dev libpng-dev libstb-dev libtiff-dev libzip-dev libhdf5-dev
                  libcfitsio-dev libsndfile1-dev libwebp-dev libcsv-dev libcairo2-dev liburing-dev)
# Packages without which some tests are skipped, in order: a second OpenCL implementation; a kernel checker; the version
# of clang-format that the project is formatted with; numpy, for comparison; clang with libFuzzer; MPI, without which
# the component mpi is not built; the libraries of the programs; MinGW-w64, LLVM's linker and Wine, for the build for Windows; and
# other readers of the file formats, for comparison.
optional_test_packages=(mesa-opencl-icd oclgrind clang-format-14 python3-numpy clang libclang-rt-dev
                        libopenmpi-dev openmpi-bin "${program_packages[@]}"
                        g++-mingw-w64-x86-64-posix lld wine64 doxygen python3-pil python3-tifffile python3-h5py python3-astropy python3-pandas zstd)
# The Python package is built and tested if these are installed.
python_packages=(python3-dev python3-numpy pybind11-dev)
optional_test_packages+=("${python_packages[@]}" python3-pytest python3-hypothesis python3-pyopencl python3-dask
                         python3-distributed mypy python3-sklearn python3-pint python3-nbclient python3-ipykernel)
# AMD's and Intel's compilers, which need no device. unpack_ocloc adds Intel's program ocloc.
foreign_packages=(clang-19 lld-19 rocm-device-libs libigc1 libigdfcl1 libigdgmm12)
long_test_packages=(abigail-tools python3-xarray python3-matplotlib python3-venv python3-setuptools
                    python3-wheel python3-pip "${foreign_packages[@]}")

say() {
    printf '== %s\n' "$*" >&2
}

# Prints the given packages that are not installed, one per line.
missing_packages() {
    local package
    for package in "$@"; do
        [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || echo "$package"
    done
}

# Prints the given packages that apt knows, one per line.
known_packages() {
    local package
    for package in "$@"; do
        apt-cache show --no-all-versions "$package" >/dev/null 2>&1 && echo "$package"
    done
    return 0
}

# Runs a command as root. sudo may ask for a password only if there is a terminal.
as_root() {
    if ((EUID == 0)); then
        "$@"
    elif [[ -t 0 ]]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

can_be_root() {
    ((EUID == 0)) || { command -v sudo >/dev/null && { [[ -t 0 ]] || sudo -n true 2>/dev/null; }; }
}

apt_update() {
    say "updating apt's lists"
    as_root apt-get update -q >&2
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >&2
}

# For use without root: if packages are missing, prints the command that installs them, and fails.
install_by_hand() {
    local missing
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    say "packages are missing; run this as root, then try again:"
    echo "apt-get update && apt-get install --no-install-recommends ${missing[*]}"
    return 1
}

# Installs the given packages that are missing.
install_required() {
    local missing known
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    mapfile -t known < <(known_packages "${missing[@]}")
    if ((${#known[@]} < ${#missing[@]})); then
        apt_update
    fi
    say "installing ${missing[*]}"
    if ! apt_install "${missing[@]}"; then
        apt_update # the lists may name versions that no longer exist
        apt_install "${missing[@]}"
    fi
}

# Installs the given packages that are missing and that this release has. Never fails.
install_optional() {
    local missing known package
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    mapfile -t known < <(known_packages "${missing[@]}")
    if ((${#known[@]} == 0)) &&
        ! compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null; then
        apt_update || true
        mapfile -t known < <(known_packages "${missing[@]}")
    fi
    if ((${#known[@]})); then
        say "installing ${known[*]}"
        apt_install "${known[@]}" || true
    fi
    for package in $(missing_packages "${missing[@]}"); do
        say "no package $package here: continuing without it"
    done
}

# Unpacks ocloc, Intel's compiler, into build/ocloc. Its package is not installed, because it is also an
# OpenCL driver, and programs built with sanitizers end when they load that driver. Never fails.
unpack_ocloc() {
    local folder=$root/build/ocloc
    [[ ! -x $folder/usr/bin/ocloc ]] && ! command -v ocloc >/dev/null || return 0
    mkdir -p "$folder"
    (cd "$folder" && apt-get download -q intel-opencl-icd && dpkg-deb -x intel-opencl-icd_*.deb .) >&2 ||
        say "no ocloc here: continuing without Intel's compiler"
}

# set_up PACKAGE...: installs missing packages. Without root, prints how to install them, and fails. Fast if
# none is missing.
set_up() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "neither Debian nor Ubuntu: continuing with what is installed (needed, by Debian's names: $*)"
    elif can_be_root; then
        install_required "$@"
    else
        install_by_hand "$@"
    fi
}

# Whether clang is installed with its sanitizers and libFuzzer, which are in another package.
has_libfuzzer() {
    echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
        clang++ -fsanitize=fuzzer,address,undefined -x c++ -o /dev/null - 2>/dev/null
}

# Whether programs for Windows can be built and run here.
has_windows() {
    command -v x86_64-w64-mingw32-g++-posix >/dev/null && { command -v wine64 >/dev/null || [[ -x /usr/lib/wine/wine64 ]]; }
}

# Whether all packages are installed that the Python package is built with. Fails on systems other than Debian and
# Ubuntu.
has_python() {
    command -v dpkg-query >/dev/null && [[ -z $(missing_packages "${python_packages[@]}") ]]
}

# build PRESET [OPTION...]: configures a preset, with these options of CMake, and builds it in build/PRESET.
build() {
    say "building build/$1"
    (
        cd "$root" || exit
        cmake --preset "$@" || exit
        cmake --build --preset "$1" --parallel "$(nproc)"
    ) >&2
}
