#pragma once

#include "common/errors.hpp"

#include <histo_cl/decision.hpp>
#include <histo_cl/device.hpp>
#include <histo_cl/histo_cl.hpp>

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

namespace common {

/// Sets POCL_AFFINITY, which PoCL reads when it starts, unless the user has set it. Call it before any OpenCL
/// call, and before there is a second thread.
void prepare_environment();

/// Whether a program has all cores of the machine, or shares them with other processes, as the ranks of a job
/// do.
enum class Cores { own, shared };

/// Prepares a program. Call it first in main(), as run_program() does. If the program has its own cores,
/// calls prepare_environment(). Then calls open_standard_streams(), watch_signals() and use_utf8_arguments().
void prepare_program(int& argc, char**& argv, Cores cores = Cores::own);

/// Prints "PROGRAM: MESSAGE" to standard error. For an error of the library, also prints its build log, if
/// there is one and the message does not contain it. printable_lines() makes both the message and the log
/// safe.
void complain(const std::string& program, const std::string& message);
void complain(const std::string& program, const histo_cl::Error& error);

/// The kind of output: lines for people, which printable_lines() makes safe; painted lines, which have escape
/// sequences for colours, and whose texts are safe already; or data, which is made safe only on a terminal.
enum class Content { lines, painted, data };

/// Prints text to standard output and flushes it. No other code of the programs writes there. Throws a
/// UsageError with the reason if the text could not be written.
void print(const std::string& text, Content content = Content::lines);

/// The device that find_device() finds for the text of an option; the default device for empty text.
[[nodiscard]] histo_cl::Device device_named(const std::string& text);

/// Runs a program's work and returns its exit code. Exceptions also become exit codes. Interrupted and
/// Error(cancelled) become ExitCode::interrupted, without a message; complain() reports all others.
/// UsageError, lack of memory, and an Error whose status is invalid_argument, unsupported or file_error
/// become ExitCode::usage. All others become ExitCode::device.
[[nodiscard]] int run_main(const std::string& program, const std::function<ExitCode()>& work);

/// A device's index as --device takes it, such as "0:1": the number of its platform, and its number within
/// the platform.
[[nodiscard]] std::string index_of(const histo_cl::Device& device);

/// The default device. If there is none, prints an error message and returns empty.
[[nodiscard]] std::optional<histo_cl::Device> preferred_device(const std::string& program);

/// A list of devices: the index and name of each, with a star at the preferred device, and its properties
/// below. Lines have at most `width` characters.
[[nodiscard]] std::string device_list(std::span<const histo_cl::Device> devices,
                                      const std::optional<histo_cl::Device>& preferred, std::size_t width);

void list_devices(const std::string& program);

/// A device's names, versions, type and sizes.
[[nodiscard]] nlohmann::ordered_json device_record(const histo_cl::DeviceProfile& device);

/// The main members of the library's decision, without the rejected variants.
[[nodiscard]] nlohmann::ordered_json decision_record(const histo_cl::Decision& decision);

} // namespace common
