#include "common/signals.hpp"

#include <windows.h>

namespace common {

namespace {

/// Ends the process as the system does, but at once: the default handler would run the cleanup of every DLL
/// while other threads continue.
void end() {
    ::TerminateProcess(::GetCurrentProcess(), static_cast<UINT>(STATUS_CONTROL_C_EXIT));
}

/// Windows calls this on a separate thread.
BOOL WINAPI handle(DWORD event) {
    take_signal(event == CTRL_C_EVENT, end);
    return TRUE;
}

} // namespace

void watch_signals() {
    ::SetConsoleCtrlHandler(handle, TRUE);
}

} // namespace common
