#!/usr/bin/env bash
# link_by_lld.sh COLLECT2 ARGUMENT...: runs LLVM's linker instead of GCC's collect2 (toolchain.cmake), without the plugin for
# link-time optimization, which only GNU's linker has.
set -euo pipefail
shift
arguments=()
while (($#)); do
    case $1 in
    -plugin) shift ;;
    -plugin-opt=*) ;;
    *) arguments+=("$1") ;;
    esac
    shift
done
exec ld.lld "${arguments[@]}"
