#!/usr/bin/env bash
# tests/fuzz/pack_seeds.sh [FOLDER]: adds the files FOLDER/<harness>/* to seeds.tar.gz; without FOLDER, packs it again.
# The same files make the same archive, byte for byte. To look at them: tar -xzf tests/fuzz/seeds.tar.gz -C /tmp
set -euo pipefail
archive=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/seeds.tar.gz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/seeds"
tar -xzf "$archive" -C "$work"
(($# == 0)) || cp -rT "$1" "$work/seeds"
tar --sort=name --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -C "$work" -cf "$work/seeds.tar" seeds
gzip -9n <"$work/seeds.tar" >"$archive"
echo "$archive: $(find "$work/seeds" -type f | wc -l) files, $(stat -c %s "$archive") bytes"
