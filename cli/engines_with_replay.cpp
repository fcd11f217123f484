#include "cli/engine_list.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/replay/paje.hpp"
#include "sim/replay/replay.hpp"

namespace warpshop::cli {

const std::vector<study::Engine>& engines() {
  static const std::vector<study::Engine> all{
      {.name = "simgrid", .timeline = replay::simulate, .record = replay::write_paje},
      {.name = "fast", .timeline = evaluate::timeline}};
  return all;
}

}  // namespace warpshop::cli
