# complete.zsh FOLDER LINE: prints what LINE becomes in a zsh with the completions of FOLDER when Tab is pressed at its end.
zmodload zsh/zpty
zpty shell zsh -f -i
send() { zpty -w "$@"; }
# Only the line that "show" marks is read.
send shell "PS1= PS2= TERM=dumb; unsetopt zle_bracketed_paste; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D"
send shell 'show() { print -r -- "<${BUFFER}>" }; zle -N show; bindkey "^X" show; bindkey "^I" complete-word; print READY.'
zpty -r -m shell answer $'*\nREADY.*'
send -n shell "$2"$'\t\x18'
zpty -r -m shell answer '*<*>*'
answer=${answer##*<}
print -r -- "${answer%%>*}"
zpty -d shell
