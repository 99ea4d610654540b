#include "common/signals.hpp"

#include <windows.h>

namespace common {

namespace {

/// Ends the process as the system does, but at once: its own handler would have every DLL clean up while
/// other threads go on.
void end() {
    ::TerminateProcess(::GetCurrentProcess(), static_cast<UINT>(STATUS_CONTROL_C_EXIT));
}

/// Windows calls it on a thread of its own.
BOOL WINAPI handle(DWORD event) {
    take_signal(event == CTRL_C_EVENT, end);
    return TRUE;
}

} // namespace

void watch_signals() {
    ::SetConsoleCtrlHandler(handle, TRUE);
}

} // namespace common
