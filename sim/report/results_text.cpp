#include "sim/report/results_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/report/text_table.hpp"

namespace warpshop::report {

std::string results_text(bool checked, const std::vector<std::size_t>& wrong,
                         const std::vector<std::string>& task_names) {
  if (!checked) {
    return "results not checked";
  }
  if (wrong.empty()) {
    return "results correct";
  }
  constexpr std::size_t kNamed = 10;
  const std::size_t named = std::min(kNamed, wrong.size());
  std::string text = "wrong results: ";
  for (std::size_t i = 0; i < named; ++i) {
    text.append(i > 0 ? ", " : "").append(short_name(task_names[wrong[i]]));
  }
  return named < wrong.size() ? fmt::format("{}, … {} more", text, wrong.size() - named) : text;
}

}  // namespace warpshop::report
