#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "sim/study/policy_name.hpp"

namespace warpshop::study {

/// How long clients are still compared, from how long it has taken so far: those ways of sharing take most of the time
/// for which a setting is searched.
class TimeLeft {
 public:
  explicit TimeLeft(const std::vector<NamedPolicy>& policies);

  /// `, 12 s left`, where such a part of a policy is done, 0 … 1, and all before it; nothing as long as little is.
  std::string after(std::size_t policy, double part) const;

 private:
  using Clock = std::chrono::steady_clock;

  std::vector<double> weights_;  ///< by policy
  Clock::time_point start_ = Clock::now();
};

/// The same, of weights and of time that has passed.
std::string time_left(const std::vector<double>& weights, std::size_t policy, double part,
                      std::chrono::duration<double> passed);

}  // namespace warpshop::study
