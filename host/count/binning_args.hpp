#pragma once

#include "common/number.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace count {

/// The edges of seven bins for the letters a to z: a-d, e-h, …, y-z. Other bytes are out of range.
inline constexpr const char* letter_edges = "97,101,105,109,113,117,121,123";

/// The letters that letter_edges has bins for.
inline constexpr std::string_view all_letters = "a-z";

/// Converts A–Z in the text to a–z. If `letters` is not all_letters, also converts all bytes that are not
/// among them to 255.
void select_letters(std::span<std::byte> text, std::string_view letters);

/// Parses a bound of bins: a number, or a date, which becomes seconds since 1970. Throws UsageError like
/// common::parse_number().
[[nodiscard]] histo_cl::Number parse_bound(std::string_view text, const std::string& option,
                                           const std::string& form);

/// Parses comma-separated edges, numbers or dates, such as "0,10,20.5".
[[nodiscard]] histo_cl::EdgeBins parse_edges(std::string_view text);

using Range = std::pair<histo_cl::Number, histo_cl::Number>;

/// The command line's binning options. At most one of `bins` and `rule` is set, and at most one of the
/// members after them, apart from `dates`.
struct BinningArgs {
    std::optional<std::uint32_t> bins = {};
    std::optional<histo_cl::BinRule> rule = {}; ///< derives the number of bins from the samples
    bool from_samples = false;                  ///< even bins from the smallest to the largest sample
    bool log_from_samples = false;   ///< logarithmic bins from the smallest positive sample to the largest
    std::optional<Range> range = {}; ///< even bins over [first, second)
    std::optional<std::string> edges = {}; ///< edges that parse_edges() reads; not together with `bins`
    std::optional<Range> log = {};         ///< logarithmic bins over [first, second)
    std::optional<Range> circular = {}; ///< circular bins that start at `first` and have the period `second`
    bool dates = false;                 ///< bounds of `range` or `edges` are dates
    std::optional<std::string> custom = {}; ///< an expression; needs `bins`
};

/// The number of bins, unless the options or the samples determine it.
inline constexpr std::uint32_t default_bins = 256;

/// Whether the options leave the number of bins to the default.
[[nodiscard]] bool has_default_count(const BinningArgs& args);

/// Converts `letters` to lower case, and sets the bins for them: a bin for each, in alphabetical order, that
/// begins at the letter. So saved counts of the same letters can be added, whatever the order in which they
/// were given, but not those of other letters. Throws UsageError unless `letters` is all_letters or consists
/// of letters that all differ.
void set_letters(std::string& letters, BinningArgs& args);

/// Returns NumPy's name of the rule, such as "auto" or "fd".
[[nodiscard]] std::string_view bin_rule_name(histo_cl::BinRule rule);
/// Returns the names of the rules that parse_bins() accepts, as "auto, fd, ...".
[[nodiscard]] std::string bin_rule_names();

/// Sets args.bins from "100", or args.rule from the name of a rule ("auto", "fd"). Throws UsageError for any
/// other text.
void parse_bins(const std::string& text, BinningArgs& args);

/// Whether the bins depend on the samples. They do with `rule`, `from_samples` or `log_from_samples`, and by
/// default for floats and for integers wider than 16 bits.
[[nodiscard]] bool follow_samples(histo_cl::SampleType type, const BinningArgs& args);

/// Returns the binning that the options specify. It must not depend on the samples. By default bins are even
/// and cover all values of the type, which must then be an integer type of 8 or 16 bits. The default number
/// of bins is 256. For even or circular bins over fewer than 256 integers of an integer type, it is one bin
/// per integer. Throws UsageError for an expression without `bins`, and for invalid edges.
[[nodiscard]] histo_cl::Binning binning_from(histo_cl::SampleType type, const BinningArgs& args);

} // namespace count
