#include "histograms.hpp"

#include <array>

namespace {

histo_cl::Problem problem_of(const Table& table, std::uint32_t levels) {
    return {.axes = std::vector<histo_cl::Binning>(table.columns, histo_cl::identity_bins(levels)),
            .layout = {.indices = histo_cl::SampleType::u32},
            .weights = {.type = histo_cl::SampleType::f32,
                        .counts = true,
                        .vectors = 2,
                        .order = histo_cl::CounterOrder::by_cell,
                        .narrow = true,
                        .bound = histo_cl::WeightBound{.maximum = 1, .elements = table.rows()}},
            .counter = histo_cl::CounterType::f64,
            .max_samples = table.rows()};
}

} // namespace

Histograms::Histograms(const histo_cl::Device& device, const Table& table, std::uint32_t levels)
    : rows_(table.rows()), device_(device.id, true), context_(device_), queue_(context_, device_),
      plan_(context_(), device_(), problem_of(table, levels)),
      values_(buffer<std::uint8_t>(table.values.size())), gradients_(buffer<float>(rows_)),
      hessians_(buffer<float>(rows_)), list_(buffer<std::uint32_t>(rows_)) {
    write(values_, table.values);
    queue_.finish();
}

void Histograms::set_gradients(const std::vector<float>& gradients, const std::vector<float>& hessians) {
    write(gradients_, gradients);
    write(hessians_, hessians);
    queue_.finish();
}

std::vector<Histogram> Histograms::of(const std::vector<std::uint32_t>& list,
                                      std::span<const RowRange> ranges) {
    while (counts_.size() < ranges.size())
        counts_.push_back(buffer<std::byte>(plan_.count_bytes()));
    write(list_, list);
    const std::array weights{histo_cl::WeightBuffer{gradients_()}, histo_cl::WeightBuffer{hessians_()}};
    for (std::size_t n = 0; n < ranges.size(); ++n)
        plan_.enqueue(queue_(), {.samples = values_(),
                                 .shape = {.count = ranges[n].count, .source_count = rows_},
                                 .counts = counts_[n](),
                                 .weight_vectors = weights,
                                 .indices = list_(),
                                 .index_offset = ranges[n].first});

    std::vector<Histogram> histograms(ranges.size(), Histogram(plan_.problem().cells()));
    for (std::size_t n = 0; n < ranges.size(); ++n)
        queue_.enqueueReadBuffer(counts_[n], CL_TRUE, 0, plan_.count_bytes(), histograms[n].data());
    return histograms;
}
