#include "sim/report/comparison_answer.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/model/plan_text.hpp"
#include "sim/model/utf8.hpp"
#include "sim/report/objective_text.hpp"
#include "sim/report/order_text.hpp"

namespace warpshop::report {
namespace {

std::string time_text(Millis time) {
  return fmt::format("{:.3f} ms", time.count());
}

/// `30.8 % sooner than as listed (57.682 ms)`.
std::string beside_as_listed(const Comparison& comparison, const PolicyResult& best) {
  const Millis listed = comparison.fifo_cost;
  if (tied(best.cost, listed)) {
    return is_as_listed(best.plan) ? "as listed" : "no better than as listed";
  }
  const bool plain = comparison.objective == Objective::makespan;
  const bool less = best.cost < listed;
  return fmt::format(
      "{} {} than as listed ({})",
      less ? gain_text(comparison.objective, best.cost, listed) : excess_text(comparison.objective, best.cost, listed),
      plain ? (less ? "sooner" : "later") : (less ? "less" : "more"), time_text(listed));
}

std::string proof(const Comparison& comparison, const PolicyResult& best) {
  if (!best.proven_optimal) {
    return "";
  }
  if (!clearly_less(comparison.lower_bound, best.cost)) {
    return comparison.basis.issued.empty() ? "; proven: no plan at all is better"
                                           : "; proven: no plan issued " + comparison.basis.issued + " is better";
  }
  return best.chooses_gates ? "; proven best order with gates" : "; proven best order";
}

/// Tasks that are to have the same, and what.
using Setting = std::pair<std::vector<std::uint32_t>, std::string>;

/// What tasks next to each other are set to. any_beside: some kernel is beside another.
std::vector<Setting> settings_of(std::span<const ShareSetting> all, const Share& share, bool same_sms,
                                 bool any_beside) {
  const Settable settable = share.settable;
  std::vector<Setting> settings;
  for (const ShareSetting& setting : all) {
    std::string what = settable == Settable::mps_limits ? fmt::format("{} %", *setting.mps_percentage)
                       : settable == Settable::mig_instances
                           ? fmt::format("instance {} ({})", setting.mig_instance, setting.mig_profile)
                       : same_sms ? fmt::format("{} CTAs", setting.ctas_per_sm)
                       : share.grants == Grant::ctas
                           ? fmt::format("{} CTAs on each of {} SMs", setting.ctas_per_sm, setting.sms)
                           : fmt::format("{} SMs", setting.sms);
    if (any_beside && !setting.with) {
      what.insert(0, "alone ");
    }
    if (settings.empty() || settings.back().second != what) {
      settings.emplace_back(std::vector<std::uint32_t>{}, std::move(what));
    }
    settings.back().first.insert(settings.back().first.end(), setting.tasks.begin(), setting.tasks.end());
  }
  return settings;
}

/// `: 60 % for chat#1…8; 40 % for vision#1…8`; kernels that hold CTAs: how many, on which SMs, beside another or alone;
/// empty where there is nothing to say of each.
std::string each_text(std::span<const ShareSetting> all, const std::vector<std::string>& task_names,
                      const Share& share) {
  constexpr std::size_t kLongest = 100;
  constexpr std::size_t kLongestTasks = 40;  // of those that are set alike
  if (all.empty()) {
    return "";
  }
  if (share.settable == Settable::while_running) {
    return "; it changes while kernels run";
  }
  bool same_sms = share.settable == Settable::kernels;
  bool any_beside = false;
  for (const ShareSetting& setting : all) {
    same_sms = same_sms && setting.sms == all.front().sms;
    any_beside = any_beside || setting.with;
  }
  std::string text = any_beside ? ": beside another, " : ": ";
  text += same_sms ? fmt::format("on each of {} SMs ", all.front().sms) : "";
  const std::vector<Setting> settings = settings_of(all, share, same_sms, any_beside);
  std::size_t shown = 0;
  for (std::size_t width = 0; shown < settings.size() && width < kLongest; ++shown) {
    const std::string entry =
        settings[shown].second + " for " + tasks_text(settings[shown].first, task_names, kLongestTasks);
    text.append(shown > 0 ? "; " : "").append(entry);
    width += display_width(entry);
  }
  return shown == settings.size() ? text : fmt::format("{}; … {} more", text, settings.size() - shown);
}

}  // namespace

std::string set_text(const Share& share, std::span<const ShareSetting> settings,
                     const std::vector<std::string>& task_names) {
  return share_text(share) + each_text(settings, task_names, share) + '.';
}

std::string answer_text(const Comparison& comparison) {
  if (comparison.results.empty()) {
    return "No policy was compared.";
  }
  const PolicyResult& best = comparison.results.front();
  const std::string costs = comparison.objective == Objective::makespan
                                ? "ends after"
                                : fmt::format("has a {} of", objective_text(comparison.objective));
  return fmt::format("{} {} {}, {}; no plan can be below {}{}{}.", best.policy, costs, time_text(best.cost),
                     beside_as_listed(comparison, best), time_text(comparison.lower_bound), proof(comparison, best),
                     is_best(comparison, best) ? "" : "; which policy is best depends on what is assumed");
}

std::string to_do_text(const Comparison& comparison) {
  if (comparison.results.empty()) {
    return "";
  }
  const PolicyResult& best = comparison.results.front();
  const bool gains = !tied(best.cost, comparison.fifo_cost);
  if (comparison.one_chain && !(best.plan.share && gains)) {
    return "Nothing to reorder: each task waits for the one before it.";
  }
  if (comparison.fleet.empty() && !gains) {
    return "Launch as listed.";
  }
  Plan launched = best.plan;
  launched.submission = Submission::ordered;
  const std::string launch =
      "Launch " + order_text(launched, comparison.task_names, comparison.fleet, kLongestInSentence);
  const bool streams = best.plan.submission == Submission::streams;
  if (!best.plan.share) {
    return launch + (streams ? ", each task in a stream of its own." : ".");
  }
  const std::string set = set_text(*best.plan.share, comparison.best_settings, comparison.task_names);
  return streams && is_as_listed(launched) ? "To set: " + set : launch + "; to set: " + set;
}

}  // namespace warpshop::report
