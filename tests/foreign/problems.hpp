#pragma once

#include <histo_cl/problem.hpp>

#include <string>
#include <vector>

namespace histo_cl::test {

struct NamedProblem {
    std::string name; ///< as a table shows it
    Problem problem;
};

/// A variety of problems: every kind of bins, few and many of them, several layouts, weights and batches.
inline const std::vector<NamedProblem>& foreign_problems() {
    static const std::vector<NamedProblem> problems = [] {
        const auto flat = [](SampleType sample, Binning bins) {
            return Problem{.sample = sample, .axes = {std::move(bins)}};
        };
        std::vector<double> uneven;
        for (int i = 0; i <= 1000; ++i)
            uneven.push_back(i + i * i / 100.0);

        Problem wide = flat(SampleType::u64, even_bins(5000, 0, 1'000'000'007));
        wide.counter = CounterType::u64;
        Problem rgb{.sample = SampleType::u8,
                    .axes = {identity_bins(256), identity_bins(256), identity_bins(256)}};
        Problem rows = rgb;
        rows.layout = {.channels = 4, .rows = true, .mask = true};
        Problem joint{
            .sample = SampleType::f32, .axes = {even_bins(64, -1, 1), even_bins(64, 0, 5)}, .joint = true};
        Problem weighted = flat(SampleType::f32, even_bins(100, 0, 1));
        weighted.weights = SampleType::f32;
        weighted.counter = CounterType::f64;
        Problem summed = flat(SampleType::u8, identity_bins(256));
        summed.weights = SampleType::i32;
        summed.counter = CounterType::i64;
        Problem tiles = flat(SampleType::u16, even_bins(256, 0, 4096));
        tiles.layout.rows = true;
        tiles.batch = Batch::tiles;
        Problem ragged = flat(SampleType::f32, even_bins(50, 0, 1));
        ragged.batch = Batch::ragged;
        ragged.out_of_range = OutOfRange::counted;
        Problem circular = flat(SampleType::f32, circular_bins(360, 0, 6.25));
        Problem custom = flat(SampleType::f32, custom_bins(64, "sqrt(x) * 8"));
        circular.out_of_range = custom.out_of_range = OutOfRange::counted;
        Problem image = flat(SampleType::f32, even_bins(64, 0, 1));
        image.layout = {
            .channels = 4, .rows = true, .image = ImageLayout{ImageKind::image2d, ChannelType::unorm_int8}};
        Problem columns{.axes = std::vector<Binning>(28, identity_bins(256))};
        columns.weights = SampleType::f32;
        columns.weight_vectors = 2;
        columns.counts_too = columns.narrow_weights = true;
        columns.counter = CounterType::f64;
        Problem listed{.axes = std::vector<Binning>(968, identity_bins(16)), .indices = SampleType::u32};

        return std::vector<NamedProblem>{
            {"u8, 256 values", flat(SampleType::u8, identity_bins(256))},
            {"u8, 10 bins", flat(SampleType::u8, even_bins(10, 0, 250))},
            {"u16, 1024 bins", flat(SampleType::u16, even_bins(1024, 0, 65536))},
            {"u16, 65536 values", flat(SampleType::u16, identity_bins(65536))},
            {"i32, 1000 bins", flat(SampleType::i32, even_bins(1000, -5000, 12345))},
            {"u64, 5000 bins", wide},
            {"f16, 256 bins", flat(SampleType::f16, even_bins(256, -4, 4))},
            {"f32, 256 bins", flat(SampleType::f32, even_bins(256, 0, 1))},
            {"f32, 1000 bins", flat(SampleType::f32, even_bins(1000, -3, 7))},
            {"f32, 20000 bins", flat(SampleType::f32, even_bins(20'000, -3, 7))},
            {"f32, 100000 bins", flat(SampleType::f32, even_bins(100'000, -3, 7))},
            {"f32, 2^20 bins", flat(SampleType::f32, even_bins(1U << 20, 0, 1))},
            {"f32, 1000 edges", flat(SampleType::f32, edge_bins(uneven))},
            {"f32, 300 log bins", flat(SampleType::f32, log_bins(300, 0.001, 1000))},
            {"f32, 360 circular bins, NaN counted", circular},
            {"f32, 64 custom bins, outside counted", custom},
            {"f64, 1000 bins", flat(SampleType::f64, even_bins(1000, -3, 7))},
            {"RGB of u8", rgb},
            {"RGB of RGBA, rows, mask", rows},
            {"2 x f32, joint, 64 x 64", joint},
            {"u8, weights of i32", summed},
            {"f32, weights of f32", weighted},
            {"u16, tiles", tiles},
            {"f32, ragged, outside counted", ragged},
            {"pixels of an image", image},
            {"28 x u8, 256 values, two weights", columns},
            {"968 x u8, 16 values, by index", listed},
        };
    }();
    return problems;
}

} // namespace histo_cl::test
