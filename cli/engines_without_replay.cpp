#include "cli/engines.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"

namespace warpshop::cli {

const std::vector<Engine>& engines() {
  static const std::vector<Engine> all{{"fast", evaluate::timeline}};
  return all;
}

}  // namespace warpshop::cli
