#include "cli/engines.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/replay/replay.hpp"

namespace warpshop::cli {

const std::vector<Engine>& engines() {
  static const std::vector<Engine> all{{"simgrid", replay::makespan, replay::simulate},
                                       {"fast", evaluate::makespan, evaluate::timeline}};
  return all;
}

}  // namespace warpshop::cli
