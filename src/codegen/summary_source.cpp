#include "codegen/summary_source.hpp"

#include "codegen/source_text.hpp"

#include <string_view>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

std::string_view type_name(SampleType type) {
    switch (type) {
    case SampleType::u8: return "uchar";
    case SampleType::i8: return "char";
    case SampleType::u16: return "ushort";
    case SampleType::i16: return "short";
    case SampleType::u32: return "uint";
    case SampleType::i32: return "int";
    case SampleType::u64: return "ulong";
    case SampleType::i64: return "long";
    case SampleType::f16: return "half"; // read by vload_half, which takes no cl_khr_fp16
    case SampleType::bf16: return "ushort";
    case SampleType::f32: return "float";
    case SampleType::f64: break;
    }
    return "double";
}

/// Of sample i.
std::string_view value(SampleType type) {
    switch (type) {
    case SampleType::f16: return "(double)vload_half(i, samples)";
    case SampleType::bf16: return "(double)as_float((uint)(samples)[i] << 16)";
    default: return "(double)(samples)[i]";
    }
}

} // namespace

KernelSource summary_source(SampleType sample, std::uint32_t work_group_size) {
    Constants constants;
    constants.set("SAMPLE", type_name(sample));
    constants.set("VALUE_AT(samples, i)", value(sample));
    constants.set("WORK_GROUP_SIZE", work_group_size);
    SourceText text;
    text.add(constants);
    text.add_file("summarize");
    return {text.text(), "-cl-std=CL1.2", {}};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
