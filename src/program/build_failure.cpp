#include "program/build_failure.hpp"

#include "codegen/bin_source.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <variant>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// The first line of the log that speaks of an error and for which `concerns` holds.
template <class Concerns>
std::string first_error(std::string_view log, const Concerns& concerns) {
    while (!log.empty()) {
        const auto line = log.substr(0, log.find('\n'));
        if (line.find("error") != std::string_view::npos && concerns(line)) return std::string(line);
        log.remove_prefix(std::min(line.size() + 1, log.size()));
    }
    return {};
}

/// What NVIDIA's compiler and Oclgrind call the whole program. They count its lines through, whatever #line
/// says.
constexpr std::array<std::string_view, 2> whole_program{"<kernel>:", "input.cl:"};

/// Where an axis's expression is: by the name that bin.cl gives its place, and by lines of the whole program.
class Place {
  public:
    Place(std::string_view source, std::size_t axis) : name_(custom_bins_place(axis) + ":") {
        const auto begin = source.find("#line 1 CUSTOM_PLACE", source.find("\"" + custom_bins_place(axis)));
        first_ = lines(source.substr(0, begin));
        last_ = lines(source.substr(0, source.find("#line END_OF_EXPRESSION", begin)));
    }

    [[nodiscard]] bool is_in(std::string_view line) const {
        if (line.find(name_) != std::string_view::npos) return true;
        return std::ranges::any_of(whole_program, [&](std::string_view program) {
            return line.starts_with(program) && has(line.substr(program.size()));
        });
    }

  private:
    /// Whether the text begins with the number of one of the lines.
    [[nodiscard]] bool has(std::string_view text) const {
        std::ptrdiff_t number = 0;
        std::from_chars(text.data(), text.data() + text.size(), number);
        return first_ <= number && number <= last_;
    }

    static std::ptrdiff_t lines(std::string_view text) { return std::ranges::count(text, '\n') + 1; }

    std::string name_;
    std::ptrdiff_t first_;
    std::ptrdiff_t last_;
};

/// Custom bins of an axis, and the compiler's first error in them, if any.
struct Suspect {
    std::string words;
    std::string error;
};

std::vector<Suspect> suspects(const Problem& problem, std::string_view source, std::string_view log) {
    std::vector<Suspect> suspects;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto* custom = std::get_if<CustomBins>(&problem.axes[axis]);
        if (custom == nullptr) continue;
        const Place place(source, axis);
        suspects.push_back(
            {"the custom bins of axis " + std::to_string(axis) + ", \"" + custom->expression + "\",",
             first_error(log, [&](std::string_view line) { return place.is_in(line); })});
    }
    return suspects;
}

} // namespace

std::string build_failure(const Problem& problem, std::string_view source, const std::string& where,
                          std::string_view log) {
    const auto all = suspects(problem, source, log);
    const auto did_not = " did not compile on " + where;
    if (all.empty()) return "the kernels" + did_not + "\n" + std::string(log);
    const auto guilty =
        std::ranges::find_if(all, [](const Suspect& suspect) { return !suspect.error.empty(); });
    if (guilty != all.end()) return guilty->words + did_not + ": " + guilty->error;
    std::string text = "the kernels with ";
    for (const auto& suspect : all)
        text += suspect.words + " ";
    return text + "did not compile on " + where + ": " +
           first_error(log, [](std::string_view /*line*/) { return true; });
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
