#pragma once

#include <string>

namespace common {

/// Of the environment that OpenCL platforms read.
void set_variable(const char* name, const std::string& value);

/// Sets the variables that OpenCL platforms read when they start, unless the user has set them. Call it in
/// the first line of main(): before any OpenCL call, and before there is a second thread.
void prepare_environment();

} // namespace common
