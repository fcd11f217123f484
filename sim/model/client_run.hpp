#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/model/client_comparison.hpp"

namespace warpshop {

/// Clients that ran on hardware, beside what was predicted for them.
struct ClientRunResult {
  ClientComparison predicted;  ///< one result: of the policy that ran
  ClientsFigures measured;     ///< of_alone: relative to what is predicted of each alone
  std::string backend;         ///< cuda or host
  std::string chip;            ///< what the device calls itself
  bool checked = false;        ///< results were compared with those of the CPU, once all requests had been answered
  std::vector<std::size_t> wrong = {};  ///< tasks of requests, by position, whose results were not those of the CPU

  const ClientsResult& result() const { return predicted.results.front(); }
};

}  // namespace warpshop
