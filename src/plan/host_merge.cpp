#include "plan/host_merge.hpp"

#include <algorithm>
#include <chrono>
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

/// Sleeps until the event has completed or failed, and returns its status. It asks again and again, because
/// both ways to be told have faults: Rusticl's clWaitForEvents waits for all of the queue, also for what
/// waits for us, and with event callbacks NVIDIA's driver can stop for good while other threads enqueue.
cl_int poll(const Event& event) noexcept {
    using namespace std::chrono_literals;
    auto pause = 20us;
    for (;;) {
        cl_int status = CL_COMPLETE;
        const auto code =
            clGetEventInfo(event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        if (code != CL_SUCCESS) return code;
        if (status <= CL_COMPLETE) return status;
        std::this_thread::sleep_for(pause);
        pause = std::min(2 * pause, std::chrono::microseconds(1ms));
    }
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
        std::thread([data = data_, summed = Event::retained(summed.get()), read = std::move(read),
                     written = Event::retained(commands.last().get())] {
            const auto status = poll(read);
            if (status == CL_COMPLETE) data->sum_up();
            clSetUserEventStatus(summed.get(), status);
            poll(written); // the data must stay till then
        }).detach();
    } catch (...) {
        clSetUserEventStatus(summed.get(),
                             CL_OUT_OF_RESOURCES); // nothing may wait for a thread that is not there
        throw;
    }
}

} // namespace histo_cl::detail
