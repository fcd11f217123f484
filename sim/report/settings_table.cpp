#include "sim/report/settings_table.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/report/shown_rows.hpp"

namespace warpshop::report {

void settings_table(std::ostream& out, const Simulation& simulation, const format::Table& style) {
  const std::vector<ShareSetting>& settings = simulation.settings;
  if (settings.empty()) {
    return;
  }
  const bool mig = std::any_of(settings.begin(), settings.end(),
                               [](const ShareSetting& setting) { return !setting.mig_profile.empty(); });
  TextTable table;
  table.column("task", Align::left, {.wraps = true});
  table.column("CTAs per SM", Align::right);
  table.column("SMs", Align::right);
  table.column("MPS %", Align::right);
  if (mig) {
    table.column("MIG", Align::left);
  }
  table.column("mostly with", Align::left, {.wraps = true});
  for (std::size_t i = 0; i < shown_rows(settings.size()); ++i) {
    const ShareSetting& setting = settings[i];
    std::vector<std::string> cells{simulation.task_names[setting.task], fmt::format("{}", setting.ctas_per_sm),
                                   fmt::format("{}", setting.sms), fmt::format("{}", setting.mps_percentage)};
    if (mig) {
      cells.emplace_back(setting.mig_profile);
    }
    cells.push_back(setting.with ? simulation.task_names[*setting.with] : "");
    table.row(std::move(cells));
  }
  out << "\nWhat to set for each kernel, as it is most of its time:\n" << table.text(style);
  tell_rows_left_out(out, settings.size(), "--format json");
}

}  // namespace warpshop::report
