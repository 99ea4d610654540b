#!/usr/bin/env bash
# wheel.sh PYTHON SOURCE FOLDER: makes a wheel of the source tree with pip, without network, and installs it into a
# separate environment. There the package counts without OpenCL's loader, and with it as pyopencl does. Exit code 77: a
# Python package that this needs is missing.
set -euo pipefail
python=$1 source=$2 folder=$3

"$python" -c 'import setuptools, wheel, pip, venv, ensurepip' 2>/dev/null || exit 77
rm -rf "$folder"
mkdir -p "$folder"
git -C "$source" ls-files -z --cached --others --exclude-standard |
    tar -C "$source" --null --files-from - -cf - | tar -C "$folder" --one-top-level=source -xf -
"$python" -m venv --system-site-packages "$folder/venv"
python=$folder/venv/bin/python
"$python" -m pip wheel --no-build-isolation --no-index --no-deps --wheel-dir "$folder" "$folder/source"
cd "$folder"
"$python" -m pip install --no-index --no-deps ./*.whl

# The wheel has the module, its information and the modules of the source tree, and nothing else.
"$python" -m zipfile --list ./*.whl | awk 'NR > 1 {print $1}' | grep -vE '^histo_cl-[0-9.]+[.]dist-info/' |
    sed 's/_core[.]c.*[.]so$/_core.so/' | sort >files
(cd source/python && find histo_cl -type f && echo histo_cl/_core.so) | sort | diff - files

"$python" -m histo_cl --help >/dev/null
"$python" -m histo_cl --version

# A file that is no library hides the loader.
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

# pyopencl has loaded the loader, which the package then finds.
"$python" -m pytest -q -p no:cacheprovider source/tests/python/test_plan.py || (($? == 5)) # 5: there is no pyopencl
"$python" -c '
import histo_cl
try:
    device = histo_cl.default_device()
except histo_cl.Error as error:
    assert "loader" not in str(error), error
else:
    assert histo_cl.histogram([1, 2, 1], [0, 1, 2, 3], device=device)[0].tolist() == [0, 2, 1]'
