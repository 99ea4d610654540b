#pragma once

#include "histograms.hpp"
#include "table.hpp"

#include <cstdint>
#include <vector>

/// Settings, named as those of scikit-learn's HistGradientBoostingClassifier.
struct Settings {
    std::size_t trees = 100;
    std::uint32_t depth = 6;
    double learning_rate = 0.1;
    double min_rows = 20;       ///< of a leaf
    double min_hessian = 0.001; ///< of a leaf
    double regularization = 0;  ///< L2, of a leaf's value
};

/// A leaf, or a split: rows whose value in the column is at most the threshold go to the left child.
struct Node {
    double value = 0; ///< of a leaf, in log-odds
    std::uint32_t column = 0;
    std::uint32_t threshold = 0;
    std::uint32_t left = 0; ///< its number in the tree, 0: this is a leaf; the right child's is the next
};

/// The root is the first.
using Tree = std::vector<Node>;

struct Model {
    double base = 0; ///< log-odds of class 1, before any tree
    std::vector<Tree> trees;

    /// The probability of class 1.
    [[nodiscard]] double probability(const std::uint8_t* row) const;
};

/// Boosted trees for the log loss, each grown level by level: the rows of a node are split where that reduces
/// the loss most.
[[nodiscard]] Model train(const Table& table, std::uint32_t levels, const Settings& settings,
                          Histograms& histograms);
