#pragma once

#include <stdexcept>

namespace warpshop::evaluate {

/// An engine answered what cannot be. what() names the command, by task's position, and the rule.
class ImpossibleTimeline : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace warpshop::evaluate
