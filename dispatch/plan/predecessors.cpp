#include "dispatch/plan/predecessors.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <queue>

#include "sim/model/resolve_fields.hpp"

namespace warpshop::dispatch {

Predecessors::Predecessors(const Workload& workload) {
  const std::vector<Precedence> pairs = precedence_of(workload);
  if (pairs.empty()) {
    return;
  }
  of_.resize(workload.size());
  for (const Precedence& pair : pairs) {
    of_[pair.after].push_back(pair.before);
    if (pair.by_host) {
      lags_.resize(of_.size());
      lags_[pair.after].push_back({pair.before, pair.lag});
    }
  }
}

Awaited Predecessors::awaited(const Plan& plan, const std::vector<ConcreteTask>& tasks) const {
  if (!any() || plan.submission == Submission::streams) {
    return of_;
  }
  std::vector<std::size_t> place(tasks.size());
  for (std::size_t position = 0; position < plan.order.size(); ++position) {
    place[plan.order[position]] = position;
  }
  Awaited awaited(of_.size());
  for (std::size_t task = 0; task < of_.size(); ++task) {
    std::array<std::optional<std::uint32_t>, 3> last;  // [Stage]: whose engine ends them
    for (const std::uint32_t before : of_[task]) {
      std::optional<std::uint32_t>& known = last[index(tasks[before].last())];
      if (!known || place[*known] < place[before]) {
        known = before;
      }
    }
    for (const auto& before : last) {
      if (before) {
        awaited[task].push_back(*before);
      }
    }
  }
  return awaited;
}

Order Predecessors::submission_order(std::span<const std::uint32_t> order) const {
  if (!any()) {
    return {order.begin(), order.end()};
  }
  constexpr auto kElsewhere = static_cast<std::size_t>(-1);
  std::vector<std::size_t> place(of_.size(), kElsewhere);
  for (std::size_t position = 0; position < order.size(); ++position) {
    place[order[position]] = position;
  }
  std::vector<std::vector<std::size_t>> successors(order.size());  // by place
  std::vector<std::size_t> missing(order.size());
  for (std::size_t position = 0; position < order.size(); ++position) {
    for (const std::uint32_t before : of_[order[position]]) {
      if (place[before] != kElsewhere) {
        successors[place[before]].push_back(position);
        ++missing[position];
      }
    }
  }
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t position = 0; position < order.size(); ++position) {
    if (missing[position] == 0) {
      ready.push(position);
    }
  }
  Order submitted;
  submitted.reserve(order.size());
  while (!ready.empty()) {
    const std::size_t next = ready.top();
    ready.pop();
    submitted.push_back(order[next]);
    for (const std::size_t successor : successors[next]) {
      if (--missing[successor] == 0) {
        ready.push(successor);
      }
    }
  }
  return submitted;
}

}  // namespace warpshop::dispatch
