#include "sim/study/clients/search_time_left.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace warpshop::study {
namespace {

/// As searches took on an H100 with two clients, relative to a simulation of what is set.
double usual_weight(const NamedPolicy& policy) {
  constexpr double kOfNumbers = 20;
  constexpr double kOfChoices = 5;
  if (!policy.settings.by_option().empty()) {
    return 1;
  }
  if (policy.policy->choices != nullptr) {
    return kOfChoices;
  }
  const auto& options = policy.policy->options;
  return std::any_of(options.begin(), options.end(), [](const PolicyOption& each) { return each.search.has_value(); })
             ? kOfNumbers
             : 1;
}

}  // namespace

TimeLeft::TimeLeft(const std::vector<NamedPolicy>& policies) {
  std::transform(policies.begin(), policies.end(), std::back_inserter(weights_), usual_weight);
}

std::string TimeLeft::after(std::size_t policy, double part) const {
  return time_left(weights_, policy, part, Clock::now() - start_);
}

std::string time_left(const std::vector<double>& weights, std::size_t policy, double part,
                      std::chrono::duration<double> passed) {
  constexpr double kLittle = 0.05;
  const auto here = weights.begin() + static_cast<std::ptrdiff_t>(policy);
  const double done = std::accumulate(weights.begin(), here, part * *here);
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (done < kLittle * all) {
    return "";
  }
  return fmt::format(", {:.0f} s left", passed.count() * (all - done) / done);
}

}  // namespace warpshop::study
