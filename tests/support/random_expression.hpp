#pragma once

#include "support/random.hpp"

#include <histo_cl/sample.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace histo_cl::test {

/// Random expressions for custom bins that use only operations with the same result on every device. They
/// have no inexact function, no division of floats, no float literal 0 (Rusticl evaluates a product with it
/// to 0 even for NaN), and nothing that distinguishes -0 from 0. If all samples are 0 or at least 2^-8 in
/// magnitude, no value is a denormal.
class RandomExpressions {
  public:
    RandomExpressions(SampleType sample, bool doubles, Random& random)
        : sample_(sample), doubles_(doubles || sample == SampleType::f64), random_(random) {}

    /// An expression of any scalar type.
    std::string any(int depth) { return random_.one_in(3) ? real(depth) : integer(depth); }

    std::string integer(int depth) {
        if (depth == 0) return integer_leaf();
        const auto a = [&] { return integer(depth - 1); };
        const auto f = [&] { return real(depth - 1); };
        switch (random_.below(17)) {
        case 0:
        case 1:
        case 2:
        case 3: return "(" + a() + pick(operators) + a() + ")";
        case 4: return "(" + a() + pick(comparisons) + a() + ")";
        case 5: return "(" + f() + pick(comparisons) + f() + ")";
        case 6: return "(" + a() + pick(logical) + f() + ")";
        case 16: return "(" + (random_.one_in(4) ? f() : a()) + pick(logical) + a() + ")";
        case 7: return "(" + a() + " ? " + a() + " : " + a() + ")";
        case 8: return pick(unary) + a();
        case 9: return "(" + pick(integer_types) + ")" + a();
        case 10: return "(" + pick(integer_types) + ")" + f();
        case 11:
            return "convert_" + pick(integer_types) + "_sat" + pick(roundings) + "(" +
                   (random_.one_in(2) ? a() : f()) + ")";
        case 12: return pick(unary_functions) + "(" + a() + ")";
        case 13:
        case 14: return pick(binary_functions) + "(" + a() + ", " + a() + ")";
        default: return pick(ternary_functions) + "(" + a() + ", " + a() + ", " + a() + ")";
        }
    }

    std::string real(int depth) {
        if (depth == 0) return real_leaf();
        const auto a = [&] { return real(depth - 1); };
        switch (random_.below(8)) {
        case 0:
        case 1: return "(" + a() + pick(real_operators) + a() + ")";
        case 2: return "(" + integer(depth - 1) + " ? " + a() + " : " + a() + ")";
        case 3: return "- " + a();
        case 4: return pick(real_functions) + "(" + a() + ")";
        case 5: return "clamp(" + a() + ", " + a() + ", " + a() + ")";
        case 6: return (random_.one_in(2) ? "min(" : "fmax(") + a() + ", " + a() + ")";
        default: return "(" + real_type() + ")" + (random_.one_in(2) ? a() : integer(depth - 1));
        }
    }

  private:
    template <std::size_t n>
    std::string pick(const std::array<std::string_view, n>& all) {
        return std::string(random_.pick(all));
    }

    std::string real_type() { return doubles_ && random_.one_in(2) ? "double" : "float"; }

    std::string integer_leaf() {
        if (random_.one_in(3)) return pick(literals);
        if (random_.one_in(4)) return "i";
        return is_float(sample_) ? "convert_" + pick(integer_types) + "(x)" : "x";
    }

    std::string real_leaf() {
        if (random_.one_in(3))
            return doubles_ && random_.one_in(2) ? pick(double_literals) : pick(float_literals);
        return is_float(sample_) ? "x" : "(" + real_type() + ")x";
    }

    static constexpr std::array<std::string_view, 8> integer_types{"char", "uchar", "short", "ushort",
                                                                   "int",  "uint",  "long",  "ulong"};
    static constexpr std::array<std::string_view, 5> roundings{"", "_rte", "_rtz", "_rtp", "_rtn"};
    static constexpr std::array<std::string_view, 10> operators{" + ", " - ", " * ", " / ",  " % ",
                                                                " & ", " | ", " ^ ", " << ", " >> "};
    static constexpr std::array<std::string_view, 3> real_operators{" + ", " - ", " * "};
    static constexpr std::array<std::string_view, 6> comparisons{" < ",  " <= ", " > ",
                                                                 " >= ", " == ", " != "};
    static constexpr std::array<std::string_view, 2> logical{" && ", " || "};
    static constexpr std::array<std::string_view, 3> unary{"- ", "~", "!"};
    static constexpr std::array<std::string_view, 3> unary_functions{"abs", "clz", "popcount"};
    static constexpr std::array<std::string_view, 9> binary_functions{
        "abs_diff", "add_sat", "sub_sat", "hadd", "rhadd", "mul_hi", "rotate", "min", "max"};
    static constexpr std::array<std::string_view, 3> ternary_functions{"clamp", "mad_hi", "select"};
    static constexpr std::array<std::string_view, 6> real_functions{"floor", "ceil",  "trunc",
                                                                    "rint",  "round", "fabs"};
    static constexpr std::array<std::string_view, 16> literals{"0",
                                                               "1",
                                                               "(-1)",
                                                               "2",
                                                               "7u",
                                                               "64",
                                                               "255",
                                                               "1000L",
                                                               "4294967296",
                                                               "(1L << 62)",
                                                               "0x7fffffff",
                                                               "(-0x7fffffff - 1)",
                                                               "0xffffffffu",
                                                               "0x7fffffffffffffff",
                                                               "(-0x7fffffffffffffff - 1)",
                                                               "0xffffffffffffffffUL"};
    static constexpr std::array<std::string_view, 8> float_literals{"2.0f", "0.5f",    "1.5f",     "3e4f",
                                                                    "1e9f", "0x1p40f", "INFINITY", "NAN"};
    static constexpr std::array<std::string_view, 6> double_literals{"3.0", "0.1",    "2.5",
                                                                     "1e9", "0x1p60", "1e30"};

    SampleType sample_;
    bool doubles_;
    Random& random_;
};

} // namespace histo_cl::test
