#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/learn/table.hpp"

namespace warpshop::learn {

struct MlpSettings {
  std::size_t units = 16;      ///< of the hidden layer, ≥ 1
  std::uint64_t passes = 200;  ///< over all rows
};

/// A multilayer perceptron of one hidden layer (hidden_layer.hpp), by Adam (Kingma and Ba, 2015: 0.9, 0.999) on the
/// squared error of one row at a time, in a new order in each pass, with scaled features and target; its rate falls
/// from 0.01 to 0 with the passes. Requires rows.
Regressor mlp_regressor(const Table& table, std::uint64_t seed, MlpSettings settings = {});

}  // namespace warpshop::learn
