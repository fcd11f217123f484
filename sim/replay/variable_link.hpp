#pragma once

#include <array>
#include <memory>
#include <string>

#include <simgrid/forward.h>

#include "sim/model/stage.hpp"

namespace warpshop::replay {

/// A SimGrid link whose bandwidth changes under what it carries. A communication never goes faster than its links could
/// when it started, so the link itself is as wide as any is ever set, and its solver is told the present width.
class VariableLink {
 public:
  /// The most that a link is ever set: rates are at most 2 relative to alone.
  static constexpr double kWidest = 4;

  VariableLink(simgrid::s4u::NetZone& zone, const std::string& name);

  simgrid::s4u::Link* link() const { return link_; }
  /// The bandwidth of a width of 1.
  void set_unit(double unit);
  double width() const { return *width_; }
  /// 0 < width ≤ kWidest. What is set is remembered before other actors run.
  void set_width(double width);

 private:
  std::shared_ptr<double> width_ = std::make_shared<double>(1.0);
  simgrid::s4u::Link* link_;
};

/// What copy engines of several devices share, by [Direction]: a bus.
using SharedLinks = std::array<VariableLink, 2>;
SharedLinks shared_links(simgrid::s4u::NetZone& zone, const std::string& name);

}  // namespace warpshop::replay
