#include "sim/share/clients.hpp"

#include <utility>

#include "sim/model/split.hpp"

namespace warpshop::share {
namespace {

/// The pairs of tasks without families alone.
std::vector<Precedence> within_processes(const Instance& instance) {
  std::vector<Precedence> pairs;
  for (const Precedence& pair : instance.precedence) {
    if (instance.families.empty() || (instance.families[pair.before] == 0 && instance.families[pair.after] == 0)) {
      pairs.push_back(pair);
    }
  }
  return pairs;
}

}  // namespace

Clients::Clients(const Instance& instance) : client_(instance.size()) {
  for (const Order& joined : connected_tasks(instance.size(), within_processes(instance))) {
    for (const std::uint32_t task : joined) {
      client_[task] = joined.front();
    }
  }
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    if (!instance.families.empty() && instance.families[task] > 0) {
      client_[task] = static_cast<std::uint32_t>(instance.size()) + instance.families[task];
    }
    const auto next = static_cast<std::uint32_t>(all_.size());
    if (instance.jobs[task].has[index(Stage::kernel)] && numbers_.emplace(client_[task], next).second) {
      all_.push_back(client_[task]);
    }
  }
}

}  // namespace warpshop::share
