#!/usr/bin/env bash
# tools/check_layers.sh: checks the includes of src/ and include/, where a layer must not include files of a
# layer above it, and mpi may include only public headers of other layers. Also checks the includes of host/,
# where a folder may include only files of the folders that `allowed` lists for it, as in host/README.md.
# Prints the layers from top to bottom, with the numbers of their files and lines and the layers that each
# uses; then the folders of host/, with the folders that each may use.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# From bottom to top; each layer may use itself and the layers before it.
layers=(core problem reference device variants choose program engines plan ops call stream c_api mpi)

declare -A height header_layer files lines uses
for i in "${!layers[@]}"; do
    height[${layers[i]}]=$i
done

# The public headers of each layer.
headers=(
    core "abi.hpp error.hpp export.h limits.h memory.hpp number.hpp opencl.h sample.hpp shared.hpp version.h"
    problem "auto_bins.hpp binning.hpp default_problem.hpp host_data.hpp image.hpp job.hpp layout.hpp problem.hpp result.hpp statistics.hpp"
    reference reference.hpp
    device "device.hpp device_profile.hpp"
    variants "decision.hpp options.hpp"
    choose tuning.hpp
    program kernel_source.hpp
    engines weight_bound.hpp
    plan "clhpp.hpp plan.hpp"
    ops "equalization_plan.hpp map_plan.hpp subtraction_plan.hpp summary_plan.hpp"
    call histogram.hpp
    stream "partial.hpp stream.hpp"
    c_api "histo_cl.h histo_cl.hpp"
    mpi mpi.hpp)
for ((i = 0; i < ${#headers[@]}; i += 2)); do
    for header in ${headers[i + 1]}; do
        header_layer[$header]=${headers[i]}
    done
done
# Headers in a folder belong to the layer of the header with the folder's name.
for header in include/histo_cl/statistics/*; do
    header_layer[${header#include/histo_cl/}]=${header_layer[statistics.hpp]}
done

wrong=0
fail() {
    echo "$*" >&2
    wrong=1
}

for header in include/histo_cl/*.h*; do
    [[ -v header_layer[${header##*/}] ]] || fail "$header: no room is given for it"
done

# Headers that histo_cl.hpp includes must compile fast (docs/notes/calls.md).
slow='algorithm|filesystem|functional|iostream|memory|ranges|stop_token'
while read -r include; do
    fail "$include: takes a compiler long"
done < <(grep -nE "^#include <($slow)>" include/histo_cl/*.h* | grep -vE '/(mpi|stream)\.hpp:')

# layer_of FILE: sets `layer` to the layer of a file, which is given by its path or as an include names it.
layer_of() {
    case $1 in
    histo_cl/* | include/histo_cl/*) layer=${header_layer[${1##*histo_cl/}]-} ;;
    src/*) layer=${1#src/} && layer=${layer%%/*} ;;
    *) layer=${1%%/*} ;;
    esac
}

while IFS=: read -r file number include; do
    layer_of "$file"
    from=$layer
    included=${include#*\"}
    layer_of "${included%%\"*}"
    to=$layer
    if [[ -z $from || -z $to || -z ${height[$from]-} || -z ${height[$to]-} ]]; then
        fail "$file:$number: $include: neither a public header nor LAYER/FILE of one of ${layers[*]}"
    elif ((height[$to] > height[$from])); then
        fail "$file:$number: $include: $to is above $from"
    elif [[ $from == mpi && $to != mpi && $included != histo_cl/* ]]; then
        fail "$file:$number: $include: mpi is a library of its own, on public headers alone"
    elif [[ $to != "$from" ]]; then
        uses[$from]+=" $to"
    fi
done < <(grep -rnE '^ *#include "' src include/histo_cl --include='*.[hc]pp' --include='*.h')

for layer in "${layers[@]}"; do
    mapfile -t sources < <(find "src/$layer" -name '*.[hc]pp')
    for name in "${!header_layer[@]}"; do
        [[ ${header_layer[$name]} == "$layer" ]] && sources+=("include/histo_cl/$name")
    done
    files[$layer]=${#sources[@]}
    lines[$layer]=$(cat "${sources[@]}" | wc -l)
done

printf '%-11s %5s %6s  %s\n' room files lines ' uses'
for ((i = ${#layers[@]} - 1; i >= 0; --i)); do
    layer=${layers[i]}
    used=
    for other in "${layers[@]}"; do
        [[ " ${uses[$layer]-} " == *" $other "* ]] && used+=" $other"
    done
    printf '%-11s %5d %6d  %s\n' "$layer" "${files[$layer]}" "${lines[$layer]}" "$used"
done

# The folders of host/, and the other folders that each may use.
folders=(common files plot count count/show tune program mpi bench bench/columns bench/cpu bench/cub)
declare -A allowed=([common]="" [files]="common" [plot]="common" [count]="common files plot" [count/show]="common count plot" [tune]="common"
                    [program]="common files count count/show tune" [mpi]="common files count count/show" [bench]="common"
                    [bench/columns]="common bench" [bench/cpu]="common bench" [bench/cub]="common bench")

# folder_of PATH: sets `folder` to the longest of `folders` that the path begins with. A folder for one operating
# system, which is not in the list, thus belongs to the folder above it.
folder_of() {
    folder=${1%/*}
    while [[ $folder == */* && ! -v allowed[$folder] ]]; do
        folder=${folder%/*}
    done
}

while IFS=: read -r file number include; do
    folder_of "${file#host/}"
    from=$folder
    included=${include#*\"}
    included=${included%%\"*}
    if [[ $included != */* ]]; then
        compgen -G "host/$from/$included.in" >/dev/null || fail "$file:$number: $include: FOLDER/FILE of host/ is needed"
        continue
    fi
    folder_of "$included"
    [[ $from == bench && $included == kernels/* || $folder == "$from" || " ${allowed[$from]-} " == *" $folder "* ]] ||
        fail "$file:$number: $include: $from may not use $folder"
done < <(grep -rnE '^ *#include "' host --include='*.[hc]pp' --include='*.h' --include='*.cu*')

declare -A folder_files folder_lines
while read -r count file; do
    folder_of "${file#host/}"
    folder_files[$folder]=$((${folder_files[$folder]-0} + 1))
    folder_lines[$folder]=$((${folder_lines[$folder]-0} + count))
done < <(find host/*/ -type f -exec wc -l {} + | grep -v ' total$')
for folder in "${folders[@]}"; do
    printf '%-15s %5d %6d   %s\n' "host/$folder" "${folder_files[$folder]}" "${folder_lines[$folder]}" "${allowed[$folder]}"
done
exit $wrong
