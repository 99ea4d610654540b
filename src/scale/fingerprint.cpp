#include "scale/fingerprint.hpp"

#include "core/sha256.hpp"
#include "problem/weight_exponent.hpp"
#include "scale/little_endian.hpp"

#include <bit>
#include <cmath>
#include <string_view>
#include <variant>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// What is hashed.
class Message {
  public:
    Message& operator<<(std::uint64_t value) {
        append_integer(bytes_, value);
        return *this;
    }
    Message& operator<<(std::string_view text) {
        *this << std::uint64_t{text.size()};
        bytes_ += text;
        return *this;
    }
    Message& operator<<(const Number& number) {
        switch (number.kind()) {
        case Number::Kind::i64: return whole(number.i64() < 0, static_cast<std::uint64_t>(number.i64()));
        case Number::Kind::u64: return whole(false, number.u64());
        case Number::Kind::f64: break;
        }
        const auto value = number.f64();
        if (value == std::trunc(value) && value >= -0x1p63 && value < 0x1p64)
            return whole(value < 0, value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                                              : static_cast<std::uint64_t>(value));
        return *this << std::uint64_t{2} << std::bit_cast<std::uint64_t>(value);
    }

    Message& operator<<(const EvenBins& bins) { return *this << bins.count << bins.lower << bins.upper; }
    Message& operator<<(const EdgeBins& bins) {
        *this << std::uint64_t{bins.edges.size()};
        for (const auto& edge : bins.edges)
            *this << edge;
        return *this;
    }
    Message& operator<<(const LogBins& bins) { return *this << bins.count << bins.lower << bins.upper; }
    Message& operator<<(const CircularBins& bins) { return *this << bins.count << bins.lower << bins.period; }
    Message& operator<<(const CustomBins& bins) {
        return *this << bins.count << std::string_view(bins.expression);
    }

    [[nodiscard]] std::string_view bytes() const noexcept { return bytes_; }

    Message& operator<<(std::uint32_t count) { return *this << std::uint64_t{count}; }

  private:
    Message& whole(bool negative, std::uint64_t bits) { return *this << std::uint64_t{negative} << bits; }

    std::string bytes_;
};

} // namespace

std::string fingerprint(const Problem& problem) {
    const auto flag = [](bool set) { return std::uint64_t{set}; };
    Message message;
    message << name(problem.sample) << name(problem.last_edge) << name(problem.out_of_range)
            << flag(problem.joint);
    message << (problem.weights ? name(*problem.weights) : std::string_view())
            << flag(problem.squared_weights);
    if (problem.weight_vectors > 1) message << std::string_view("weight_vectors") << problem.weight_vectors;
    if (problem.counts_too) message << std::string_view("counts_too");
    if (problem.narrow_weights) message << std::string_view("narrow_weights");
    if (const auto& bound = problem.weight_bound)
        message << std::uint64_t{exponent_field(*problem.weights, bound->greatest)} << bound->elements;
    else
        message << std::uint64_t{0} << std::uint64_t{0};
    message << std::uint64_t{problem.axes.size()};
    for (const auto& binning : problem.axes) {
        message << name(kind_of(binning));
        std::visit([&](const auto& bins) { message << bins; }, binning);
    }
    return sha256(message.bytes());
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
