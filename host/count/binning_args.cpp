#include "count/binning_args.hpp"

#include "common/date.hpp"
#include "common/errors.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace count {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

/// Whether the text consists of letters that all differ, ignoring case.
bool are_letters(std::string_view text) {
    std::array<bool, 26> seen{};
    for (const char c : text) {
        const auto place = static_cast<std::size_t>(lower(c) - 'a');
        if (place >= seen.size() || std::exchange(seen.at(place), true)) return false;
    }
    return !text.empty();
}

} // namespace

void select_letters(std::span<std::byte> text, std::string_view letters) {
    std::array<std::byte, 256> codes{};
    for (unsigned i = 0; i < codes.size(); ++i) {
        const char c = lower(static_cast<char>(i));
        const bool is_selected = letters == all_letters || letters.find(c) != std::string_view::npos;
        codes.at(i) = is_selected ? static_cast<std::byte>(c) : std::byte{255};
    }
    std::ranges::transform(text, text.begin(),
                           [&](std::byte c) { return codes[std::to_integer<std::size_t>(c)]; });
}

void set_letters(std::string& letters, BinningArgs& args) {
    if (letters == all_letters) {
        args.edges = letter_edges;
        return;
    }
    if (!are_letters(letters))
        throw common::UsageError("--letters: give different letters, such as acgt, not '" + letters + "'");
    std::ranges::transform(letters, letters.begin(), lower);
    auto sorted = letters;
    std::ranges::sort(sorted);
    sorted += static_cast<char>(sorted.back() + 1);
    args.edges.emplace();
    for (const char letter : sorted)
        *args.edges += (args.edges->empty() ? "" : ",") + std::to_string(letter);
}

using common::UsageError;

namespace {

using histo_cl::Number;
using histo_cl::SampleType;

/// All values of an integer type of 8 or 16 bits: [lowest, highest + 1).
Range whole_range(SampleType type) {
    const auto problem = histo_cl::default_problem(type, std::optional<histo_cl::SampleExtremes>());
    const auto& bins = std::get<histo_cl::EvenBins>(problem.axes.front());
    return {bins.lower, bins.upper};
}

/// The default number of bins: one per integer if the bins cover fewer than 256 integers, else 256.
std::uint32_t suitable_bins(SampleType type, const Number& lower, std::optional<std::uint64_t> values) {
    const bool each = !histo_cl::is_float(type) && common::whole_distance(lower, lower);
    return each && values && *values >= 1 && *values < default_bins ? static_cast<std::uint32_t>(*values)
                                                                    : default_bins;
}

} // namespace

bool has_default_count(const BinningArgs& args) {
    return !args.bins && !args.rule && !args.edges && !args.custom;
}

std::string_view bin_rule_name(histo_cl::BinRule rule) {
    return rule == histo_cl::BinRule::automatic ? "auto" : name(rule);
}

histo_cl::Number parse_bound(std::string_view text, const std::string& option, const std::string& form) {
    if (const auto date = common::date_typed(text)) return *date;
    return common::parse_number(text, option, form);
}

histo_cl::EdgeBins parse_edges(std::string_view text) {
    std::vector<histo_cl::Number> edges;
    for (;;) {
        const auto comma = text.find(',');
        edges.push_back(
            parse_bound(text.substr(0, comma), "--edges", "numbers or dates with commas between them"));
        if (comma == std::string_view::npos) return {std::move(edges)};
        text.remove_prefix(comma + 1);
    }
}

std::string bin_rule_names() {
    std::string names;
    for (const auto rule : histo_cl::all_bin_rules)
        names += (names.empty() ? "" : ", ") + std::string(bin_rule_name(rule));
    return names;
}

void parse_bins(const std::string& text, BinningArgs& args) {
    const auto rule = std::ranges::find(histo_cl::all_bin_rules, text, bin_rule_name);
    if (rule != histo_cl::all_bin_rules.end()) {
        args.rule = *rule;
        return;
    }
    const auto bins = common::whole_number_typed(text, 1, histo_cl::max_bins);
    if (!bins)
        throw UsageError("--bins: give a number from 1 to " + std::to_string(histo_cl::max_bins) +
                         ", or a rule (" + bin_rule_names() + "), not '" + text + "'");
    args.bins = static_cast<std::uint32_t>(*bins);
}

bool follow_samples(SampleType type, const BinningArgs& args) {
    if (args.rule || args.from_samples || args.log_from_samples) return true;
    const bool given = args.range || args.edges || args.log || args.circular || args.custom;
    return !given && (histo_cl::is_float(type) || histo_cl::bytes(type) > 2);
}

histo_cl::Binning binning_from(SampleType type, const BinningArgs& args) {
    if (args.edges) return parse_edges(*args.edges);
    if (args.custom) {
        if (!args.bins) throw UsageError("--custom needs --bins N, the number of bins of the expression");
        return histo_cl::custom_bins(*args.bins, *args.custom);
    }
    if (args.log)
        return histo_cl::log_bins(args.bins.value_or(default_bins), args.log->first, args.log->second);
    if (args.circular) {
        const auto& [lower, period] = *args.circular;
        const auto bins = args.bins.value_or(suitable_bins(type, lower, common::whole_distance(0, period)));
        return histo_cl::circular_bins(bins, lower, period);
    }
    const auto [lower, upper] = args.range ? *args.range : whole_range(type);
    const auto values = common::whole_distance(lower, upper);
    return histo_cl::even_bins(args.bins.value_or(suitable_bins(type, lower, values)), lower, upper);
}

} // namespace count
