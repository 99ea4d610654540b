#include "choose/choose.hpp"
#include "core/enum_table.hpp"
#include "core/text.hpp"
#include "histo_cl/tuning.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// The text of a table; docs/tuning.md has the format. NAME=VALUE sets the struct member called NAME. An entry
// is kept as text if this version does not know one of its NAMEs, or the name of one of its values.

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

/// Calls each(name, TuningKey::*) for every member of a key, in order. The members are listed only here. The
/// default value of a new member must be the value with which older entries were measured.
template <class Each>
void for_each_key_member(const Each& each) {
    each("sample", &TuningKey::sample);
    each("binning", &TuningKey::binning);
    each("counter", &TuningKey::counter);
    each("axes", &TuningKey::axes);
    each("joint", &TuningKey::joint);
    each("channels", &TuningKey::channels);
    each("order", &TuningKey::order);
    each("packed", &TuningKey::packed);
    each("rows", &TuningKey::rows);
    each("mask", &TuningKey::mask);
    each("batch", &TuningKey::batch);
    each("weights", &TuningKey::weights);
    each("squared_weights", &TuningKey::squared_weights);
    each("accumulator", &TuningKey::accumulator);
    each("counters", &TuningKey::counters);
    each("elements", &TuningKey::elements);
}

/// Whether every entry must have this member of its key.
bool is_needed(std::string_view member) noexcept {
    return member == "sample" || member == "counters";
}

/// Calls each(name, value) for each member of a key that is not needed and does not have its default value.
template <class Each>
void for_each_unusual(const TuningKey& key, const Each& each) {
    const TuningKey usual;
    for_each_key_member([&](std::string_view name, auto member) {
        if (!is_needed(name) && key.*member != usual.*member) each(name, key.*member);
    });
}

// Functions that read lines. A line is a keyword, a space, and the rest, which may be words of the form
// NAME=VALUE. Invalid lines throw Error(invalid_argument) "line N: …", with what was given and what is
// allowed.

struct Line {
    std::size_t number; ///< line number, from 1
    std::string_view keyword;
    std::string_view rest;
};

template <class... Parts>
[[noreturn]] void refuse_line(std::size_t line, const Parts&... what) {
    invalid("line ", line, ": ", what...);
}

std::string in_quotes(std::string_view text) {
    return concat("\"", text, "\"");
}

/// Iterates over the lines of a text, without comments and empty lines.
class Lines {
  public:
    explicit Lines(std::string_view text) {
        for (; !text.empty(); ++end_) {
            const auto newline = text.find('\n');
            if (newline == std::string_view::npos)
                refuse_line(end_, "it does not end in a newline: cut off?");
            const auto line = text.substr(0, newline);
            text.remove_prefix(newline + 1);
            if (line.empty() || line.front() == '#') continue;
            const auto space = std::min(line.find(' '), line.size());
            lines_.push_back({end_, line.substr(0, space), line.substr(std::min(space + 1, line.size()))});
        }
    }

    [[nodiscard]] bool at_end() const noexcept { return next_ == lines_.size(); }
    [[nodiscard]] bool next_is(std::string_view keyword) const noexcept {
        return !at_end() && lines_[next_].keyword == keyword;
    }
    /// Returns the next line, which must have this keyword. `allowed`: the keywords that the error message
    /// lists.
    const Line& take(std::string_view keyword, std::string_view allowed) {
        const auto needed = std::string(allowed) + " is needed";
        if (at_end()) refuse_line(end_, needed, ", the text ends here");
        const auto& line = lines_[next_];
        if (line.keyword != keyword) refuse_line(line.number, in_quotes(line.keyword), ": ", needed);
        ++next_;
        return line;
    }
    const Line& take(std::string_view keyword) { return take(keyword, keyword); }

  private:
    std::vector<Line> lines_;
    std::size_t next_ = 0;
    std::size_t end_ = 1; ///< the number of the line after the last line
};

/// Parses a value. Returns false unless the whole text is a value.
template <class T>
requires std::is_arithmetic_v<T>
bool parse(std::string_view text, T& value) {
    const auto* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end;
}
bool parse(std::string_view text, bool& value) {
    value = text == "true";
    return value || text == "false";
}
template <class Enum>
requires std::is_enum_v<Enum>
bool parse(std::string_view text, Enum& value) {
    const auto found = value_named<Enum>(text);
    value = found.value_or(value);
    return found.has_value();
}
template <class T>
bool parse(std::string_view text, std::optional<T>& value) {
    value.reset();
    if (text == "none") return true;
    return parse(text, value.emplace());
}

/// Whether a later version may know this text as the name of a member or value.
bool is_name(std::string_view text) noexcept {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789_";
    return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

template <class T>
inline constexpr bool has_names = std::is_enum_v<T>;
template <class T>
inline constexpr bool has_names<std::optional<T>> = has_names<T>;

/// A description, for messages, of the values of this type that parse() accepts.
template <std::unsigned_integral T>
std::string allowed(T) {
    return concat("whole numbers from 0 to ", std::numeric_limits<T>::max());
}
std::string allowed(bool) {
    return "true and false";
}
std::string allowed(double) {
    return "numbers";
}
template <class Enum>
requires std::is_enum_v<Enum> std::string allowed(Enum) {
    std::string names;
    for (const auto& row : enum_table<Enum>)
        append_to_list(names, row.name);
    return names;
}
template <class T>
std::string allowed(const std::optional<T>&) {
    return allowed(T{}) + ", none";
}

/// Words of the form NAME=VALUE.
class Members {
  public:
    Members(std::size_t line, std::string_view text) : line_(line) {
        while (!text.empty()) {
            const auto end = std::min(text.find(' '), text.size());
            if (end != 0) add(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    /// Reads the member's value, if the member exists and this version knows the value. Throws if the member
    /// is needed but does not exist, or if its text cannot be a value.
    template <class T>
    void read(std::string_view name, T& value) {
        const auto found = std::ranges::find(members_, name, &Member::name);
        if (found == members_.end()) {
            if (is_needed(name)) refuse_line(line_, name, " is missing");
            return;
        }
        if (!parse(found->value, value)) {
            if (!has_names<T> || !is_name(found->value))
                refuse_line(line_, name, " ", in_quotes(found->value), ": allowed are ", allowed(value));
            knows_all_values_ = false;
        }
        members_.erase(found);
    }

    /// Whether this version knows all values that were read, and all members were read.
    [[nodiscard]] bool all_known() const noexcept { return knows_all_values_ && members_.empty(); }

  private:
    struct Member {
        std::string_view name;
        std::string_view value;
    };

    void add(std::string_view word) {
        const auto equals = word.find('=');
        if (equals == std::string_view::npos) refuse_line(line_, in_quotes(word), ": NAME=VALUE is needed");
        const auto name = word.substr(0, equals);
        if (!is_name(name)) refuse_line(line_, in_quotes(name), " is not a name");
        if (std::ranges::find(members_, name, &Member::name) != members_.end())
            refuse_line(line_, in_quotes(name), " is given twice");
        if (members_.size() == max_members) refuse_line(line_, "more than ", max_members, " members");
        members_.push_back({name, word.substr(equals + 1)});
    }

    static constexpr std::size_t max_members = 64;

    std::size_t line_;
    std::vector<Member> members_;
    bool knows_all_values_ = true;
};

constexpr std::string_view version_keyword = "histo_cl_tuning";
constexpr std::string_view format_version = "1";

/// Adds the entry in a line to the device's entries. If a later version wrote the entry, adds its text to the
/// unknown entries instead.
void read_entry(const Line& line, DeviceTuning& device) {
    const auto colon = line.rest.find(':');
    if (colon == std::string_view::npos)
        refuse_line(line.number, "':' is missing between the problem and its knobs");
    TuningEntry entry;
    Members problem(line.number, line.rest.substr(0, colon));
    for_each_key_member([&](std::string_view name, auto key) { problem.read(name, entry.key.*key); });
    Members knobs(line.number, line.rest.substr(colon + 1));
    for_each_knob([&](std::string_view name, auto knob) { knobs.read(name, entry.knobs.*knob); });
    knobs.read("speedup", entry.speedup);
    if (!std::isfinite(entry.speedup) || entry.speedup < 0)
        refuse_line(line.number, "speedup: allowed are 0 and more");
    if (problem.all_known() && knobs.all_known() && fault_of_knobs({.knobs = entry.knobs}).empty())
        device.entries.push_back(entry);
    else
        device.unknown.emplace_back(line.rest);
}

std::string text_of_entry(const TuningEntry& entry) {
    std::string line = "entry";
    const auto add = [&line](std::string_view name, const auto& value) {
        line += concat(" ", name, "=", value);
    };
    add("sample", entry.key.sample);
    add("counters", entry.key.counters);
    for_each_unusual(entry.key, add);
    line += " :";
    for_each_knob([&](std::string_view name, auto knob) {
        if (entry.knobs.*knob) add(name, entry.knobs.*knob);
    });
    if (entry.speedup != 0) add("speedup", entry.speedup);
    return line + "\n";
}

std::string text_of_line(const std::string& keyword, const std::string& rest) {
    if (rest.find('\n') != std::string::npos) invalid(keyword, " ", in_quotes(rest), " has a newline");
    return keyword + " " + rest + "\n";
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
            read_entry(lines.take("entry", "entry or platform"), table.devices.back());
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

std::string to_string(const TuningKey& key) {
    auto words = concat(key.sample, " samples, ", key.counters, " counters");
    for_each_unusual(
        key, [&](std::string_view member, const auto& value) { words += concat(", ", member, " ", value); });
    return words;
}

std::string to_text(const TuningTable& table) {
    auto text = concat(version_keyword, " ", format_version, "\n");
    for (const auto& device : table.devices) {
        text += "\n" + text_of_line("platform", device.platform) + text_of_line("name", device.name) +
                text_of_line("driver", device.driver);
        for (const auto& entry : device.entries)
            text += text_of_entry(entry);
        for (const auto& entry : device.unknown)
            text += text_of_line("entry", entry);
    }
    return text;
}

} // namespace histo_cl::inline HISTO_CL_ABI
