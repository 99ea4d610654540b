# Builds for Windows on 64-bit x86, with MinGW-w64 on another system (Debian package
# g++-mingw-w64-x86-64-posix, which has the standard library's threads). Programs run under Wine if it is
# installed (Debian package wine64).
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)

set(mingw x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${mingw}-gcc-posix)
set(CMAKE_CXX_COMPILER ${mingw}-g++-posix)
set(CMAKE_RC_COMPILER ${mingw}-windres)
# In a unity build, the object file of a folder of tests has more than the 32,767 sections that the default format
# allows, because each inline function has its own section.
set(CMAKE_CXX_FLAGS_INIT -Wa,-mbig-obj)

# CMake runs this system's programs, but does not use its headers, libraries and packages, which are not for
# Windows.
list(APPEND CMAKE_FIND_ROOT_PATH /usr/${mingw})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# Programs that use no DLL of this project are linked statically, so that they need no DLL of the compiler either.
# Programs that use one must share the standard library with it, so that exceptions can pass from one to the other.
if(NOT BUILD_SHARED_LIBS)
    set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
endif()

# Linkers write the time into programs unless they are asked not to. LLVM's linker also writes a hash of the
# symbols, which contain paths of sources, unless there are no symbols. LLVM's linker is used if it is
# installed (Debian package lld), because GNU's linker takes more than a minute for an object file with so
# many sections. GCC for MinGW-w64 ignores -fuse-ld=lld, so a script runs in place of collect2.
find_program(LLD ld.lld)
mark_as_advanced(LLD)
foreach(kind IN ITEMS EXE SHARED MODULE)
    string(APPEND CMAKE_${kind}_LINKER_FLAGS_INIT " -Wl,--no-insert-timestamp")
    string(APPEND CMAKE_${kind}_LINKER_FLAGS_RELEASE_INIT " -s")
    if(LLD)
        string(APPEND CMAKE_${kind}_LINKER_FLAGS_INIT " -wrapper ${CMAKE_CURRENT_LIST_DIR}/link_by_lld.sh")
    endif()
endforeach()

# Wine runs the programs in a prefix of this build, without .NET and without a browser engine.
find_program(WINE NAMES wine64 wine64-stable PATHS /usr/lib/wine)
set(WINE_PREFIX "${CMAKE_BINARY_DIR}/wine" CACHE PATH "Where Wine keeps its Windows, of 700 MB")
mark_as_advanced(WINE WINE_PREFIX)
if(WINE)
    set(CMAKE_CROSSCOMPILING_EMULATOR
        /usr/bin/env WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= "WINEPREFIX=${WINE_PREFIX}" ${WINE})
endif()
