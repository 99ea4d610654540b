// An OpenCL layer between loader and driver that hides doubles (cl_khr_fp64): devices do not report them, and
// a program whose source uses them is refused. Set OPENCL_LAYERS to the layer's path to use it with any
// program on any device.

#define CL_USE_DEPRECATED_OPENCL_1_2_APIS

#include "support/layer_info.hpp"

#include <CL/cl_layer.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace {

const cl_icd_dispatch* driver = nullptr;
cl_icd_dispatch ours = {};

constexpr std::string_view extension = "cl_khr_fp64";

/// Removes a word from a space-separated list.
std::string without(std::string list, std::string_view word) {
    list = " " + list + " ";
    const auto spaced = " " + std::string(word) + " ";
    for (auto at = list.find(spaced); at != std::string::npos; at = list.find(spaced))
        list.replace(at, spaced.size(), " ");
    return list.substr(1, list.size() - 2);
}

bool is_name_character(char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// Returns the first word of the source that is double, doubleN, as_double or the extension's name, or "" if
/// there is none. Words in // comments do not count.
std::string double_in(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        if (text.substr(at, 2) == "//") {
            at = std::min(text.find('\n', at), text.size());
            continue;
        }
        auto end = at;
        while (end < text.size() && is_name_character(text[end]))
            ++end;
        const auto word = text.substr(at, end - at);
        if (word.starts_with("double") && word.find_first_not_of("0123456789", 6) == std::string_view::npos)
            return std::string(word);
        if (word == "as_double" || word == extension) return std::string(word);
        at = std::max(end, at + 1);
    }
    return {};
}

cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info what, std::size_t room, void* value,
                                   std::size_t* size) {
    using histo_cl::test::answer;
    if (what == CL_DEVICE_DOUBLE_FP_CONFIG) {
        constexpr cl_device_fp_config none = 0;
        return answer(&none, sizeof none, room, value, size);
    }
    if (what != CL_DEVICE_EXTENSIONS) return driver->clGetDeviceInfo(device, what, room, value, size);
    std::size_t bytes = 0;
    if (const auto code = driver->clGetDeviceInfo(device, what, 0, nullptr, &bytes); code != CL_SUCCESS)
        return code;
    std::string list(bytes, '\0');
    if (const auto code = driver->clGetDeviceInfo(device, what, bytes, list.data(), nullptr);
        code != CL_SUCCESS)
        return code;
    list = without(list.c_str(), extension);
    return answer(list.c_str(), list.size() + 1, room, value, size);
}

cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char** texts,
                                      const std::size_t* lengths, cl_int* code) {
    for (cl_uint i = 0; texts != nullptr && i < count; ++i) {
        const bool has_length = lengths != nullptr && lengths[i] != 0;
        const auto found =
            double_in(has_length ? std::string_view(texts[i], lengths[i]) : std::string_view(texts[i]));
        if (found.empty()) continue;
        std::fprintf(stderr, "a program for a device without doubles has the word %s\n", found.c_str());
        if (code != nullptr) *code = CL_INVALID_VALUE;
        return nullptr;
    }
    return driver->clCreateProgramWithSource(context, count, texts, lengths, code);
}

} // namespace

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t room, void* value, size_t* size) {
    return histo_cl::test::layer_info("histo_cl without doubles", what, room, value, size);
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target,
                                            cl_uint* our_entries, const cl_icd_dispatch** our_dispatch) {
    const auto code = histo_cl::test::init_layer(entries, target, our_entries, our_dispatch, driver, ours);
    if (code != CL_SUCCESS) return code;
    ours.clGetDeviceInfo = &get_device_info;
    ours.clCreateProgramWithSource = &create_program;
    return CL_SUCCESS;
}
}
