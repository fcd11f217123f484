#pragma once

#include <cstdint>
#include <string>

namespace warpshop {

/// What a result was made from, and by what: enough to make it again. It stands in every document and every CSV line.
struct Origin {
  std::string file = {};     ///< of the workload, as the user named it
  std::uint64_t seed = 1;    ///< of policies and samples that draw
  std::string budget = {};   ///< of policies that search, as `--budget` takes it; empty: what each finds sensible
  std::string version = {};  ///< of warpshop
};

}  // namespace warpshop
