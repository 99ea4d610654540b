#pragma once

#include "common/exit_code.hpp"

#include <histo_cl/histo_cl.hpp>

#include <functional>
#include <string>

namespace common {

/// "PROGRAM: MESSAGE" on standard error, and for the library's errors the build log where there is one.
void complain(const std::string& program, const std::string& message);
void complain(const std::string& program, const histo_cl::Error& error);

/// Text on standard output. Results are of use only if they have arrived: throws UsageError if they have not.
void print(const std::string& text);

/// The device that an option names as find_device() does; the default one for no text.
[[nodiscard]] histo_cl::Device device_named(const std::string& text);

/// Does a program's work and returns its exit code. What is thrown is told in a line: UsageError, an invalid
/// argument, what a device does not support, and too little memory are ExitCode::usage, all else is
/// ExitCode::device.
[[nodiscard]] int run_main(const std::string& program, const std::function<ExitCode()>& work);

} // namespace common
