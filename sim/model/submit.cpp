#include "sim/model/submit.hpp"

namespace warpshop {

std::string text(const IssueRules& rules) {
  if (!rules.any()) {
    return "";
  }
  const std::string order = rules.order == IssueOrder::depth_first ? "depth first" : "breadth first";
  return (rules.one_thread ? "by one host thread, " : "") + order +
         (rules.copies_in_turn ? ", to a GPU before Hyper-Q" : "");
}

}  // namespace warpshop
