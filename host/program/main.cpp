// histo_cl: the histogram of files, on any OpenCL device.

#include "count/command.hpp"
#include "program/run.hpp"
#include "tune/tune.hpp"

int main(int argc, char** argv) {
    const common::Subcommand count{.name = "count",
                                   .define = [](CLI::App& app) -> common::Work {
                                       return [command = count::add_options(app)](const auto&) {
                                           return count::run(command());
                                       };
                                   },
                                   .rewrite = count::with_automatic_range};
    return common::run_program({count::program, "histo_cl_demo"}, {count, tune::subcommand()}, argc, argv);
}
