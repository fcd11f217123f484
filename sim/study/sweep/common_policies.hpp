#pragma once

#include <string>
#include <vector>

#include "sim/model/comparison.hpp"
#include "sim/study/policy_choice.hpp"

namespace warpshop::study {

/// A policy that some workload does not take.
struct LeftOutOfAll {
  SkippedPolicy policy;  ///< why, of the first such workload; can_be_named: every workload takes it then
  std::string workload;  ///< the first one
};

/// The policies that every one of many workloads takes.
class CommonPolicies {
 public:
  /// What choose_policies() says of a workload on a device.
  void add(const std::string& workload, const PolicyChoice& choice);

  /// In the order of the registry.
  const std::vector<NamedPolicy>& chosen() const { return chosen_; }
  const std::vector<LeftOutOfAll>& left_out() const { return left_out_; }

 private:
  void leave_out(const std::string& workload, const SkippedPolicy& policy);

  bool any_ = false;
  std::string first_workload_;
  std::vector<NamedPolicy> chosen_;
  std::vector<LeftOutOfAll> left_out_;
};

}  // namespace warpshop::study
