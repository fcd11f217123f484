#include "sim/report/html/placing_chapter.hpp"

#include <fmt/format.h>

#include "sim/report/html/data_table.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/placing_chart.hpp"
#include "sim/report/placing_table.hpp"
#include "sim/report/shown_table.hpp"

namespace warpshop::report::html {

Chapter chapter(const Placing& placing) {
  constexpr std::size_t kCells = 100;
  Chapter chapter{.question = fmt::format("Which of {} jobs share which GPU of {}?", placing.jobs, placing.device),
                  .answer = placing_answer(placing)};
  add_basis(chapter, placing.basis);
  chapter.caveats.emplace_back(
      "Slowdowns are those of the co-run law; of jobs that meet on their way a mean over the phases of both.");
  chapter.sections.push_back(
      {"Policies, best first", data_table("Makespan, slowdowns and energy", shown_table(placing, "policies"))});
  chapter.sections.push_back({"The GPUs over time", "<pre>" + escaped(placing_chart(placing, kCells)) + "</pre>\n"});
  chapter.sections.push_back(
      {"Who sits where", data_table("Jobs by GPU and start", shown_table(placing, "placement"))});
  chapter.sections.push_back({"What to set", data_table("By GPU", shown_table(placing, "gpus"))});
  chapter.seed = placing.origin.seed;
  return chapter;
}

}  // namespace warpshop::report::html
