#pragma once

#include "sim/model/comparison.hpp"
#include "sim/result/field.hpp"

namespace warpshop::result {

/// A policy of a comparison.
struct ComparedPolicy {
  const Comparison& in;
  const PolicyResult& of;
};

const Fields<ComparedPolicy>& compared_policy_fields();

}  // namespace warpshop::result
