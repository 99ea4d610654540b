# The shared library shows each function of histo_cl.h with its version, the C++ API with its own, and nothing else.

file(READ "${HEADER}" header)
string(REGEX MATCHALL "HISTO_CL_API [^;(]*[ *](histo_cl_[a-z0-9_]+)\\(" declarations "${header}")
list(TRANSFORM declarations REPLACE "^.*[ *](histo_cl_[a-z0-9_]+)\\($" "\\1" OUTPUT_VARIABLE declared)
if(NOT declared)
    message(FATAL_ERROR "${HEADER} declares no functions")
endif()

execute_process(COMMAND "${NM}" -D --defined-only "${LIBRARY}"
    OUTPUT_VARIABLE listing
    COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" lines "${listing}")
set(shown "")
foreach(line IN LISTS lines)
    if(line MATCHES " T (histo_cl_[a-z0-9_]+)@@HISTO_CL_${VERSION}$")
        list(APPEND shown "${CMAKE_MATCH_1}")
    elseif(line MATCHES "8histo_cl(6detail|5c_api)" OR
           (NOT line MATCHES " [TVW] _Z[A-Z]*8histo_cl[^@]*@@HISTO_CL_CXX_${VERSION}$" AND
            NOT line MATCHES " A HISTO_CL_(CXX_)?${VERSION}(@@HISTO_CL_(CXX_)?${VERSION})?$"))
        list(APPEND foreign "${line}")
    endif()
endforeach()

set(missing ${declared})
list(REMOVE_ITEM missing ${shown})
set(undeclared ${shown})
list(REMOVE_ITEM undeclared ${declared})
foreach(kind IN ITEMS missing undeclared foreign)
    if(${kind})
        list(JOIN ${kind} "\n  " text)
        message(SEND_ERROR "${kind} symbols:\n  ${text}")
    endif()
endforeach()
list(LENGTH shown count)
message(STATUS "${count} functions of the C API")
