#include "cli/engine_list.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"

namespace warpshop::cli {

const std::vector<study::Engine>& engines() {
  static const std::vector<study::Engine> all{{.name = "fast", .timeline = evaluate::timeline}};
  return all;
}

}  // namespace warpshop::cli
