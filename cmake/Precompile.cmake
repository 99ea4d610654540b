# Headers that are compiled once for all sources of a target. Sources include what they need all the same: builds
# without -DHISTO_CL_PRECOMPILE=ON see to that.

# histo_cl_precompile(<target> <header>...): these, and what most sources take of the standard library.
function(histo_cl_precompile target)
    if(HISTO_CL_PRECOMPILE)
        target_precompile_headers(${target} PRIVATE ${ARGN}
            <algorithm> <array> <atomic> <bit> <chrono> <cstdint> <filesystem> <fstream> <functional> <map> <memory>
            <mutex> <optional> <set> <span> <sstream> <string> <string_view> <thread> <tuple> <utility> <variant>
            <vector>)
    endif()
endfunction()
