#include "common/signals.hpp"

#include <windows.h>

namespace common {

namespace {

/// Ends the process with the default handler's exit code, but without ExitProcess(). ExitProcess() would stop
/// the other threads wherever they are, perhaps with locks held, and then run the cleanup of every DLL.
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
