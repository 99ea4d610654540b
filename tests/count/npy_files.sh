#!/bin/sh
# Counts .npy files of the numpy of this machine with histo_cl: npy_files.sh DEMO. 77: no python3 here has numpy.
set -eu
here=$(dirname "$0")
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' 2>/dev/null; then
        folder=$(mktemp -d)
        trap 'rm -rf "$folder"' EXIT
        "$python" "$here/npy_files.py" "$1" "$folder"
        exit
    fi
done
echo "skipped: no python3 with numpy (Debian package python3-numpy)"
exit 77
