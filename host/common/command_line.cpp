#include "common/command_line.hpp"

#include "common/errors.hpp"
#include "common/manual.hpp"
#include "common/names.hpp"
#include "common/number.hpp"
#include "common/program.hpp"
#include "common/terminal.hpp"
#include "common/timing.hpp"

#include <histo_cl/version.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <sstream>
#include <utility>

namespace common {

namespace {

constexpr const char* print_options = "--print-options";

/// A format of the manual, and the name that selects it.
struct ManualFormat {
    const char* name;
    std::string (*text)(const Manual&);
};

constexpr std::array manual_formats{
    ManualFormat{"man", man_page},
    ManualFormat{"bash", bash_completion},
    ManualFormat{"zsh", zsh_completion},
    ManualFormat{"fish", fish_completion},
};

std::vector<std::string> manual_format_names() {
    std::vector<std::string> names;
    for (const auto& format : manual_formats)
        names.emplace_back(format.name);
    return names;
}

/// Returns today's date or, for reproducible builds, the date of SOURCE_DATE_EPOCH if that variable is set to
/// whole seconds since 1970.
std::string today() {
    using namespace std::chrono;
    auto time = floor<seconds>(system_clock::now());
    if (const char* const epoch = std::getenv("SOURCE_DATE_EPOCH"); epoch != nullptr)
        if (const auto value = whole_number_typed(epoch, 0, std::numeric_limits<std::uint32_t>::max()))
            time = sys_seconds(seconds(*value));
    return date_of(time);
}

std::string manual_in(const std::string& format, Manual manual) {
    manual.date = today();
    return std::ranges::find(manual_formats, format, &ManualFormat::name)->text(manual);
}

constexpr const char* device_group = "Device";
constexpr const char* device_text = "Device by index P:D, or by part of its name or its platform's";
constexpr const char* environment_text = " (also: HISTO_CL_DEVICE)";

void set_up_device_option(CLI::Option* option) {
    option->envname("HISTO_CL_DEVICE")->type_name("DEVICE")->group(device_group);
}

/// Splits a list of indices, such as "0:0,1:0". Any other text, such as a name with a comma, is a single
/// device.
std::vector<std::string> device_list(const std::string& text) {
    if (text.find_first_not_of("0123456789:,") != std::string::npos) return {text};
    std::vector<std::string> devices;
    std::istringstream list(text);
    for (std::string device; std::getline(list, device, ',');)
        devices.push_back(device);
    return devices;
}

std::string without_dashes(const std::string& option) {
    return option.substr(std::min(option.find_first_not_of('-'), option.size()));
}

/// Returns the names of all options except the hidden ones, without leading dashes.
std::vector<std::string> options_without_dashes(CLI::App& app) {
    std::vector<std::string> names;
    for (const auto& option : manual_of(app).options)
        std::ranges::transform(option.names, std::back_inserter(names), without_dashes);
    return names;
}

/// Returns the error message for an unknown option, or for an argument that no option takes.
std::string unknown(CLI::App& app, const std::string& argument) {
    if (!argument.starts_with('-')) return "unexpected argument '" + argument + "'";
    const auto option = argument.substr(0, argument.find('='));
    auto similar = nearest(without_dashes(option), options_without_dashes(app));
    for (auto& name : similar)
        name.insert(0, name.size() == 1 ? "-" : "--");
    return "unknown option " + option + did_you_mean(similar);
}

/// Throws UsageError for an empty file name.
void check_file_names(CLI::App& app) {
    for (const auto* const option : app.get_options({})) {
        const bool takes_files = option->get_positional() ? option->get_name(true) == "FILE"
                                                          : option->get_type_name().starts_with("FILE");
        if (takes_files && std::ranges::count(option->results(), std::string()) > 0)
            throw UsageError(option->get_name() + ": '' names no file");
    }
}

constexpr const char* see_help = " (see --help)";
/// If a program has more options, --help prints only the first lines of its manual.
constexpr std::size_t max_options = 40;

/// Returns the requested help: the whole help, the help for the topic after --help, or the first lines if the
/// program has many options.
std::string asked_help(const Manual& manual, const Arguments& arguments, bool all) {
    const auto columns = standard_output().columns;
    if (all || manual.options.size() <= max_options) return help_text(manual, columns);
    const auto asked =
        std::ranges::find_if(arguments, [](const auto& one) { return one == "--help" || one == "-h"; });
    const bool has_topic =
        asked != arguments.end() && asked + 1 != arguments.end() && !(asked + 1)->starts_with('-');
    return has_topic ? topic_text(manual, *(asked + 1), columns) : short_help(manual, columns);
}

} // namespace

void set_up(CLI::App& app) {
    app.set_help_all_flag("--help-all", "Print all of this help and exit");
    app.set_version_flag("-V,--version", app.get_name() + " " HISTO_CL_VERSION);
    app.add_option(print_options)->group("")->check(one_of(manual_format_names()));
}

bool parse(CLI::App& app, const Arguments& arguments, const std::function<void(Manual&)>& complete) try {
    app.parse(Arguments(arguments.rbegin(), arguments.rend())); // CLI11 takes the arguments from the back
    const auto* const format = app.get_option(print_options);
    if (format->count() == 0) {
        check_file_names(app);
        return true;
    }
    auto manual = manual_of(app);
    complete(manual);
    print(manual_in(format->as<std::string>(), std::move(manual)), Content::data);
    return false;
} catch (const CLI::Success& asked) { // thrown for help and the version, and by --list-devices
    const bool all = dynamic_cast<const CLI::CallForAllHelp*>(&asked) != nullptr;
    if (all || dynamic_cast<const CLI::CallForHelp*>(&asked) != nullptr) {
        auto manual = manual_of(app);
        complete(manual);
        print(asked_help(manual, arguments, all));
    } else if (dynamic_cast<const CLI::CallForVersion*>(&asked) != nullptr) {
        print(asked.what() + std::string("\n"));
    }
    return false;
} catch (const CLI::ExtrasError&) {
    const auto left = app.remaining();
    throw UsageError(unknown(app, *std::ranges::find_if(left, [](const auto& one) { return one != "--"; })) +
                     see_help);
} catch (const CLI::ParseError& error) {
    throw UsageError(error.what() + std::string(see_help));
}

void add_list_devices(CLI::App& app) {
    app.add_flag_callback(
           "--list-devices",
           [&app] {
               list_devices(app.get_name());
               throw CLI::Success();
           },
           "List the devices and exit")
        ->group(device_group);
}

void add_device_option(CLI::App& app, std::string& device) {
    set_up_device_option(app.add_option("--device", device, std::string(device_text) + environment_text));
    add_list_devices(app);
}

void add_device_list_option(CLI::App& app, std::vector<std::string>& devices) {
    const auto add = [&devices](const std::string& text) {
        for (auto& one : device_list(text))
            devices.push_back(std::move(one));
    };
    auto* const option =
        app.add_option_function<std::vector<std::string>>(
               "--device", [add](const auto& texts) { std::ranges::for_each(texts, add); },
               std::string(device_text) + "; may be repeated for several devices, which count together" +
                   environment_text)
            ->allow_extra_args(false);
    set_up_device_option(option);
}

} // namespace common
