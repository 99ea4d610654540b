#include "histo_cl/kernel_source.hpp"

#include "bin_rule.hpp"
#include "embedded_kernels.hpp"
#include "source.hpp"
#include "variants/variant.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace histo_cl {
namespace {

using detail::Indexing;

/// The lines "#define NAME value" that the kernels are compiled for.
class Constants {
  public:
    void set(std::string_view name, std::string_view value) {
        text_.append("#define ").append(name).append(" ").append(value).append("\n");
    }
    void set(std::string_view name, std::uint64_t value) { set(name, std::to_string(value)); }

    /// An unsigned literal of 32 or 64 bits.
    void set_word(std::string_view name, std::uint64_t value, std::size_t bytes) {
        set(name, std::to_string(value) + (bytes == 8 ? "UL" : "u"));
    }

    /// A float or double literal with all its bits.
    void set_real(std::string_view name, double value, SampleType type) {
        std::array<char, 40> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), std::fabs(value),
                                       std::chars_format::hex);
        set(name, std::string("(") + (std::signbit(value) ? "-" : "") + "0x" +
                      std::string(digits.data(), end.ptr) + (type == SampleType::f32 ? "f)" : ")"));
    }

    /// `#define KIND_A 0`, `#define KIND_B 1` … and `#define KIND KIND_<taken>`, for the preprocessor to
    /// compare.
    template <std::size_t N>
    void set_choice(const std::string& kind, const std::array<std::string_view, N>& names,
                    std::size_t taken) {
        for (std::size_t i = 0; i < N; ++i)
            set(kind + "_" + std::string(names[i]), i);
        set(kind, kind + "_" + std::string(names[taken]));
    }

    [[nodiscard]] std::string text() && { return std::move(text_); }

  private:
    std::string text_;
};

/// The names OpenCL C has for a sample's type.
struct TypeNames {
    std::string_view sample;
    std::string_view as_unsigned; ///< reinterprets the bits as an unsigned integer of the same width
};

TypeNames type_names(SampleType type) {
    switch (type) {
    case SampleType::u8: return {"uchar", "as_uchar"};
    case SampleType::i8: return {"char", "as_uchar"};
    case SampleType::u16: return {"ushort", "as_ushort"};
    case SampleType::i16: return {"short", "as_ushort"};
    case SampleType::u32: return {"uint", "as_uint"};
    case SampleType::i32: return {"int", "as_uint"};
    case SampleType::u64: return {"ulong", "as_ulong"};
    case SampleType::i64: return {"long", "as_ulong"};
    case SampleType::f32: return {"float", "as_uint"};
    case SampleType::f64: return {"double", "as_ulong"};
    }
    return {};
}

/// load.cl: the sample in memory and as a key, and how it is loaded.
void define_load(Constants& constants, const Problem& problem, const Decision& decision) {
    const auto names = type_names(problem.sample);
    const auto size = bytes(problem.sample);
    const bool wide = size == 8;
    const auto samples = std::max<std::size_t>(1, decision.load_bytes / size);
    constants.set("SAMPLE", names.sample);
    constants.set("KEY", wide ? "ulong" : "uint");
    constants.set("AS_UNSIGNED", names.as_unsigned);
    constants.set("AS_KEY", names.as_unsigned);
    constants.set_word("KEY_SIGN", 1ULL << (8 * size - 1), size);
    constants.set_choice<3>("SAMPLE_KIND", {"UNSIGNED", "SIGNED", "FLOAT"},
                            is_float(problem.sample) ? 2 : (is_signed(problem.sample) ? 1 : 0));
    constants.set("SAMPLES_A_LOAD", samples);
    constants.set("LOAD_BYTES", samples * size);
    constants.set("LOAD", std::string(names.sample) + (samples > 1 ? std::to_string(samples) : ""));
}

/// bin.cl: the rule's constants.
void define_bin(Constants& constants, const Problem& problem, const Indexing& rule) {
    constants.set("BINS", std::to_string(problem.bins()) + "u");
    constants.set_choice<5>("INDEXING", {"NONE", "SHIFT", "MULTIPLY", "SCALE", "SEARCH"},
                            static_cast<std::size_t>(rule.mode));
    const auto key_bytes = bytes(problem.sample);
    constants.set_word("FIRST_KEY", rule.first_key, key_bytes);
    constants.set_word("LAST_OFFSET", rule.last_offset, key_bytes);
    constants.set("LAST_BIN", std::to_string(rule.last_bin) + "u");
    switch (rule.mode) {
    case Indexing::Mode::none: break;
    case Indexing::Mode::shift: constants.set("SHIFT", rule.shift); break;
    case Indexing::Mode::multiply:
        constants.set("SHIFT", rule.shift % 64);
        constants.set("SHIFT_WORDS", rule.shift / 64 + 1);
        constants.set_word("MULTIPLIER", rule.multiplier, 8);
        constants.set_word("ADDEND_LOW", rule.addend_low, 8);
        constants.set_word("ADDEND_HIGH", rule.addend_high, 8);
        break;
    case Indexing::Mode::scale:
        constants.set_real("LOWER", rule.lower, problem.sample);
        constants.set_real("SCALE", rule.scale, problem.sample);
        constants.set_real("RELATIVE_MARGIN", rule.relative_margin, problem.sample);
        constants.set_real("ABSOLUTE_MARGIN", rule.absolute_margin, problem.sample);
        break;
    case Indexing::Mode::search:
        constants.set("SEARCH_STEP", std::to_string(std::bit_floor(rule.last_bin)) + "u");
        break;
    }
}

/// The variant's file, counter.cl and merge.cl.
void define_counting(Constants& constants, const Problem& problem, const Decision& decision) {
    constants.set("COUNTER", problem.counter == CounterType::u64 ? "ulong" : "uint");
    constants.set("COUNTER_BITS", 8 * bytes(problem.counter));
    constants.set("NATIVE_ATOMIC64", decision.native_atomic64 ? 1U : 0U);
    constants.set("WORK_GROUP_SIZE", std::to_string(decision.work_group_size) + "u");
    constants.set("WINDOW_BINS", std::to_string(decision.window_bins) + "u");
    constants.set("REPLICAS", std::to_string(decision.replicas) + "u");
    constants.set("LOCAL_WORDS", decision.local_bytes / 4);
}

std::string_view kernel_text(std::string_view name) {
    const auto files = detail::embedded_kernels();
    const auto found = std::ranges::find(files, name, &detail::EmbeddedKernel::name);
    if (found == files.end()) throw std::logic_error("kernels/" + std::string(name) + ".cl is not embedded");
    return found->text;
}

} // namespace

KernelSource detail::kernel_source(const Problem& problem, const Decision& decision, const Indexing& rule) {
    Constants constants;
    define_load(constants, problem, decision);
    define_bin(constants, problem, rule);
    define_counting(constants, problem, decision);

    std::string source = std::move(constants).text();
    if (problem.sample == SampleType::f64) source += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
    const auto append = [&source](std::string_view file) {
        source.append("\n// ---- ").append(file).append(".cl ----\n").append(kernel_text(file));
    };
    append("load");
    append("bin");
    append("counter");
    if (const auto shared = implementation(decision.variant).shared_kernel; !shared.empty()) append(shared);
    append(name(decision.variant));
    append("merge");
    append("histogram");
    return {std::move(source), "-cl-std=CL1.2"};
}

KernelSource kernel_source(const Problem& problem, const Decision& decision) {
    problem.validate();
    return detail::kernel_source(problem, decision, detail::indexing(problem));
}

} // namespace histo_cl
