#!/usr/bin/env bash
# wheel.sh PYTHON SOURCE FOLDER: installs the source tree with pip, without network, into a separate
# environment, where the package then counts. Exit code 77: a Python package that this needs is missing.
set -euo pipefail
python=$1 source=$2 folder=$3

"$python" -c 'import setuptools, wheel, pip, venv, ensurepip' 2>/dev/null || exit 77
rm -rf "$folder"
mkdir -p "$folder"
git -C "$source" ls-files -z --cached --others --exclude-standard |
    tar -C "$source" --null --files-from - -cf - | tar -C "$folder" --one-top-level=source -xf -
"$python" -m venv --system-site-packages "$folder/venv"
"$folder/venv/bin/pip" install --no-build-isolation --no-index --no-deps "$folder/source"
cd "$folder"
"$folder/venv/bin/python" -c '
import histo_cl
assert histo_cl.__file__.startswith("'"$folder"'/venv/"), histo_cl.__file__
assert histo_cl.histogram([1, 2, 1], [0, 1, 2, 3])[0].tolist() == [0, 2, 1]
print("histo_cl", histo_cl.__version__, histo_cl.__file__)'
"$folder/venv/bin/python" -m histo_cl --version
