#include "host_merge.hpp"

namespace histo_cl::detail {

/// Lives until the commands that use it have ended: each callback holds a share.
struct HostMerge::Data {
    std::uint32_t bins;
    CounterType counter;
    std::vector<std::vector<std::uint32_t>> partials; ///< of each launch, rows × bins
    std::vector<std::uint64_t> sums;
    std::vector<std::uint32_t> counts32; ///< the caller's counters, if they are u32
    Event summed;                        ///< user event

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

/// Runs `action(status)` once the event has completed or failed.
template <class Action>
void when_complete(cl_event event, Action action, const char* call) {
    auto owned = std::make_unique<Action>(std::move(action));
    const auto callback = [](cl_event /*event*/, cl_int status, void* data) {
        const std::unique_ptr<Action> mine(static_cast<Action*>(data));
        (*mine)(status);
    };
    check(clSetEventCallback(event, CL_COMPLETE, callback, owned.get()), call);
    static_cast<void>(owned.release()); // the callback's from here on
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
    data_->summed = Event(clCreateUserEvent(context, &code));
    check(code, "clCreateUserEvent");
    const auto summed = Event::retained(data_->summed.get());
    when_complete(
        commands.last().get(),
        [data = data_](cl_int status) {
            if (status == CL_COMPLETE) data->sum_up();
            clSetUserEventStatus(data->summed.get(), status == CL_COMPLETE ? CL_COMPLETE : status);
        },
        "clSetEventCallback");
    commands.then_wait_for(Event::retained(summed.get()));
    commands.write(counts, data_->count_bytes(), data_->counts());
    when_complete(
        commands.last().get(), [data = data_](cl_int /*status*/) {}, "clSetEventCallback");
}

} // namespace histo_cl::detail
