#include "common/memory.hpp"

#include <windows.h>

namespace common {

std::uint64_t physical_memory() {
    MEMORYSTATUSEX memory{};
    memory.dwLength = sizeof memory;
    return ::GlobalMemoryStatusEx(&memory) != 0 ? memory.ullTotalPhys : 0;
}

} // namespace common
