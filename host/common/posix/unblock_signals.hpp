#pragma once

namespace common {

/// Blocks no signal, for a child process before exec(): it would inherit what this program blocks.
void unblock_signals();

} // namespace common
