#include "bench/cpu/peers.hpp"

#include <algorithm>
#include <array>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace bench_cpu {

namespace {

int depth_of(histo_cl::SampleType type) {
    switch (type) {
    case histo_cl::SampleType::u8: return CV_8U;
    case histo_cl::SampleType::u16: return CV_16U;
    case histo_cl::SampleType::f32: return CV_32F;
    default: refuse("samples of " + std::string(name(type)) + ", which calcHist does not support");
    }
}

/// The samples as images, whose rows calcHist distributes over its threads. A shorter last row is a separate
/// image. Nothing is copied.
std::vector<cv::Mat> images_of(const Task& task) {
    constexpr std::uint64_t width = 4096;
    const auto elements = task.state.elements;
    const auto type =
        CV_MAKETYPE(depth_of(task.state.sample), static_cast<int>(bench::stored_channels(task.state.layout)));
    auto* const begin = static_cast<std::byte*>(const_cast<void*>(task.samples)); // calcHist only reads
    std::vector<cv::Mat> images;
    if (elements >= width)
        images.emplace_back(static_cast<int>(elements / width), static_cast<int>(width), type, begin);
    if (const auto rest = elements % width; rest > 0)
        images.emplace_back(1, static_cast<int>(rest), type,
                            begin + (elements - rest) * static_cast<std::uint64_t>(CV_ELEM_SIZE(type)));
    return images;
}

} // namespace

Count opencv_peer(const Task& task) {
    require_even_bins(task.state, {bench::Layout::single, bench::Layout::multi});
    return [images = images_of(task), bins = static_cast<int>(task.state.bins),
            channels = static_cast<int>(bench::counted_channels(task.state.layout)),
            range = std::array{0.0F, static_cast<float>(bench::upper_bound(task.state))},
            histogram = cv::Mat()](std::span<std::uint32_t> counts) mutable {
        const float* ranges = range.data();
        auto next = counts.begin();
        for (int channel = 0; channel < channels; ++channel) {
            for (const auto& image : images)
                cv::calcHist(&image, 1, &channel, cv::noArray(), histogram, 1, &bins, &ranges, true,
                             &image != &images.front());
            const auto* const values = histogram.ptr<float>();
            next = std::transform(values, values + bins, next,
                                  [](float value) { return static_cast<std::uint32_t>(value); });
        }
    };
}

std::map<std::string, std::string> start_opencv(unsigned threads) {
    cv::setNumThreads(static_cast<int>(threads));
    return {{"opencv", cv::getVersionString()}, {"threads", std::to_string(cv::getNumThreads())}};
}

} // namespace bench_cpu
