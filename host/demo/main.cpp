// histo_cl: the histogram of files, on any OpenCL device.

#include "demo/command/command.hpp"
#include "demo/run.hpp"
#include "tune/tune.hpp"

int main(int argc, char** argv) {
    const common::Subcommand count{.name = "count",
                                   .define = [](CLI::App& app) -> common::Work {
                                       return [command = demo::add_options(app)](const auto&) {
                                           return demo::run(command());
                                       };
                                   },
                                   .rewrite = demo::with_automatic_range};
    return common::run_program({demo::program, "histo_cl_demo"}, {count, tune::subcommand()}, argc, argv);
}
