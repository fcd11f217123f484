#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/model/instance.hpp"

namespace warpshop::share {

/// The processes that kernels belong to. A process is a family; of the tasks without one those that `after` joins, as
/// no process waits for what another does on the GPU; a task that is neither is one by itself.
class Clients {
 public:
  explicit Clients(const Instance& instance);

  std::uint32_t of(std::uint32_t task) const { return client_[task]; }
  /// Those with kernels, in the order in which the workload first names them.
  const std::vector<std::uint32_t>& all() const { return all_; }
  /// Which of these a task with a kernel belongs to.
  std::uint32_t number(std::uint32_t task) const { return position(client_[task]); }
  /// Where one of these stands.
  std::uint32_t position(std::uint32_t client) const { return numbers_.at(client); }

 private:
  std::vector<std::uint32_t> client_;  ///< by task
  std::vector<std::uint32_t> all_;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_;  ///< by client
};

}  // namespace warpshop::share
