#include "sim/model/submit.hpp"

namespace warpshop {

std::string text(const IssueRules& rules) {
  if (!rules.any()) {
    return "";
  }
  const std::string order = rules.order == IssueOrder::depth_first ? "depth first" : "breadth first";
  const std::string thread = rules.programs > 1 ? "by one host thread a program, " : "by one host thread, ";
  return (rules.one_thread ? thread : "") + order + (rules.copies_in_turn ? ", to a GPU before Hyper-Q" : "");
}

}  // namespace warpshop
