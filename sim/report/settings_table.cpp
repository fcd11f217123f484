#include "sim/report/settings_table.hpp"

#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "sim/report/order_text.hpp"
#include "sim/report/shown_rows.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

TextTable client_limits(const Simulation& simulation) {
  TextTable table;
  table.column("client", Align::left, {.wraps = true, .names = true});
  table.column("MPS %", Align::right);
  table.column("SMs", Align::right);
  for (std::size_t i = 0; i < shown_rows(simulation.settings.size()); ++i) {
    const ShareSetting& setting = simulation.settings[i];
    table.row({tasks_text(setting.tasks, simulation.task_names), fmt::format("{}", *setting.mps_percentage),
               fmt::format("{}", setting.sms)});
  }
  return table;
}

TextTable instances_of_tasks(const Simulation& simulation) {
  TextTable table;
  table.column("task", Align::left, {.wraps = true, .names = true});
  table.column("MIG instance", Align::right);
  table.column("profile", Align::left);
  for (std::size_t i = 0; i < shown_rows(simulation.settings.size()); ++i) {
    const ShareSetting& setting = simulation.settings[i];
    table.row({tasks_text(setting.tasks, simulation.task_names), fmt::format("{}", setting.mig_instance),
               setting.mig_profile});
  }
  return table;
}

TextTable kernels_held(const Simulation& simulation) {
  TextTable table;
  table.column("task", Align::left, {.wraps = true, .names = true});
  table.column("CTAs per SM", Align::right);
  table.column("SMs", Align::right);
  table.column("mostly with", Align::left, {.wraps = true, .names = true});
  for (std::size_t i = 0; i < shown_rows(simulation.settings.size()); ++i) {
    const ShareSetting& setting = simulation.settings[i];
    table.row({tasks_text(setting.tasks, simulation.task_names), fmt::format("{}", setting.ctas_per_sm),
               fmt::format("{}", setting.sms), setting.with ? simulation.task_names[*setting.with] : ""});
  }
  return table;
}

}  // namespace

void settings_table(std::ostream& out, const Simulation& simulation, const format::Table& style) {
  if (simulation.settings.empty() || !simulation.plan.share) {
    return;
  }
  const auto show = [&](std::string_view heading, const TextTable& table) {
    out << '\n' << wrapped_lines(std::string(heading) + '\n', style.width, 2) << table.text(style);
  };
  switch (simulation.plan.share->settable) {
    case Settable::nothing:
      return;
    case Settable::mps_limits:
      show("What to set for each client:", client_limits(simulation));
      break;
    case Settable::mig_instances:
      show("What to set for each task:", instances_of_tasks(simulation));
      break;
    case Settable::kernels:
      show("What to set for each kernel, as it is most of its time:", kernels_held(simulation));
      break;
    case Settable::while_running:
      show("What each kernel held most of its time (set while it runs, cannot be set once):", kernels_held(simulation));
      break;
  }
  tell_rows_left_out(out, simulation.settings.size(), "--format json");
}

}  // namespace warpshop::report
