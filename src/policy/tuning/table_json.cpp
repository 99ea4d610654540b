#include "core/invalid.hpp"
#include "histo_cl/tuning.hpp"
#include "policy/tuning/json.hpp"
#include "policy/tuning/members.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

// A table's text. Its members are named as those of the structs that they stand for.

namespace histo_cl {
namespace {

using namespace detail;

constexpr std::uint64_t format_version = 1;
constexpr std::string_view version_name = "histo_cl_tuning";

/// The members of an object; each is taken once, and none is left over.
class Members {
  public:
    Members(const Json& object, std::string_view what) : object_(object) {
        if (object.kind != Json::Kind::object)
            refuse_line(object.line, std::string(what) + " is not an object");
    }

    /// Null if it is not there.
    const Json* take(std::string_view name) {
        known_.append(known_.empty() ? "" : ", ").append(name);
        const auto found = std::ranges::find(object_.items, name, &Json::name);
        if (found == object_.items.end()) return nullptr;
        ++taken_;
        names_.push_back(name);
        return &*found;
    }

    const Json& need(std::string_view name) {
        const auto* const found = take(name);
        if (found == nullptr) refuse_line(object_.line, std::string(name) + " is missing");
        return *found;
    }

    void end() const {
        if (taken_ == object_.items.size()) return;
        for (const auto& item : object_.items)
            if (std::ranges::find(names_, item.name) == names_.end())
                refuse_line(item.line, json_string(item.name) + " is not known here; known are " + known_);
    }

  private:
    const Json& object_;
    std::vector<std::string_view> names_;
    std::string known_;
    std::size_t taken_ = 0;
};

std::string in_words(const Json& json) {
    return json.kind == Json::Kind::string ? json_string(json.text) : json.text;
}

[[noreturn]] void refuse_member(const Json& json, const std::string& what) {
    refuse_line(json.line, json.name + " " + in_words(json) + ": " + what);
}

/// The whole text as a number, or nothing.
template <class T>
std::optional<T> number_in(const Json& json) {
    T value{};
    const auto* const end = json.text.data() + json.text.size();
    const auto [stop, error] = std::from_chars(json.text.data(), end, value);
    if (json.kind != Json::Kind::number || error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

void read(const Json& json, std::string& value) {
    if (json.kind != Json::Kind::string) refuse_member(json, "a string is needed");
    value = json.text;
}

void read(const Json& json, bool& value) {
    if (json.kind != Json::Kind::boolean) refuse_member(json, "true or false is needed");
    value = json.text == "true";
}

template <std::unsigned_integral T>
void read(const Json& json, T& value) {
    const auto number = number_in<T>(json);
    if (!number)
        refuse_member(json, "a whole number from 0 to " + std::to_string(std::numeric_limits<T>::max()) +
                                " is needed");
    value = *number;
}

void read(const Json& json, double& value) {
    const auto number = number_in<double>(json);
    if (!number || !std::isfinite(*number) || *number < 0)
        refuse_member(json, "a number from 0 on is needed");
    value = *number;
}

template <class Enum>
requires std::is_enum_v<Enum>
void read(const Json& json, Enum& value) {
    const auto found = std::ranges::find(all_of<Enum>, json.text, [](Enum one) { return name(one); });
    if (json.kind == Json::Kind::string && found != all_of<Enum>.end()) {
        value = *found;
        return;
    }
    std::string allowed;
    for (const auto one : all_of<Enum>)
        allowed.append(allowed.empty() ? "" : ", ").append(name(one));
    refuse_member(json, "allowed are " + allowed);
}

template <class Enum>
void read(const Json& json, std::optional<Enum>& value) {
    if (json.kind == Json::Kind::null)
        value.reset();
    else
        read(json, value.emplace());
}

template <class Value>
void read_if_there(Members& members, std::string_view name, Value& value) {
    if (const auto* const json = members.take(name)) read(*json, value);
}

template <class Each>
void for_each_item(const Json& json, const Each& each) {
    if (json.kind != Json::Kind::array) refuse_line(json.line, json.name + " is not an array");
    for (const auto& item : json.items)
        each(item);
}

TuningKey read_key(const Json& json) {
    TuningKey key;
    Members members(json, "problem");
    for_each_key_member([&](std::string_view name, auto member) {
        if (name == "sample" || name == "counters")
            read(members.need(name), key.*member);
        else
            read_if_there(members, name, key.*member);
    });
    members.end();
    return key;
}

Knobs read_knobs(const Json& json) {
    Knobs knobs;
    Members members(json, "knobs");
    for_each_knob(
        [&](std::string_view name, auto member, auto) { read_if_there(members, name, knobs.*member); });
    members.end();
    return knobs;
}

TuningEntry read_entry(const Json& json) {
    Members members(json, "an entry");
    TuningEntry entry{.key = read_key(members.need("problem")), .knobs = read_knobs(members.need("knobs"))};
    read_if_there(members, "speedup", entry.speedup);
    members.end();
    return entry;
}

DeviceTuning read_device(const Json& json) {
    DeviceTuning device;
    Members members(json, "a device");
    read(members.need("platform"), device.platform);
    read(members.need("name"), device.name);
    read(members.need("driver"), device.driver);
    for_each_item(members.need("entries"),
                  [&](const Json& entry) { device.entries.push_back(read_entry(entry)); });
    members.end();
    return device;
}

/// An object on one line, from its members one by one.
class Line {
  public:
    template <class Value>
    void add(std::string_view name, const Value& value) {
        text_.append(text_.empty() ? "{" : ", ").append(json_string(name)).append(": ").append(text(value));
    }
    [[nodiscard]] std::string end() const { return text_.empty() ? "{}" : text_ + "}"; }

  private:
    static std::string text(bool value) { return value ? "true" : "false"; }
    template <std::unsigned_integral T>
    static std::string text(T value) {
        return std::to_string(value);
    }
    template <class Enum>
    requires std::is_enum_v<Enum>
    static std::string text(Enum value) { return json_string(name(value)); }
    template <class Enum>
    static std::string text(const std::optional<Enum>& value) {
        return value ? text(*value) : "null";
    }

    std::string text_;
};

std::string decimal(double value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return {digits.data(), end};
}

std::string to_json(const TuningEntry& entry) {
    Line key;
    for_each_key_member([&](std::string_view name, auto member) { key.add(name, entry.key.*member); });
    Line knobs;
    for_each_knob([&](std::string_view name, auto member, auto) {
        if (!is_unset(entry.knobs.*member)) knobs.add(name, entry.knobs.*member);
    });
    auto text = R"({"problem": )" + key.end() + R"(, "knobs": )" + knobs.end();
    if (entry.speedup != 0) text += R"(, "speedup": )" + decimal(entry.speedup);
    return text + "}";
}

/// The items between brackets, each on its own lines; nothing between them if there are none.
template <class Items, class Text>
std::string array_of(const Items& items, const std::string& indent, const Text& text) {
    std::string joined;
    for (const auto& item : items)
        joined += (joined.empty() ? "\n" : ",\n") + indent + text(item);
    return "[" + joined + "]";
}

std::string to_json(const DeviceTuning& device) {
    return R"({"platform": )" + json_string(device.platform) + R"(, "name": )" + json_string(device.name) +
           R"(, "driver": )" + json_string(device.driver) + ",\n   \"entries\": " +
           array_of(device.entries, "    ", [](const TuningEntry& entry) { return to_json(entry); }) + "}";
}

} // namespace

TuningTable parse_tuning_table(std::string_view text) {
    if (text.size() > max_tuning_text)
        invalid("a tuning table of " + std::to_string(text.size()) + " B; allowed are " +
                std::to_string(max_tuning_text));
    const auto json = parse_json(text);
    Members members(json, "a tuning table");
    const auto& version = members.need(version_name);
    if (number_in<std::uint64_t>(version) != format_version)
        refuse_member(version, "this library reads version " + std::to_string(format_version));
    TuningTable table;
    for_each_item(members.need("devices"),
                  [&](const Json& device) { table.devices.push_back(read_device(device)); });
    members.end();
    return table;
}

std::string to_json(const TuningTable& table) {
    return "{" + json_string(version_name) + ": " + std::to_string(format_version) + ",\n \"devices\": " +
           array_of(table.devices, "  ", [](const DeviceTuning& device) { return to_json(device); }) + "}\n";
}

} // namespace histo_cl
