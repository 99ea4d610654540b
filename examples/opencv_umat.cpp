// Counts a cv::UMat in place, on OpenCV's own OpenCL queue: the image is not copied, and the host does not
// wait between the two libraries. By default, OpenCV uses only GPUs: OPENCV_OPENCL_DEVICE=::0 in the
// environment allows any device.
//
//     g++ -std=c++20 opencv_umat.cpp -I/usr/include/opencv4 -lhisto_cl -lOpenCL -lopencv_core
//
// It prints
//
//     [  0,  64)  8000  ##########################################
//     [ 64, 128)     0
//     [128, 192)     0
//     [192, 256)  2000  ###########

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <exception>
#include <iostream>
#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>

int main() try {
    if (!cv::ocl::useOpenCL()) {
        std::cout << "skipped: OpenCV has no OpenCL device\n";
        return 0;
    }
    cv::UMat whole(480, 640, CV_8UC1, cv::Scalar(60));
    cv::UMat image = whole(cv::Rect(100, 100, 200, 50)); // a part of the same memory
    image.colRange(0, 40).setTo(cv::Scalar(200));

    auto* const context = static_cast<cl_context>(cv::ocl::Context::getDefault().ptr());
    auto* const device = static_cast<cl_device_id>(cv::ocl::Device::getDefault().ptr());
    auto* const queue = static_cast<cl_command_queue>(cv::ocl::Queue::getDefault().ptr());

    const histo_cl::Plan plan(context, device,
                              {.axes = {histo_cl::even_bins(4, 0, 256)}, .layout = {.rows = true}}); // u8
    const auto counts =
        plan.count(queue, {.samples = static_cast<cl_mem>(image.handle(cv::ACCESS_READ)),
                           .sample_offset = image.offset,
                           .shape = {.region = {.width = static_cast<std::uint64_t>(image.cols),
                                                .height = static_cast<std::uint64_t>(image.rows)},
                                     .pitch = image.step}});
    std::cout << draw(counts, {.columns = 60});
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
