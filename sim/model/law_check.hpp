#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/co_run.hpp"
#include "sim/model/pair_table.hpp"

namespace warpshop {

/// How far the co-run law is from pairs that were measured, and which pair it is furthest from.
struct LawMiss {
  LawError error;
  std::array<std::string, 2> worst;
};

/// The co-run law as it is fitted to a profile.
struct LawCheck {
  std::vector<FittedKernel> kernels;
  std::vector<LawUncertainty> uncertainty;  ///< by kernel
  std::optional<LawMiss> beside_probes;     ///< pairs that it is fitted to
  std::optional<LawMiss> others;            ///< pairs that it is not
};

}  // namespace warpshop
