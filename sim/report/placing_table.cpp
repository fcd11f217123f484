#include "sim/report/placing_table.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/report/basis_text.hpp"
#include "sim/report/gantt.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/placing_chart.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

std::string gpus_text(std::size_t count) {
  return fmt::format("{} GPU{}", count, count == 1 ? "" : "s");
}

/// What is shown of the ways that were tried.
std::string sharing_text(const Placing& placing) {
  return placing.sharing +
         (placing.ways.size() > 1 ? fmt::format(", the best of {} ways to share", placing.ways.size()) : "");
}

/// Of --within.
std::string enough_text(const Placing& placing) {
  if (!placing.within) {
    return "";
  }
  const std::string within = fmt::format("{:.6g} ms", placing.within->count());
  if (!placing.kept) {
    return fmt::format("No placement was found that ends within {} on {}{}. ", within, gpus_text(placing.gpus_there),
                       clearly_less(*placing.within, placing.lower_bound) ? ", and there is none" : "");
  }
  const std::size_t enough = placing.gpus.size();
  const std::string first = placing.alike ? "" : "the first ";
  const std::string fewer = placing.least_gpus == enough
                                ? (enough == 1     ? "there are no fewer"
                                   : placing.alike ? "fewer are not"
                                                   : "fewer of the first are not")
                                : fmt::format("{}{} or fewer are not, and nothing was found for those between", first,
                                              placing.least_gpus - 1);
  return fmt::format("{}{} {} enough for {} jobs within {}; {}. ", first, gpus_text(enough), enough == 1 ? "is" : "are",
                     placing.jobs, within, fewer);
}

/// In their order; of one GPU.
std::vector<std::string> kinds_of(const Placing& placing) {
  std::vector<std::string> kinds;
  for (const PlacedPair& pair : placing.pairs) {
    for (const std::string& name : {pair.job, pair.beside}) {
      if (std::find(kinds.begin(), kinds.end(), name) == kinds.end()) {
        kinds.push_back(name);
      }
    }
  }
  return kinds;
}

}  // namespace

TextTable pair_matrix(const Placing& placing) {
  constexpr std::size_t kMostKinds = 12;
  if (!placing.alike || placing.pairs.empty() || placing.kinds > kMostKinds) {
    return {};
  }
  const std::vector<std::string> kinds = kinds_of(placing);
  TextTable table;
  table.column("slowdown beside", Align::left, {.names = true});
  for (const std::string& kind : kinds) {
    table.column(short_name(kind));
  }
  for (const std::string& kind : kinds) {
    std::vector<std::string> cells{kind};
    for (const std::string& other : kinds) {
      const auto pair = std::find_if(placing.pairs.begin(), placing.pairs.end(), [&](const PlacedPair& each) {
        return (each.job == kind && each.beside == other) || (each.job == other && each.beside == kind);
      });
      cells.push_back(pair == placing.pairs.end() ? "" : fmt::format("{:.2f}", pair->slowdown));
    }
    table.row(std::move(cells));
  }
  return table;
}

std::string kept_apart(const Placing& placing) {
  constexpr std::size_t kMostNamed = 12;
  std::vector<PlacedPair> bad;
  std::copy_if(placing.pairs.begin(), placing.pairs.end(), std::back_inserter(bad),
               [&](const PlacedPair& pair) { return pair.slowdown >= placing.threshold; });
  if (bad.empty()) {
    return placing.pairs.empty() ? "" : fmt::format("No two slow each other down by {} or more.\n", placing.threshold);
  }
  std::stable_sort(bad.begin(), bad.end(),
                   [](const PlacedPair& a, const PlacedPair& b) { return a.slowdown > b.slowdown; });
  std::string text =
      fmt::format("Slowed down by {} or more where they start together, which S2 keeps apart: ", placing.threshold);
  for (std::size_t pair = 0; pair < std::min(bad.size(), kMostNamed); ++pair) {
    text +=
        fmt::format("{}{} and {} ({:.2f}{})", pair == 0 ? "" : ", ", short_name(bad[pair].job),
                    short_name(bad[pair].beside), bad[pair].slowdown, placing.alike ? "" : " on " + bad[pair].device);
  }
  return text + (bad.size() > kMostNamed ? fmt::format(" and {} more", bad.size() - kMostNamed) : "") + ".\n";
}

std::string placing_answer(const Placing& placing) {
  const PlacedBatch& best = placing.best();
  std::string answer =
      enough_text(placing) + fmt::format("{} ends after {:.3f} ms", best.policy, best.makespan.count());
  const PlacedBatch* first = placing.of("first-fit");
  const std::string sooner = first != nullptr ? percent(1 - best.makespan / first->makespan) : "0.0 %";
  if (sooner != "0.0 %") {
    answer += ", " + sooner + " sooner than first-fit";
  } else if (first != nullptr && first != &best) {
    answer += ", as first-fit does";
  }
  return answer + (tied(best.makespan, placing.lower_bound)
                       ? fmt::format("; under {} no placement ends sooner.", placing.sharing)
                       : fmt::format("; under {} nothing can end before {:.3f} ms.", placing.sharing,
                                     placing.lower_bound.count()));
}

void print(std::ostream& out, const format::Table& style, const Placing& placing) {
  out << (style.first ? "" : "\n")
      << wrapped_lines(fmt::format("{} job{} of {} on {}, at most {} on a GPU ({}): {}\n", placing.jobs,
                                   placing.jobs == 1 ? "" : "s", placing.workload, placing.device, placing.at_most,
                                   sharing_text(placing), placing_answer(placing)),
                       style.width, 2);
  if (!placing.ways.empty()) {
    out << shown_table(placing, "ways").text(style) << fmt::format("\nPolicies under {}:\n", placing.sharing);
  }
  out << shown_table(placing, "policies").text(style);
  out << fmt::format("\nWho sits where, by {}:\n", placing.best().policy);
  out << shown_table(placing, "placement").text(style);
  out << '\n' << placing_chart(placing, gantt_style(style).width);
  if (const TextTable matrix = pair_matrix(placing); !matrix.columns.empty()) {
    out << '\n' << matrix.text(style);
  }
  out << wrapped_lines(kept_apart(placing), style.width, 2);
  out << '\n' << shown_table(placing, "gpus").text(style);
  out << wrapped_lines(
      "Jobs of a GPU stand in the order in which they are started there, which counts where several start at once. "
      "Slowdown: from start to end / alone on the whole GPU, by the co-run law; one that comes while another runs is "
      "taken to come in the middle of it.\n",
      style.width, 2);
  out << wrapped_lines(basis_lines(placing.basis), style.width, 2);
}

}  // namespace warpshop::report
