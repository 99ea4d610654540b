#pragma once

#include "c_api/convert.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/equalization_plan.hpp"
#include "histo_cl/map_plan.hpp"
#include "histo_cl/partial.hpp"
#include "histo_cl/plan.hpp"
#include "histo_cl/stream.hpp"
#include "histo_cl/subtraction_plan.hpp"
#include "histo_cl/summary_plan.hpp"

#include <atomic>
#include <cstdint>
#include <stop_token>
#include <utility>
#include <vector>

// What the opaque handles are.

struct histo_cl_device {
    histo_cl::Device device;
};

struct histo_cl_device_list {
    std::vector<histo_cl_device> devices;
};

struct histo_cl_decision {
    explicit histo_cl_decision(histo_cl::Decision taken)
        : decision(std::move(taken)), rejections(histo_cl::c_api::to_c(decision.rejections)) {}
    histo_cl_decision(const histo_cl_decision&) = delete;
    histo_cl_decision& operator=(const histo_cl_decision&) = delete;
    ~histo_cl_decision() = default;

    histo_cl::Decision decision;
    std::vector<histo_cl_rejection> rejections; ///< point into `decision`
};

struct histo_cl_plan {
    explicit histo_cl_plan(histo_cl::Plan built)
        : plan(std::move(built)), problem(plan.problem()), decision(plan.decision()) {}

    histo_cl::Plan plan;
    histo_cl::c_api::ProblemView problem; ///< points into the plan's
    histo_cl_decision decision;
    std::atomic<std::uint32_t> references = 1;
};

struct histo_cl_equalization_plan {
    histo_cl::EqualizationPlan plan;
};

struct histo_cl_subtraction_plan {
    histo_cl::SubtractionPlan plan;
};

struct histo_cl_map_plan {
    histo_cl::MapPlan plan;
};

struct histo_cl_partial {
    histo_cl::Partial partial;
};

struct histo_cl_stream {
    std::stop_source stop;
    histo_cl::Stream stream;
};

struct histo_cl_summary_plan {
    histo_cl::SummaryPlan plan;
};
