#pragma once

#include "api/fixture.hpp"
#include "support/counters.hpp"

#include <algorithm>

namespace histo_cl::test {

/// A valid job of a plan, with its own buffers. Checks that the plan rejects changed jobs and leaves the
/// counts unchanged.
class GoodJob {
  public:
    explicit GoodJob(const Plan& plan, const Shape& shape = {.count = 1000}) : plan_(plan), shape_(shape) {}

    [[nodiscard]] Job job() const {
        return {.samples = samples_(),
                .shape = shape_,
                .mask = plan_.problem().layout.mask ? mask_() : nullptr,
                .weights = plan_.problem().weights.type ? weights_() : nullptr,
                .counts = counts_()};
    }

    void refused_on(cl_command_queue queue, std::initializer_list<std::string_view> words, const Job& refused,
                    std::span<const cl_event> wait = {}) const {
        cl_event event = nullptr;
        check_invalid(words, [&] { plan_.enqueue(queue, refused, wait, &event); });
        CHECK(event == nullptr);
        queue_.finish();
        CHECK(test_device().read_back<std::uint32_t>(counts_, count_words) == rubbish(count_words));
    }
    void refused(std::initializer_list<std::string_view> words, const Job& refused,
                 std::span<const cl_event> wait = {}) const {
        refused_on(queue_(), words, refused, wait);
    }
    /// Checks that the job is rejected if its member `place` is `buffer`.
    void refused_buffer(std::initializer_list<std::string_view> words, Memory Job::*place,
                        const cl::Memory& buffer) const {
        auto changed = job();
        changed.*place = buffer();
        refused(words, changed);
    }
    /// Checks that the shape is rejected after a change.
    template <class Change>
    void refused_shape(std::initializer_list<std::string_view> words, const Change& change) const {
        auto changed = job();
        change(changed.shape);
        refused(words, changed);
    }

    /// Checks at the end of a test that the valid job is counted.
    void counted() const {
        plan_.enqueue(queue_(), job());
        queue_.finish();
        const auto& problem = plan_.problem();
        HostData data{.samples = bytes_of(content_), .shape = shape_};
        if (problem.layout.mask) data.mask = bytes_of(mask_content_);
        if (problem.weights.type) data.weights = bytes_of(weight_content_);
        const auto expected = reference_bits(problem, data);
        const auto& device = test_device();
        if (problem.counter == CounterType::u32)
            CHECK(std::ranges::equal(device.read_back<std::uint32_t>(counts_, expected.size()), expected));
        else
            CHECK(device.read_back<std::uint64_t>(counts_, expected.size()) == expected);
    }

  private:
    static constexpr std::size_t count_words = 1000;

    const Plan& plan_;
    Shape shape_;
    cl::CommandQueue queue_ = test_device().make_queue();
    Bytes content_ = random_bytes(1000);
    Bytes mask_content_ = Bytes(100, 1);
    std::vector<float> weight_content_ = std::vector<float>(100, 1);
    cl::Buffer samples_ = test_device().make_buffer(content_);
    cl::Buffer mask_ = test_device().make_buffer(mask_content_);
    cl::Buffer weights_ = test_device().make_buffer(weight_content_);
    cl::Buffer counts_ = test_device().make_buffer(rubbish(count_words));
};

} // namespace histo_cl::test
