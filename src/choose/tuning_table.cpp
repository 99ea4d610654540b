#include "choose/tuning_table.hpp"

#include "choose/choose.hpp"
#include "core/text.hpp"
#include "histo_cl/tuning.hpp"

#include <cmath>

// The text of a table; docs/tuning.md has the format. Each NAME in it is that of the struct member that it
// sets.

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

constexpr std::string_view version_keyword = "histo_cl_tuning";
constexpr std::string_view format_version = "1";

TuningEntry read_entry(const Line& line) {
    const auto colon = line.rest.find(':');
    if (colon == std::string_view::npos)
        refuse_line(line.number, "':' is missing between the problem and its knobs");
    TuningEntry entry;
    Members problem(line.number, line.rest.substr(0, colon));
    for_each_key_member([&](std::string_view name, auto member) {
        if (name == "sample" || name == "counters")
            problem.read_needed(name, entry.key.*member);
        else
            problem.read(name, entry.key.*member);
    });
    problem.end();
    Members knobs(line.number, line.rest.substr(colon + 1));
    for_each_knob([&](std::string_view name, auto knob) { knobs.read(name, entry.knobs.*knob); });
    knobs.read("speedup", entry.speedup);
    knobs.end();
    if (const auto fault = fault_of_knobs(entry.knobs); !fault.empty()) refuse_line(line.number, fault);
    if (!std::isfinite(entry.speedup) || entry.speedup < 0)
        refuse_line(line.number, "speedup: allowed are 0 and more");
    return entry;
}

std::string text_of_entry(const TuningEntry& entry) {
    std::string line = "entry";
    const auto add = [&line](std::string_view name, const auto& value) {
        line += concat(" ", name, "=", value);
    };
    add("sample", entry.key.sample);
    add("counters", entry.key.counters);
    for_each_unusual(entry.key, [&](std::string_view name, const auto& value) {
        if (name != "sample" && name != "counters") add(name, value);
    });
    line += " :";
    for_each_knob([&](std::string_view name, auto knob) {
        if (entry.knobs.*knob) add(name, entry.knobs.*knob);
    });
    if (entry.speedup != 0) add("speedup", entry.speedup);
    return line + "\n";
}

std::string text_of_name(const std::string& keyword, const std::string& name) {
    if (name.find('\n') != std::string::npos) invalid(keyword, " ", in_quotes(name), " has a newline");
    return keyword + " " + name + "\n";
}

} // namespace

TuningTable parse_tuning_table(std::string_view text) {
    if (text.size() > max_tuning_text)
        invalid("a tuning table of ", text.size(), " B; allowed are at most ", max_tuning_text, " B");
    Lines lines(text);
    if (const auto& line = lines.take(version_keyword); line.rest != format_version)
        refuse_line(line.number, "version ", in_quotes(line.rest), ": this library reads version ",
                    format_version);
    TuningTable table;
    while (!lines.at_end()) {
        if (!table.devices.empty() && !lines.next_is("platform")) {
            table.devices.back().entries.push_back(read_entry(lines.take("entry", "entry or platform")));
            continue;
        }
        DeviceTuning device;
        device.platform = lines.take("platform").rest;
        device.name = lines.take("name").rest;
        device.driver = lines.take("driver").rest;
        table.devices.push_back(std::move(device));
    }
    return table;
}

std::string to_text(const TuningTable& table) {
    auto text = concat(version_keyword, " ", format_version, "\n");
    for (const auto& device : table.devices) {
        text += "\n" + text_of_name("platform", device.platform) + text_of_name("name", device.name) +
                text_of_name("driver", device.driver);
        for (const auto& entry : device.entries)
            text += text_of_entry(entry);
    }
    return text;
}

} // namespace histo_cl::inline HISTO_CL_ABI
