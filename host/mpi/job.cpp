#include "mpi/job.hpp"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>

namespace mpi {

Job::Job(int& argc, char**& argv) {
    // The thread that initializes MPI reads the files by it.
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    if (rank_ != 0) spoken_ = std::cout.rdbuf(&silence_);
}

Job::~Job() {
    if (spoken_ != nullptr) std::cout.rdbuf(spoken_);
    MPI_Finalize();
}

std::string Job::name_of(const std::string& program) const {
    return rank_ == 0 ? program : program + ": rank " + std::to_string(rank_);
}

void Job::require_success(const std::exception_ptr& failure) {
    int lowest = failure ? rank_ : ranks_;
    MPI_Allreduce(MPI_IN_PLACE, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (lowest == ranks_) return;
    failed_rank_ = lowest;
    if (lowest == rank_) std::rethrow_exception(failure);
    throw FailedElsewhere();
}

int Job::end(int exit_code, bool completed) const {
    if (failed_rank_)
        MPI_Bcast(&exit_code, 1, MPI_INT, *failed_rank_, MPI_COMM_WORLD);
    else if (!completed)
        MPI_Abort(MPI_COMM_WORLD, exit_code);
    return exit_code;
}

namespace {

using Json = nlohmann::json;

/// What is printed of it.
Json to_json(const count::Share& share) {
    const auto& profile = share.device.profile;
    return {{"platform_index", share.device.platform_index},
            {"device_index", share.device.device_index},
            {"name", profile.name},
            {"platform", profile.platform},
            {"version", profile.version},
            {"driver", profile.driver},
            {"type", profile.type},
            {"compute_units", profile.compute_units},
            {"max_work_group_size", profile.max_work_group_size},
            {"local_memory_bytes", profile.local_memory_bytes},
            {"global_memory_bytes", profile.global_memory_bytes},
            {"bytes", share.bytes},
            {"error", share.error},
            {"note", share.note}};
}

count::Share from_json(const Json& json) {
    count::Share share;
    auto& profile = share.device.profile;
    json.at("platform_index").get_to(share.device.platform_index);
    json.at("device_index").get_to(share.device.device_index);
    json.at("name").get_to(profile.name);
    json.at("platform").get_to(profile.platform);
    json.at("version").get_to(profile.version);
    json.at("driver").get_to(profile.driver);
    json.at("type").get_to(profile.type);
    json.at("compute_units").get_to(profile.compute_units);
    json.at("max_work_group_size").get_to(profile.max_work_group_size);
    json.at("local_memory_bytes").get_to(profile.local_memory_bytes);
    json.at("global_memory_bytes").get_to(profile.global_memory_bytes);
    json.at("bytes").get_to(share.bytes);
    json.at("error").get_to(share.error);
    json.at("note").get_to(share.note);
    return share;
}

} // namespace

std::vector<std::string> gathered(const Job& job, const std::string& text) {
    const int size = static_cast<int>(text.size());
    std::vector<int> sizes(static_cast<std::size_t>(job.ranks()));
    MPI_Gather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    std::vector<int> places(sizes.size());
    std::exclusive_scan(sizes.begin(), sizes.end(), places.begin(), 0);
    std::string all(static_cast<std::size_t>(places.back() + sizes.back()), '\0'); // empty but on rank 0
    MPI_Gatherv(text.data(), size, MPI_CHAR, all.data(), sizes.data(), places.data(), MPI_CHAR, 0,
                MPI_COMM_WORLD);
    std::vector<std::string> texts;
    for (std::size_t i = 0; job.rank() == 0 && i < sizes.size(); ++i)
        texts.push_back(all.substr(static_cast<std::size_t>(places[i]), static_cast<std::size_t>(sizes[i])));
    return texts;
}

std::vector<std::uint64_t> of_first(std::vector<std::uint64_t> numbers) {
    auto size = static_cast<int>(numbers.size());
    MPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
    numbers.resize(static_cast<std::size_t>(size));
    MPI_Bcast(numbers.data(), size, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return numbers;
}

std::uint64_t sum(std::uint64_t number) {
    MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return number;
}

std::vector<count::Share> gathered(const Job& job, const std::vector<count::Share>& shares) {
    auto own = Json::array();
    for (const auto& share : shares)
        own.push_back(to_json(share));
    std::vector<count::Share> all;
    for (const auto& text : gathered(job, own.dump(-1, ' ', false, Json::error_handler_t::replace)))
        for (const auto& share : Json::parse(text))
            all.push_back(from_json(share));
    return all;
}

} // namespace mpi
