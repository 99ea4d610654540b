#include "common/program.hpp"

#include "common/errors.hpp"
#include "common/opencl.hpp"
#include "common/signals.hpp"
#include "common/system.hpp"
#include "common/text.hpp"

#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <new>
#include <system_error>

namespace common {

void prepare_environment() {
    // If this variable is set, PoCL pins each of its threads to its own core. Otherwise, in short runs, two
    // threads often share a core, and the run takes twice as long.
    constexpr const char* affinity = "POCL_AFFINITY";
    if (std::getenv(affinity) == nullptr) set_variable(affinity, "1");
}

namespace {

ExitCode exit_code_of(const histo_cl::Error& error) {
    switch (error.status()) {
    case histo_cl::Status::invalid_argument:
    case histo_cl::Status::unsupported:
    case histo_cl::Status::file_error: return ExitCode::usage;
    case histo_cl::Status::cancelled: return ExitCode::interrupted;
    default: return ExitCode::device;
    }
}

ExitCode guarded(const std::string& program, const std::function<ExitCode()>& work) try {
    return checked(work);
} catch (const Interrupted&) {
    return ExitCode::interrupted;
} catch (const UsageError& error) {
    complain(program, error.what());
    return ExitCode::usage;
} catch (const histo_cl::Error& error) {
    if (error.status() != histo_cl::Status::cancelled) complain(program, error);
    return exit_code_of(error);
} catch (const std::bad_alloc&) {
    complain(program, "not enough memory");
    return ExitCode::usage;
} catch (const std::exception& error) {
    complain(program, error.what());
    return ExitCode::device;
}

} // namespace

void prepare_program(int& argc, char**& argv, Cores cores) {
    if (cores == Cores::own) prepare_environment();
    open_standard_streams();
    watch_signals();
    use_utf8_arguments(argc, argv);
}

void complain(const std::string& program, const std::string& message) {
    // Writes all at once, so that no output of other processes comes in between.
    std::cerr << program + ": " + printable_lines(message) + '\n';
}

void complain(const std::string& program, const histo_cl::Error& error) {
    const std::string message = error.what();
    complain(program, message);
    if (message.find(error.build_log()) == std::string::npos)
        std::cerr << printable_lines(error.build_log()) + '\n';
}

void print(const std::string& text, Content content) {
    const bool is_safe =
        content == Content::painted || (content == Content::data && !is_terminal(StandardStream::output));
    errno = 0;
    if (is_safe)
        std::cout << text << std::flush;
    else
        std::cout << printable_lines(text) << std::flush;
    if (std::cout) return;
    const int code = errno != 0 ? errno : EIO;
    throw UsageError("standard output cannot be written: " + std::generic_category().message(code));
}

histo_cl::Device device_named(const std::string& text) {
    return text.empty() ? histo_cl::default_device() : histo_cl::find_device(text);
}

int run_main(const std::string& program, const std::function<ExitCode()>& work) {
    return static_cast<int>(guarded(program, work));
}

} // namespace common
