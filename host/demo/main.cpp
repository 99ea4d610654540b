// histo_cl_demo: the histogram of files, on any OpenCL device.

#include "common/program.hpp"
#include "demo/command/command.hpp"
#include "demo/run.hpp"

namespace {

common::ExitCode run_command_line(int argc, char** argv) {
    const auto command = demo::parse_command(argc, argv);
    return command ? demo::run(*command) : common::ExitCode::ok;
}

} // namespace

int main(int argc, char** argv) {
    common::prepare_program(argc, argv);
    return common::run_main(demo::program, [&] { return run_command_line(argc, argv); });
}
