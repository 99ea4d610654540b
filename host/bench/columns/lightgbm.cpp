#include "bench/columns/lightgbm.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <sstream>
#include <utility>

namespace bench_columns {
namespace {

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) throw histo_cl::Error(histo_cl::Status::file_error, "cannot read " + path.string());
    return text.str();
}

/// The power of two: as many work-groups share a word's columns as its tree learner takes: 256 in all, and at
/// least 1024 rows each.
std::uint32_t power_of_groups(std::uint32_t words, std::uint64_t rows) {
    const auto by_words = static_cast<int>(std::ceil(std::log2(256.0 / words)));
    const auto by_rows = static_cast<int>(std::ceil(std::log2(static_cast<double>(rows) / 1024)));
    return static_cast<std::uint32_t>(std::clamp(std::min(by_words, by_rows), 0, 10));
}

} // namespace

LightGbm::LightGbm(cl::Context context, cl::CommandQueue queue, const std::filesystem::path& folder,
                   const State& state, const Table& table)
    : context_(std::move(context)), queue_(std::move(queue)), columns_(state.columns), bins_(state.bins),
      columns_per_word_(columns_per_word(state)),
      words_per_row_((state.columns + columns_per_word_ - 1) / columns_per_word_) {
    const bool all = table.list.empty();
    const auto rows = static_cast<std::uint32_t>(all ? state.rows : table.list.size());
    const auto power = power_of_groups(words_per_row_, rows);
    groups_per_word_ = 1U << power;

    const auto name = "histogram" + std::to_string(bins_);
    cl::Program program(context_, text_of(folder / (name + ".cl")));
    const auto options =
        "-D POWER_FEATURE_WORKGROUPS=" + std::to_string(power) +
        " -D USE_CONSTANT_BUF=0 -D USE_DP_FLOAT=0 -D CONST_HESSIAN=0 -D ENABLE_ALL_FEATURES=1" +
        (all ? " -D IGNORE_INDICES=1" : "") + " -cl-mad-enable -cl-no-signed-zeros -cl-fast-relaxed-math";
    program.build(options.c_str());
    kernel_ = cl::Kernel(program, name.c_str());

    // The kernels read one round of work-items past the end.
    const auto padded = std::size_t{rows} + work_group_size * groups_per_word_;
    std::vector<std::uint32_t> list(padded);
    std::vector<float> gradients(padded);
    std::vector<float> hessians(padded);
    for (std::uint32_t n = 0; n < rows; ++n) {
        list[n] = all ? n : table.list[n];
        gradients[n] = table.gradients[n];
        hessians[n] = table.hessians[n];
    }
    const auto counters = std::size_t{words_per_row_} * columns_per_word_ * bins_ * 2;
    sums_ = buffer(std::vector<float>(counters));
    kernel_.setArg(0, buffer(words_of(state, table)));
    kernel_.setArg(1,
                   buffer(std::vector<std::uint8_t>(std::size_t{words_per_row_} * columns_per_word_, 0xFF)));
    kernel_.setArg(2, static_cast<std::uint32_t>(state.rows));
    kernel_.setArg(3, buffer(list));
    kernel_.setArg(4, rows);
    kernel_.setArg(5, buffer(gradients));
    kernel_.setArg(6, buffer(hessians));
    kernel_.setArg(7, buffer(std::vector<float>(counters * groups_per_word_)));
    kernel_.setArg(8, buffer(std::vector<std::uint32_t>(words_per_row_)));
    kernel_.setArg(9, sums_);
}

void LightGbm::enqueue(cl::Event* event) const {
    queue_.enqueueNDRangeKernel(kernel_, {}, std::size_t{words_per_row_} * groups_per_word_ * work_group_size,
                                work_group_size, nullptr, event);
}

std::vector<double> LightGbm::sums() const {
    std::vector<float> sums(std::size_t{columns_} * bins_ * 2);
    queue_.enqueueReadBuffer(sums_, CL_TRUE, 0, sums.size() * sizeof(float), sums.data());
    return {sums.begin(), sums.end()};
}

template <class T>
const cl::Buffer& LightGbm::buffer(const std::vector<T>& data) {
    const auto& made = buffers_.emplace_back(context_, CL_MEM_READ_WRITE, data.size() * sizeof(T));
    queue_.enqueueWriteBuffer(made, CL_TRUE, 0, data.size() * sizeof(T), data.data());
    return made;
}

} // namespace bench_columns
