#include "common/number.hpp"
#include "count/counting.hpp"
#include "count/input.hpp"
#include "count/selection.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace count {

namespace {

constexpr std::size_t max_groups = 8; // as many as pictures have colours

/// The sample at `index` as a double; NaN if it is missing.
double sample_at(std::span<const std::byte> samples, histo_cl::SampleType type, std::size_t index) {
    const auto size = histo_cl::bytes(type);
    double found = 0;
    for_each_sample(type, samples.subspan(index * size, size),
                    [&](auto value) { found = static_cast<double>(value); });
    return found;
}

/// The index of each element's text. For a missing text it is the number of texts.
std::vector<std::size_t> texts_of(const InMemory& memory, const Selection& selection,
                                  histo_cl::SampleType type, std::size_t texts) {
    std::vector<std::size_t> indices;
    for (std::uint64_t element = 0; element < memory.elements; ++element) {
        const double value = sample_at(memory.samples, type, element * selection.channels + *selection.group);
        indices.push_back(std::isnan(value) ? texts : std::min(static_cast<std::size_t>(value), texts));
    }
    return indices;
}

/// Returns the group of each text, and the names of the groups. The last group is for missing texts and for
/// texts without a group of their own, if there are any.
std::pair<std::vector<std::size_t>, std::vector<std::string>> grouped(const std::vector<std::size_t>& indices,
                                                                      const std::vector<std::string>& texts) {
    std::vector<std::uint64_t> counts(texts.size() + 1);
    for (const auto index : indices)
        ++counts[index];
    std::vector<std::size_t> order;
    for (std::size_t text = 0; text < texts.size(); ++text)
        if (counts[text] > 0) order.push_back(text);
    std::ranges::stable_sort(order, [&](auto a, auto b) { return counts[a] > counts[b]; });
    const bool has_rest = counts.back() > 0 || order.size() > max_groups;
    order.resize(std::min(order.size(), has_rest ? max_groups - 1 : max_groups));
    const auto number_of = [&](auto text) { return common::entire<double>(texts[text]); };
    if (std::ranges::all_of(order, [&](auto text) { return number_of(text).has_value(); }))
        std::ranges::sort(order, [&](auto a, auto b) { return *number_of(a) < *number_of(b); });
    std::vector<std::size_t> group_of(texts.size() + 1, order.size());
    std::vector<std::string> names;
    for (const auto text : order) {
        group_of[text] = names.size();
        names.push_back(texts[text]);
    }
    if (has_rest) names.emplace_back("(others)");
    return {std::move(group_of), std::move(names)};
}

} // namespace

Result count_groups(const Command& command, const histo_cl::Problem& problem,
                    std::span<const histo_cl::Device> devices, const Selection& selection, InMemory& memory) {
    const auto type = problem.sample;
    const auto& texts = (*selection.columns)[*selection.group].texts;
    const auto indices = texts_of(memory, selection, type, texts.size());
    const auto [group_of, names] = grouped(indices, texts);
    const auto mask = memory.mask;
    Result all;
    for (std::size_t group = 0; group < names.size(); ++group) {
        Part part{.name = names[group]};
        memory.mask.assign(memory.elements, std::byte{0});
        for (std::uint64_t element = 0; element < memory.elements; ++element) {
            if (group_of[indices[element]] != group || (!mask.empty() && mask[element] == std::byte{0}))
                continue;
            memory.mask[element] = std::byte{1};
            ++part.elements;
        }
        auto result = count_in_memory(command, problem, devices, memory).result;
        const auto exact = exact_of(command, problem, selection, memory);
        memory.source.parts.push_back(std::move(part));
        if (group == 0) {
            all = std::move(result);
        } else {
            const auto& counts = result.measured.counts;
            all.measured.counts.insert(all.measured.counts.end(), counts.begin(), counts.end());
            all.without.insert(all.without.end(), result.without.begin(), result.without.end());
            all.measured.whole_seconds += result.measured.whole_seconds;
            if (result.verified) all.verified = *all.verified && *result.verified;
        }
        all.exact.insert(all.exact.end(), exact.begin(), exact.end());
    }
    memory.mask = mask;
    return all;
}

} // namespace count
