#pragma once

namespace common {

/// Sets what OpenCL platforms read from the environment when they start, and what the user has set stays. For
/// the first line of main(): before any OpenCL call, and before there is a second thread.
void prepare_environment();

} // namespace common
