#include "sim/replay/variable_link.hpp"

#include <simgrid/s4u.hpp>

namespace warpshop::replay {

namespace sg4 = simgrid::s4u;

VariableLink::VariableLink(sg4::NetZone& zone, const std::string& name)
    : link_(zone.create_link(name, kWidest)
                ->set_latency(0)
                ->set_sharing_policy(
                    sg4::Link::SharingPolicy::NONLINEAR,
                    [width = width_](double widest, int /*communications*/) { return widest / kWidest * *width; })
                ->seal()) {}

void VariableLink::set_unit(double unit) {
  link_->set_bandwidth(kWidest * unit);
}

void VariableLink::set_width(double width) {
  *width_ = width;
  link_->set_bandwidth(link_->get_bandwidth());  // has the solver ask again
}

SharedLinks shared_links(sg4::NetZone& zone, const std::string& name) {
  const auto link = [&](Direction direction) {
    return VariableLink(zone, name + '-' + std::string(warpshop::name(direction)));
  };
  return {link(Direction::h2d), link(Direction::d2h)};
}

}  // namespace warpshop::replay
