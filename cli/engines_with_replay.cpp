#include "cli/engine_list.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/replay/fleet_replay.hpp"

namespace warpshop::cli {

const std::vector<study::Engine>& engines() {
  static const std::vector<study::Engine> all{{"simgrid", replay::simulate}, {"fast", evaluate::timeline}};
  return all;
}

}  // namespace warpshop::cli
