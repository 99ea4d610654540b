#include "codegen/define.hpp"
#include "codegen/type_names.hpp"
#include "variants/blocks.hpp"

namespace histo_cl::detail {
namespace {

/// From x, a sample as it is stored, to one as it is counted; converts_exactly() holds. f16 and bf16 are kept
/// as their bits.
std::string conversion(SampleType stored, SampleType sample) {
    const bool to_double = sample == SampleType::f64;
    if (stored == sample) return "(x)";
    if (sample == SampleType::f16) return "half_of_integer((float)(x))";
    if (sample == SampleType::bf16) return "(ushort)(as_uint((float)(x)) >> 16)";
    if (stored == SampleType::f16) return to_double ? "(double)float_of_half(x)" : "float_of_half(x)";
    if (stored == SampleType::bf16)
        return to_double ? "double_of_float((uint)(x) << 16)" : "as_float((uint)(x) << 16)";
    if (stored == SampleType::f32) return "double_of_float(as_uint(x))";
    return concat("(", type_names(sample).sample, ")(x)");
}

/// "DO(0), DO(1) …" for all axes.
std::string axis_list(std::size_t axes) {
    std::string text;
    for (std::size_t axis = 0; axis < axes; ++axis)
        append_to_list(text, "DO(", axis, ")");
    return text;
}

void define_array(Constants& constants, const Problem& problem, const Decision& decision, std::size_t axis) {
    const auto name = [&](std::string_view of) { return concat(of, axis); };
    const auto [stored, stride] = array_of_axis(problem, axis);
    const auto names = type_names(stored);
    const auto samples = stride / bytes(stored);
    constants.set(name("STORED_"), names.sample);
    constants.set(name("SAMPLE_OF_") + "(x)", conversion(stored, problem.sample));
    constants.set(name("STRIDE_"), is_constant_stride(samples) ? samples : 0);
    if (is_constant_stride(samples))
        constants.set(name("STRIDE_NUMBER_"), samples);
    else
        constants.set_number(name("STRIDE_NUMBER_"), samples, sizeof samples);
    if (decision.block_elements != 0) return;
    const auto load = load_name(stored, samples_of_a_vector(problem, decision.load_bytes));
    constants.set(name("LOAD_"), load);
    constants.set(name("AS_LOAD_"), as(load));
    constants.set(name("UNSIGNED_"), names.bits);
    constants.set(name("AS_STORED_"), as(names.sample));
}

} // namespace

void define_arrays(Constants& constants, const Problem& problem, const Decision& decision) {
    constants.set("AXIS_LIST(DO)", axis_list(problem.axes.size()));
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        define_array(constants, problem, decision, axis);
}

} // namespace histo_cl::detail
