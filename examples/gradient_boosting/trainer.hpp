#pragma once

#include "histograms.hpp"
#include "table.hpp"

#include <cstdint>
#include <vector>

/// Settings of the training. Except for `depth`, the defaults are those of scikit-learn's
/// HistGradientBoostingClassifier.
struct Settings {
    std::size_t trees = 100;    ///< number of trees
    std::uint32_t depth = 6;    ///< maximum depth of a tree
    double learning_rate = 0.1; ///< factor for the values of leaves
    double min_rows = 20;       ///< minimum number of rows of a leaf
    double min_hessian = 0.001; ///< minimum sum of the hessians of a leaf
    double regularization = 0;  ///< L2 regularization of the values of leaves
};

/// A node of a tree: a leaf, or a split. At a split, rows whose value in the column is at most the threshold
/// go to the left child.
struct Node {
    double value = 0; ///< for a leaf: what the tree adds to the log-odds
    std::uint32_t column = 0;
    std::uint32_t threshold = 0;
    std::uint32_t left = 0; ///< index of the left child, which the right child follows; 0 for a leaf
};

/// The nodes of a tree; the first one is the root.
using Tree = std::vector<Node>;

/// The result of the training.
struct Model {
    double base = 0; ///< log-odds of class 1, before any tree
    std::vector<Tree> trees;

    /// The predicted probability of class 1 for a row of a table.
    [[nodiscard]] double probability(const std::uint8_t* row) const;
};

/// Trains boosted trees for the log loss. Each tree is grown level by level. A node is split at the column
/// and threshold that reduce the loss most.
[[nodiscard]] Model train(const Table& table, std::uint32_t levels, const Settings& settings,
                          Histograms& histograms);
