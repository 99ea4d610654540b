#!/usr/bin/env bash
# files.sh PROGRAM...: counts and writes files with histo_cl on any system; PROGRAM... is the command that
# starts it. Checks that bytes with a special meaning in text files, and file names outside any code page, are
# handled unchanged.
set -euo pipefail
program=("$@")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
name=$'caf\u00e9 \u6570'

fail() {
    echo "files.sh: $*" >&2
    exit 1
}

# expected FILE: prints the counts of the file's bytes as --csv does.
expected() {
    od -An -v -tu1 "$1" | awk '{ for (i = 1; i <= NF; ++i) ++count[$i] }
        END { print "bin,lower,upper,count"; for (i = 0; i < 256; ++i) print i "," i "," i + 1 "," count[i] + 0 }'
}

# check WHAT EXPECTED COUNTED: checks that the files have the same bytes.
check() {
    cmp -s "$2" "$3" || fail "$1: $(diff "$2" "$3" | head -n 5)"
}

printf 'a\r\nb\032\032 c\r\0\377' >"$name.bin"                             # byte 26 (032) ends a text on Windows
seq -f 'line %.0f' 60000 >long
for file in "$name.bin" long; do
    expected "$file" >expected
    "${program[@]}" "$file" --csv >counted
    check "$file" expected counted
    "${program[@]}" --csv <"$file" >counted
    check "$file as standard input" expected counted
    cat "$file" | "${program[@]}" --csv >counted
    check "$file through a pipe" expected counted
done

"${program[@]}" long --csv --save "$name.counts" >counted
"${program[@]}" --add "$name.counts" --csv >added
check "saved counts" counted added

printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '>u2', 'fortran_order': False, 'shape': (4,), }" >"$name.npy"
printf '\000\001\000\002\000\002\001\000' >>"$name.npy"
"${program[@]}" "$name.npy" --bins 3 --range 0 3 --csv | tail -n +2 | cut -d , -f 4 | tr '\n' ' ' >counted
echo -n '0 1 2 ' >expected
check "a .npy file" expected counted

base64 -d >"$name.png" <<<iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAAEElEQVR42mNgYGdn+M/OAAADYAEVobKOFgAAAABJRU5ErkJggg==
if "${program[@]}" "$name.png" --csv >counted 2>error; then
    awk -F , '$4 > 0 && NR > 1 { printf "%s:%s ", $1, $4 }' counted >few
    echo -n '0:2 7:3 255:1 ' >expected
    check "a PNG file" expected few
else
    grep -q libpng-dev error || fail "a PNG file: $(<error)"
fi

for _ in made replaced; do
    "${program[@]}" long --picture "$name.svg" --picture "$name.html" >shown
    [[ $(head -c 4 "$name.svg") == "<svg" || $(head -c 5 "$name.svg") == "<?xml" ]] || fail "it wrote no SVG"
    grep -qi '<html' "$name.html" || fail "it wrote no page"
    for file in "$name.svg" "$name.html" shown; do
        ! grep -q $'\r' "$file" || fail "$file has carriage returns"
    done
done
[[ $(ls | grep -c tmp) == 0 ]] || fail "it left files behind: $(ls)"

"${program[@]}" "$name.bin" --json >counted
grep -qF "\"$name.bin\"" counted || fail "JSON does not name the file"
code=0
"${program[@]}" "no $name" 2>error || code=$?
[[ $code == 2 ]] || fail "exit code $code for a file that is not there"
echo "histo_cl: no $name: No such file or directory" >expected
check "what it says of a file that is not there" expected error
