// histo_cl_foreign_binaries DEVICE FILE.cl...: builds programs of histo_cl_foreign_sources for a device of
// this machine, given as text for find_device(). Writes what its driver returns as CL_PROGRAM_BINARIES to
// FILE.bin beside each FILE.cl. NVIDIA's driver returns PTX, which ptxas compiles for other devices.

#include <histo_cl/device.hpp>
#include <histo_cl/opencl.h>

#include <array>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void check(cl_int code, const std::string& what) {
    if (code != CL_SUCCESS) throw std::runtime_error(what + ": OpenCL error " + std::to_string(code));
}

std::string content(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf())) throw std::runtime_error("cannot read " + path.string());
    return text.str();
}

std::vector<unsigned char> binary_of(cl_context context, cl_device_id device,
                                     const std::filesystem::path& path) {
    const auto source = content(path);
    auto options = content(std::filesystem::path(path).replace_extension("options"));
    options.erase(options.find_last_not_of('\n') + 1);
    const char* text = source.c_str();
    cl_int code = CL_SUCCESS;
    auto* const program = clCreateProgramWithSource(context, 1, &text, nullptr, &code);
    check(code, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr), path.string());
    std::size_t size = 0;
    check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
          "its binary's size");
    std::vector<unsigned char> binary(size);
    auto* bytes = binary.data();
    check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr), "its binary");
    check(clReleaseProgram(program), "clReleaseProgram");
    return binary;
}

} // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        std::cerr << "usage: histo_cl_foreign_binaries DEVICE FILE.cl...\n";
        return 2;
    }
    try {
        auto* const device = histo_cl::find_device(arguments[1]).id;
        cl_int code = CL_SUCCESS;
        auto* const context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
        check(code, "clCreateContext");
        for (int i = 2; i < count; ++i) {
            const std::filesystem::path path(arguments[i]);
            const auto binary = binary_of(context, device, path);
            std::ofstream file(std::filesystem::path(path).replace_extension("bin"), std::ios::binary);
            file.write(reinterpret_cast<const char*>(binary.data()),
                       static_cast<std::streamsize>(binary.size()));
            if (!file.flush()) throw std::runtime_error("cannot write beside " + path.string());
        }
        check(clReleaseContext(context), "clReleaseContext");
    } catch (const std::exception& error) {
        std::cerr << "histo_cl_foreign_binaries: " << error.what() << '\n';
        return 1;
    }
}
