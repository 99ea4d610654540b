#include "host_merge.hpp"

#include <thread>

namespace histo_cl::detail {

/// Lives until the commands that use it have ended: the thread that waits for them holds a share.
struct HostMerge::Data {
    std::uint32_t bins;
    CounterType counter;
    std::vector<std::vector<std::uint32_t>> partials; ///< of each launch, rows × bins
    std::vector<std::uint64_t> sums;
    std::vector<std::uint32_t> counts32; ///< the caller's counters, if they are u32

    [[nodiscard]] size_t count_bytes() const noexcept { return bins * bytes(counter); }
    [[nodiscard]] void* counts() noexcept {
        return counter == CounterType::u64 ? static_cast<void*>(sums.data()) : counts32.data();
    }

    void sum_up() noexcept {
        if (counter == CounterType::u32)
            for (std::uint32_t bin = 0; bin < bins; ++bin)
                sums[bin] = counts32[bin];
        for (const auto& rows : partials)
            for (size_t i = 0; i < rows.size(); ++i)
                sums[i % bins] += rows[i];
        if (counter == CounterType::u32)
            for (std::uint32_t bin = 0; bin < bins; ++bin)
                counts32[bin] = static_cast<std::uint32_t>(sums[bin]);
    }
};

namespace {

cl_int wait_for(const Event& event) noexcept {
    const cl_event waited = event.get();
    return clWaitForEvents(1, &waited);
}

} // namespace

HostMerge::HostMerge(std::uint32_t bins, CounterType counter) : data_(std::make_shared<Data>()) {
    data_->bins = bins;
    data_->counter = counter;
    data_->sums.resize(bins);
    if (counter == CounterType::u32) data_->counts32.resize(bins);
}

void HostMerge::read_counts(Commands& commands, cl_mem counts) {
    commands.read(counts, data_->count_bytes(), data_->counts());
}

void HostMerge::read_partials(Commands& commands, cl_mem partials, std::uint32_t rows) {
    auto& host = data_->partials.emplace_back(static_cast<size_t>(rows) * data_->bins);
    commands.read(partials, host.size() * sizeof(std::uint32_t), host.data());
}

void HostMerge::write_counts(Commands& commands, cl_context context, cl_mem counts) {
    cl_int code = CL_SUCCESS;
    const Event summed(clCreateUserEvent(context, &code));
    check(code, "clCreateUserEvent");
    auto read = Event::retained(commands.last().get());
    commands.then_wait_for(Event::retained(summed.get()));
    try {
        commands.write(counts, data_->count_bytes(), data_->counts());
        auto written = Event::retained(commands.last().get());
        // A thread and no event callback: NVIDIA's driver can stop for good when a callback sets a user event
        // while other threads enqueue.
        std::thread([data = data_, summed = Event::retained(summed.get()), read = std::move(read),
                     written = std::move(written)] {
            const auto status = wait_for(read);
            if (status == CL_SUCCESS) data->sum_up();
            clSetUserEventStatus(summed.get(), status == CL_SUCCESS ? CL_COMPLETE : status);
            wait_for(written); // the data must stay till then
        }).detach();
    } catch (...) {
        clSetUserEventStatus(summed.get(),
                             CL_OUT_OF_RESOURCES); // so that nothing waits for a thread that is not there
        throw;
    }
}

} // namespace histo_cl::detail
