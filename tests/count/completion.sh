#!/usr/bin/env bash
# completion.sh PROGRAM: checks the completions and the manual pages that histo_cl prints, with bash, zsh,
# fish and man, whichever are installed.
set -euo pipefail
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# expect WHAT EXPECTED GOT: ends the test unless both texts are equal.
expect() {
    if [[ $2 != "$3" ]]; then
        printf '%s: expected "%s", got "%s"\n' "$@"
        exit 1
    fi
}

for format in bash zsh fish man; do
    "$program" --print-options "$format" >"$folder/$format"
done
"$program" tune --print-options man >"$folder/man_tune"

# bash calls the function with the program, the word and the word before it.
# shellcheck disable=SC1091
. "$folder/bash"
compopt() { files=yes; } # bash's own function fails outside a completion
# complete_words WORD...: completes the last word
complete_words() {
    COMP_WORDS=(histo_cl "$@") COMP_CWORD=$# COMPREPLY=() files=no
    _histo_cl histo_cl "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
    printf '%s' "${COMPREPLY[*]}"
    [[ $files == no ]] || printf files
}
expect bash "--type" "$(complete_words --ty)"
expect bash "i8 i16 i32 i64" "$(complete_words --type i)"
expect bash "f16 f32 f64" "$(complete_words --type = f)"
expect bash "inclusive" "$(complete_words --last-edge i)"
expect bash "" "$(complete_words --type u8 --ty)"
expect bash "--json" "$(complete_words --js)"
expect bash "" "$(complete_words --csv --js)"
expect bash "--edges" "$(complete_words --letter --edg)"
expect bash "" "$(complete_words --letters --edg)"
expect bash "--device" "$(complete_words --device = 0:0 --devi)"
expect bash "" "$(complete_words --bins 1)"
expect bash files "$(complete_words --save x)"
expect bash "--type" "$(complete_words count --ty)"
expect bash "--samples" "$(complete_words tune --sam)"
expect bash "" "$(complete_words tune --ty)"
expect bash "tunefiles" "$(complete_words tun)"
expect bash files "$(complete_words --type u8 x)"

if command -v zsh >/dev/null; then
    zsh -n "$folder/zsh"
    mv "$folder/zsh" "$folder/_histo_cl"
    ask() { zsh -f "$(dirname "${BASH_SOURCE[0]}")/complete.zsh" "$folder" "$1"; }
    expect zsh "histo_cl --type " "$(ask 'histo_cl --ty')"
    expect zsh "histo_cl --last-edge inclusive " "$(ask 'histo_cl --last-edge i')"
    expect zsh "histo_cl --type u8 --ty" "$(ask 'histo_cl --type u8 --ty')"
    expect zsh "histo_cl_demo --js" "$(ask 'histo_cl_demo --csv --js' | sed 's/ --csv//')"
    expect zsh "histo_cl tune --samples " "$(ask 'histo_cl tune --sam')"
    expect zsh "histo_cl --save $folder/bash " "$(ask "histo_cl --save $folder/ba")"
fi
if command -v fish >/dev/null; then
    mkdir -p "$folder/fish_home"
    ask() { HOME=$folder/fish_home fish --no-config -c "source $folder/fish; complete -C '$1'" | cut -f1 | tr '\n' ' '; }
    expect fish "--type " "$(ask 'histo_cl --ty')"
    expect fish "dropped " "$(ask 'histo_cl_demo --out-of-range dr')"
    expect fish "--samples " "$(ask 'histo_cl tune --sam')"
    expect fish "--json " "$(ask 'histo_cl --js')"
    expect fish "" "$(ask 'histo_cl --csv --js')"
fi
if command -v mandoc >/dev/null; then
    expect mandoc "" "$(mandoc -T lint -W warning "$folder/man" "$folder/man_tune")"
fi
if command -v man >/dev/null; then
    for page in man man_tune; do
        expect man "" "$(MANROFFSEQ='' LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l "$folder/$page" 2>&1 >/dev/null)"
    done
fi
