#include "sim/report/settings_table.hpp"

#include <cstddef>

#include "sim/report/order_text.hpp"

namespace warpshop::report {

TextTable settings_table(const Simulation& simulation, const result::Described& described) {
  TextTable table = shown_table(described, "settings");
  const bool clients = simulation.plan.share && simulation.plan.share->settable == Settable::mps_limits;
  table.where = "--format json";
  add_column(
      table, {.title = clients ? "client" : "task", .align = Align::left, .fit = {.wraps = true, .names = true}},
      [&](std::size_t row) { return tasks_text(simulation.settings[row].tasks, simulation.task_names); }, 0);
  return table;
}

std::string_view settings_heading(const Simulation& simulation) {
  if (simulation.settings.empty() || !simulation.plan.share) {
    return "";
  }
  switch (simulation.plan.share->settable) {
    case Settable::nothing:
      break;
    case Settable::mps_limits:
      return "What to set for each client:";
    case Settable::mig_instances:
      return "What to set for each task:";
    case Settable::kernels:
      return "What to set for each kernel, as it is beside the one that it is mostly with, or alone:";
    case Settable::while_running:
      return "What each kernel held longest beside the one that it is mostly with, or alone (set while it runs, cannot "
             "be "
             "set once):";
  }
  return "";
}

}  // namespace warpshop::report
