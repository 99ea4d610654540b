// One step of gradient boosting: for some of the columns, counts the rows of a tree node into bins of {rows,
// gradient, hessian}, as in LightGBM, and finds the split with the largest gain. A plain loop must give the
// same bins.
//
//     g++ -std=c++20 -O2 best_split.cpp -lhisto_cl -lOpenCL
//
// It prints
//
//     column 5, left up to bin 19, gain 1824.66

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <histo_cl/histo_cl.hpp>

#include <CL/opencl.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iostream>
#include <random>
#include <span>
#include <vector>

namespace {

constexpr std::uint32_t columns = 12;
constexpr std::uint32_t levels = 64;
constexpr std::uint32_t rows = 50'000;

/// A bin as the device writes it: CounterType::f32, CounterOrder::by_cell.
struct Bin {
    float rows = 0, gradient = 0, hessian = 0;

    friend bool operator==(const Bin&, const Bin&) = default;
};
static_assert(sizeof(Bin) == 3 * sizeof(float));

struct Table {
    std::vector<std::uint8_t> values; ///< [row][column], below `levels`
    std::vector<float> gradients, hessians;
    std::vector<std::uint32_t> node; ///< the rows of the node
};

/// Gradients depend on whether column 5 is below 20. They are multiples of 2^-10, so that all sums are exact.
Table make_table() {
    Table table;
    std::mt19937 random(1);
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column)
            table.values.push_back(static_cast<std::uint8_t>(random() % levels));
        const bool low = table.values[row * columns + 5] < 20;
        table.gradients.push_back((low ? -0.125F : 0.125F) + static_cast<float>(random() % 1025) / 1024 -
                                  0.5F);
        table.hessians.push_back(0.25F);
        if (random() % 3 != 0) table.node.push_back(row);
    }
    return table;
}

/// Returns the bins of the node, counted on the device: [column][bin]. Bins of columns that are not listed
/// are 0.
std::vector<Bin> bins_on_device(Table& table, std::span<const std::uint32_t> listed) {
    const cl::Device device(histo_cl::default_device().id, true); // true: retain the handle
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    const auto copied = [&](auto& data) {
        return cl::Buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, data.size() * sizeof data[0],
                          data.data());
    };
    const histo_cl::Plan plan(
        context(), device(),
        {.axes = std::vector<histo_cl::Binning>(columns, histo_cl::identity_bins(levels)),
         .layout = {.indices = histo_cl::SampleType::u32},
         .weights = {.type = histo_cl::SampleType::f32,
                     .counts = true,
                     .vectors = 2,
                     .order = histo_cl::CounterOrder::by_cell,
                     .narrow = true,
                     .bound = histo_cl::WeightBound{.maximum = 1, .elements = rows}},
         .counter = histo_cl::CounterType::f32});
    const cl::Buffer counts(context, CL_MEM_READ_WRITE, plan.count_bytes());
    const auto samples = copied(table.values);
    const auto gradients = copied(table.gradients);
    const auto hessians = copied(table.hessians);
    const auto node = copied(table.node);
    const std::array weights{histo_cl::WeightBuffer{gradients()}, histo_cl::WeightBuffer{hessians()}};
    plan.enqueue(queue(), {.samples = samples(),
                           .shape = {.count = table.node.size(), .source_count = rows},
                           .counts = counts(),
                           .weight_vectors = weights,
                           .indices = node(),
                           .axes = listed});
    std::vector<Bin> bins(plan.problem().cells());
    queue.enqueueReadBuffer(counts, CL_TRUE, 0, plan.count_bytes(), bins.data());
    return bins;
}

std::vector<Bin> bins_by_loop(const Table& table, std::span<const std::uint32_t> listed) {
    std::vector<std::array<double, 3>> sums(std::size_t{columns} * levels);
    for (const auto row : table.node)
        for (const auto column : listed) {
            auto& bin = sums[column * levels + table.values[row * columns + column]];
            bin[0] += 1;
            bin[1] += double{table.gradients[row]};
            bin[2] += double{table.hessians[row]};
        }
    std::vector<Bin> bins;
    for (const auto& [count, gradient, hessian] : sums)
        bins.push_back(
            {static_cast<float>(count), static_cast<float>(gradient), static_cast<float>(hessian)});
    return bins;
}

struct Split {
    double gain = 0;
    std::uint32_t column = 0, bin = 0; ///< rows up to this bin of the column go to the left
};

double score(double gradient, double hessian) {
    return gradient * gradient / (hessian + 1);
}

Split best_split(std::span<const Bin> bins, std::span<const std::uint32_t> listed) {
    Split best;
    for (const auto column : listed) {
        const auto of_column = bins.subspan(std::size_t{column} * levels, levels);
        double gradient = 0, hessian = 0, left_gradient = 0, left_hessian = 0;
        for (const auto& bin : of_column) {
            gradient += double{bin.gradient};
            hessian += double{bin.hessian};
        }
        for (std::uint32_t bin = 0; bin + 1 < levels; ++bin) {
            left_gradient += double{of_column[bin].gradient};
            left_hessian += double{of_column[bin].hessian};
            const double gain = score(left_gradient, left_hessian) +
                                score(gradient - left_gradient, hessian - left_hessian) -
                                score(gradient, hessian);
            if (gain > best.gain) best = {gain, column, bin};
        }
    }
    return best;
}

} // namespace

int main() try {
    auto table = make_table();
    const std::vector<std::uint32_t> listed{1, 4, 5, 8, 11}; // the columns of this node
    const auto bins = bins_on_device(table, listed);
    if (bins != bins_by_loop(table, listed)) {
        std::cerr << "the device's bins are not those of a loop\n";
        return 1;
    }
    const auto [gain, column, bin] = best_split(bins, listed);
    std::cout << "column " << column << ", left up to bin " << bin << ", gain " << gain << '\n';
    return column == 5 && bin == 19 ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
