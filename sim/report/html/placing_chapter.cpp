#include "sim/report/html/placing_chapter.hpp"

#include <sstream>
#include <string>

#include <fmt/format.h>

#include "sim/report/html/data_table.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/placing_chart.hpp"
#include "sim/report/placing_table.hpp"
#include "sim/report/shown_table.hpp"

namespace warpshop::report::html {

namespace {

/// As it stands, line by line.
std::string preformatted(const std::string& text) {
  std::istringstream lines(text);
  std::string html = "<pre>";
  for (std::string line; std::getline(lines, line);) {
    html += escaped(line);
    html += '\n';
  }
  return html + "</pre>\n";
}

}  // namespace

Chapter chapter(const Placing& placing) {
  constexpr std::size_t kCells = 100;
  Chapter chapter{.question = fmt::format("Which of {} jobs share which GPU of {}?", placing.jobs, placing.device),
                  .answer = placing_answer(placing)};
  add_basis(chapter, placing.basis);
  chapter.caveats.emplace_back(
      "Slowdowns are those of the co-run law; one that comes while another runs is taken to come in the middle of it.");
  if (!placing.ways.empty()) {
    chapter.sections.push_back(
        {"Ways to share, best first", data_table("The best placement of each", shown_table(placing, "ways"))});
  }
  chapter.sections.push_back(
      {"Policies, best first", data_table("Makespan, slowdowns and energy", shown_table(placing, "policies"))});
  chapter.sections.push_back({"The GPUs over time", preformatted(placing_chart(placing, kCells))});
  chapter.sections.push_back(
      {"Who sits where", data_table("Jobs by GPU and start", shown_table(placing, "placement"))});
  if (const TextTable matrix = pair_matrix(placing); !matrix.columns.empty()) {
    chapter.sections.push_back({"Who slows whom down", data_table(kept_apart(placing), matrix)});
  }
  chapter.sections.push_back({"What to set", data_table("By GPU", shown_table(placing, "gpus"))});
  chapter.seed = placing.origin.seed;
  return chapter;
}

}  // namespace warpshop::report::html
