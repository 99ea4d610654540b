#include "bench/cpu/trials.hpp"

#include <algorithm>
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

class OpenCvTrial : public HostTrial {
  public:
    explicit OpenCvTrial(const Task& task)
        : HostTrial(task.counters()), images_(images_of(task)), bins_(static_cast<int>(task.state.bins)),
          channels_(static_cast<int>(bench::counted_channels(task.state.layout))),
          range_{0, static_cast<float>(bench::upper_bound(task.state))},
          rounds_(histo_cl::is_float(task.state.sample)) {}

    [[nodiscard]] bool rounds_edges() const override { return rounds_; }

  private:
    void count(std::span<std::uint32_t> counts) override {
        const float* ranges = range_.data();
        auto next = counts.begin();
        for (int channel = 0; channel < channels_; ++channel) {
            for (const auto& image : images_)
                cv::calcHist(&image, 1, &channel, cv::noArray(), histogram_, 1, &bins_, &ranges, true,
                             &image != &images_.front());
            const auto* const values = histogram_.ptr<float>();
            next = std::transform(values, values + bins_, next,
                                  [](float value) { return static_cast<std::uint32_t>(value); });
        }
    }

    std::vector<cv::Mat> images_;
    cv::Mat histogram_;
    int bins_;
    int channels_;
    std::array<float, 2> range_;
    bool rounds_;
};

} // namespace

std::unique_ptr<bench::Trial> opencv_trial(const Task& task) {
    take_even_bins_in(task.state, {bench::Layout::single, bench::Layout::multi});
    return std::make_unique<OpenCvTrial>(task);
}

std::map<std::string, std::string> start_opencv(unsigned threads) {
    cv::setNumThreads(static_cast<int>(threads));
    return {{"opencv", cv::getVersionString()}, {"threads", std::to_string(cv::getNumThreads())}};
}

} // namespace bench_cpu
