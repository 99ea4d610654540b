#include "common/subcommands.hpp"

#include "common/program.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>

namespace common {

namespace {

/// A command's parser.
struct Parser {
    std::unique_ptr<CLI::App> app;
    Work work;
};

Parser parser_of(const std::string& program, const Subcommand& subcommand) {
    Parser parser{std::make_unique<CLI::App>("", program), {}};
    set_up(*parser.app);
    parser.work = subcommand.define(*parser.app);
    return parser;
}

class Program {
  public:
    Program(const std::vector<std::string>& names, const std::vector<Subcommand>& subcommands)
        : names_(names), subcommands_(subcommands) {}

    /// The command that an argument names.
    [[nodiscard]] const Subcommand* named(const std::string& argument) const {
        const auto found = std::ranges::find(subcommands_, argument, &Subcommand::name);
        return found != subcommands_.end() ? &*found : nullptr;
    }

    [[nodiscard]] std::string title_of(const Subcommand& subcommand) const {
        return names_.front() + (is_default(subcommand) ? "" : " " + subcommand.name);
    }

    [[nodiscard]] ExitCode run(const Subcommand& subcommand, Arguments arguments, const Call& call) const {
        const auto parser = parser_of(call.program, subcommand);
        if (is_default(subcommand))
            for (auto name = std::next(names_.begin()); name != names_.end(); ++name)
                parser.app->alias(*name);
        if (subcommand.rewrite) arguments = subcommand.rewrite(std::move(arguments));
        const auto complete = [&](Manual& manual) {
            if (is_default(subcommand)) add_others(manual);
        };
        return parse(*parser.app, std::move(arguments), complete) ? parser.work(call) : ExitCode::ok;
    }

  private:
    [[nodiscard]] bool is_default(const Subcommand& subcommand) const {
        return &subcommand == &subcommands_.front();
    }

    void add_others(Manual& manual) const {
        manual.command = subcommands_.front().name;
        for (const auto& other : subcommands_) {
            if (is_default(other)) continue;
            const auto parser = parser_of(title_of(other), other);
            manual.others.push_back(manual_of(*parser.app));
            manual.others.back().command = other.name;
        }
    }

    const std::vector<std::string>& names_;
    const std::vector<Subcommand>& subcommands_;
};

} // namespace

int run_program(const std::vector<std::string>& names, const std::vector<Subcommand>& subcommands, int argc,
                char** argv) {
    prepare_program(argc, argv);
    Arguments arguments(argv + std::min(argc, 1), argv + argc);
    Call call{.program = {}, .command_line = arguments};
    call.command_line.insert(call.command_line.begin(), names.front());
    const Program program(names, subcommands);
    const auto* subcommand = arguments.empty() ? nullptr : program.named(arguments.front());
    if (subcommand != nullptr)
        arguments.erase(arguments.begin());
    else
        subcommand = &subcommands.front();
    call.program = program.title_of(*subcommand);
    return run_main(call.program, [&] { return program.run(*subcommand, std::move(arguments), call); });
}

} // namespace common
