#include "sim/report/html/client_chapter.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "sim/model/quantity.hpp"
#include "sim/report/client_answer.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/html/client_charts.hpp"

namespace warpshop::report::html {
namespace {

void add_client_caveats(Chapter& chapter, const ClientComparison& comparison) {
  for (const std::string& remark : remarks(comparison)) {
    chapter.caveats.push_back(remark + ".");
  }
  add_basis(chapter, comparison.basis);
  for (const FailedPolicy& policy : comparison.failed) {
    chapter.caveats.push_back(fmt::format("Failed: {}: {}.", policy.policy, policy.reason));
  }
  for (const SkippedPolicy& policy : comparison.skipped) {
    chapter.caveats.push_back(fmt::format("Left out: {}, {}.", policy.policy, policy.reason));
  }
  chapter.caveats.push_back(
      fmt::format("Requests arrive until {}{}; figures are predictions.",
                  quantity_text(comparison.horizon.count(), unit_of(comparison.horizon)),
                  comparison.warm_up > Millis{0}
                      ? fmt::format(", and those of the first {} do not count",
                                    quantity_text(comparison.warm_up.count(), unit_of(comparison.warm_up)))
                      : ""));
}

void add_client_sections(Chapter& chapter, const ClientComparison& comparison, std::string heading) {
  chapter.sections.push_back({std::move(heading), goals_table(comparison)});
  if (std::string charts = latency_charts(comparison); !charts.empty()) {
    chapter.sections.push_back({"How long requests take", std::move(charts)});
  }
  std::string windows;
  for (const ClientsResult& result : comparison.results) {
    windows += result.window ? window_charts(result, comparison.clients) : "";
  }
  if (!windows.empty()) {
    chapter.sections.push_back({"What happens when", std::move(windows)});
  }
}

}  // namespace

Chapter chapter(const ClientComparison& comparison) {
  Chapter chapter{.question = fmt::format("How should “{}” share {}?", comparison.workload, comparison.device),
                  .answer = answer_text(comparison) + ' ' + to_do_text(comparison),
                  .seed = comparison.seed};
  add_client_caveats(chapter, comparison);
  add_client_sections(chapter, comparison, "Every way of sharing, best first");
  return chapter;
}

Chapter chapter(const ClientTimeline& timeline) {
  const ClientComparison& comparison = timeline.comparison;
  Chapter chapter{.question = fmt::format("What do the clients of “{}” get on {}{}?", comparison.workload,
                                          comparison.device, " under " + timeline.result().policy),
                  .answer = answer_text(comparison) + ' ' + to_do_text(comparison),
                  .seed = comparison.seed};
  add_client_caveats(chapter, comparison);
  add_client_sections(chapter, comparison, "What each client gets");
  return chapter;
}

}  // namespace warpshop::report::html
