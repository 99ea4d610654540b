# Checks that the shared library exports each function of histo_cl.h with its symbol version, the C++ API with
# another version, and nothing else. DLLs have no symbol versions, so for a DLL only the exported names are
# checked, as objdump lists them.

file(READ "${HEADER}" header)
string(REGEX MATCHALL "HISTO_CL_API [^;(]*[ *](histo_cl_[a-z0-9_]+)\\(" declarations "${header}")
list(TRANSFORM declarations REPLACE "^.*[ *](histo_cl_[a-z0-9_]+)\\($" "\\1" OUTPUT_VARIABLE declared)
list(REMOVE_DUPLICATES declared)
if(NOT declared)
    message(FATAL_ERROR "${HEADER} declares no functions")
endif()

set(shown "")
if(OBJDUMP)
    execute_process(COMMAND "${OBJDUMP}" --private-headers "${LIBRARY}"
        OUTPUT_VARIABLE listing
        COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "\t\\[ *[0-9]+\\] [^\n]+" lines "${listing}")
    list(TRANSFORM lines REPLACE "^\t\\[ *[0-9]+\\] (\\+base\\[ *[0-9]+\\] +[0-9a-f]+ )?" "")
    set(of_c "^(histo_cl_[a-z0-9_]+)$")
    set(of_cxx "^_Z[A-Z]*8histo_cl")
    set(other "^Export RVA$") # the heading of the table of addresses
else()
    execute_process(COMMAND "${NM}" -D --defined-only "${LIBRARY}"
        OUTPUT_VARIABLE listing
        COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]+" lines "${listing}")
    set(of_c " T (histo_cl_[a-z0-9_]+)@@HISTO_CL_${VERSION}$")
    set(of_cxx " [TVW] _Z[A-Z]*8histo_cl[^@]*@@HISTO_CL_CXX_${VERSION}$")
    set(other " A HISTO_CL_(CXX_)?${VERSION}(@@HISTO_CL_(CXX_)?${VERSION})?$")
endif()
foreach(line IN LISTS lines)
    if(line MATCHES "${of_c}")
        list(APPEND shown "${CMAKE_MATCH_1}")
    elseif(line MATCHES "8histo_cl(6detail|5c_api)" OR
           NOT (line MATCHES "${of_cxx}" OR line MATCHES "${other}"))
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
