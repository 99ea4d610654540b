// Trains boosted trees, like LightGBM and scikit-learn's HistGradientBoostingClassifier, on a table whose
// true probabilities are known. histo_cl computes the histograms of all nodes on any OpenCL device.

#include "histograms.hpp"
#include "table.hpp"
#include "trainer.hpp"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Command {
    std::string device;
    std::size_t rows = 100'000;
    std::size_t columns = 28;
    std::uint32_t levels = 64;
    std::uint64_t seed = 1;
    std::filesystem::path save;
    Settings settings;
};

void add_options(CLI::App& app, Command& command) {
    app.add_option("--device", command.device, "a part of its name, or P:D (default: the best one)");
    app.add_option("--rows", command.rows, "to train on; half as many are held out")
        ->check(CLI::Range(1000, 1 << 25));
    app.add_option("--columns", command.columns, "of the table; the first five matter")
        ->check(CLI::Range(5, 4096));
    app.add_option("--levels", command.levels, "different values of a column")->check(CLI::Range(2, 255));
    app.add_option("--seed", command.seed, "of the table");
    app.add_option("--trees", command.settings.trees)->check(CLI::Range(1, 10'000));
    app.add_option("--depth", command.settings.depth, "of a tree")->check(CLI::Range(1, 16));
    app.add_option(
        "--save", command.save,
        "a folder for the table: {train,test}_{values,classes}.u8, and the answers, test_probabilities.f64");
    app.option_defaults()->always_capture_default();
}

/// The quality of predictions.
struct Score {
    double accuracy = 0;
    double log_loss = 0;
};

Score score_of(const Table& table, const std::function<double(std::size_t)>& probability_of) {
    Score score;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const double probability = probability_of(row);
        if ((probability > 0.5) == (table.classes[row] == 1)) score.accuracy += 1;
        score.log_loss -= std::log(table.classes[row] == 1 ? probability : 1 - probability);
    }
    const auto rows = static_cast<double>(table.rows());
    return {score.accuracy / rows, score.log_loss / rows};
}

void print(const std::string& what, const Score& score) {
    std::cout << what << ": accuracy " << score.accuracy << ", log loss " << score.log_loss << '\n';
}

template <class T>
void write(const std::filesystem::path& path, const std::vector<T>& data) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(data.data()),
               static_cast<std::streamsize>(data.size() * sizeof(T)));
    if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void run(const Command& command) {
    if (!command.save.empty()) std::filesystem::create_directories(command.save);
    const auto training = make_table(command.rows, command.columns, command.levels, 2 * command.seed);
    const auto held_out = make_table(command.rows / 2, command.columns, command.levels, 2 * command.seed + 1);
    const auto device =
        command.device.empty() ? histo_cl::default_device() : histo_cl::find_device(command.device);
    std::cout.precision(10);
    std::cout << "device: " << histo_cl::device_profile(device.id).name << '\n';

    auto start = std::chrono::steady_clock::now();
    Histograms histograms(device, training, command.levels);
    std::cout << "decision: " << histograms.decision() << "\nplanned and copied in " << seconds_since(start)
              << " s\n";
    start = std::chrono::steady_clock::now();
    const auto model = train(training, command.levels, command.settings, histograms);
    const double seconds = seconds_since(start);
    std::cout << model.trees.size() << " trees in " << seconds << " s, "
              << 1e3 * seconds / static_cast<double>(model.trees.size()) << " ms each\n";

    std::vector<double> predicted;
    for (std::size_t row = 0; row < held_out.rows(); ++row)
        predicted.push_back(model.probability(held_out.row(row)));
    print("held out", score_of(held_out, [&](std::size_t row) { return predicted[row]; }));
    print("known answer", score_of(held_out, [&](std::size_t row) { return held_out.probabilities[row]; }));

    if (command.save.empty()) return;
    write(command.save / "train_values.u8", training.values);
    write(command.save / "train_classes.u8", training.classes);
    write(command.save / "test_values.u8", held_out.values);
    write(command.save / "test_classes.u8", held_out.classes);
    write(command.save / "test_probabilities.f64", predicted);
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Trains boosted trees on a table with a known answer.", "gradient_boosting");
    Command command;
    add_options(app, command);
    CLI11_PARSE(app, argc, argv);
    try {
        run(command);
    } catch (const cl::Error& error) {
        std::cerr << "gradient_boosting: " << error.what() << " failed: " << error.err() << '\n';
        return 1;
    } catch (const std::exception& error) {
        std::cerr << "gradient_boosting: " << error.what() << '\n';
        return 1;
    }
}
