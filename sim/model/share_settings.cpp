#include "sim/model/share_settings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace warpshop {
namespace {

/// A number of SMs, and the most CTAs on any of them.
struct SmsHeld {
  std::uint32_t sms = 0;
  std::uint32_t ctas = 0;
  Millis time{0};
};

/// From one residency to the next without a break.
struct HeldSpan {
  std::uint32_t task = 0;
  Millis start{0};
  Millis end{0};
};

/// Waves of CTAs that overlap in time may be on the same SMs, where they add up.
SmsHeld held_together(const std::vector<const Residency*>& residencies) {
  std::vector<std::pair<std::uint32_t, std::int64_t>> changes;  // from an SM on
  for (const Residency* each : residencies) {
    changes.emplace_back(each->first_sm, each->ctas_per_sm);
    changes.emplace_back(each->first_sm + each->sms, -std::int64_t{each->ctas_per_sm});
  }
  std::sort(changes.begin(), changes.end());
  SmsHeld held;
  std::int64_t ctas = 0;
  for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
    ctas += changes[i].second;
    held.sms += ctas > 0 ? changes[i + 1].first - changes[i].first : 0;
    held.ctas = std::max(held.ctas, changes[i + 1].first > changes[i].first ? static_cast<std::uint32_t>(ctas) : 0U);
  }
  return held;
}

/// What its residencies say together from each time at which one starts or ends to the next; they are by start. within:
/// nothing else counts, by start as well; empty: all does.
SmsHeld held_longest(const std::vector<const Residency*>& residencies, const std::vector<HeldSpan>& within) {
  std::vector<Millis> times;
  for (const Residency* each : residencies) {
    times.insert(times.end(), {each->start, each->end});
  }
  for (const HeldSpan& each : within) {
    times.insert(times.end(), {each.start, each.end});
  }
  std::sort(times.begin(), times.end());
  std::vector<SmsHeld> all;
  std::vector<const Residency*> open;
  auto next = residencies.begin();
  auto span = within.begin();
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    span = std::find_if(span, within.end(), [&](const HeldSpan& each) { return each.end > times[i]; });
    const bool counts = within.empty() || (span != within.end() && span->start <= times[i]);
    std::erase_if(open, [&](const Residency* each) { return each->end <= times[i]; });
    for (; next != residencies.end() && (*next)->start <= times[i]; ++next) {
      open.push_back(*next);
    }
    if (!counts || open.empty() || !(times[i + 1] > times[i])) {
      continue;
    }
    const SmsHeld now = held_together(open);
    const auto same = std::find_if(all.begin(), all.end(), [&](const SmsHeld& other) {
      return std::tie(other.sms, other.ctas) == std::tie(now.sms, now.ctas);
    });
    (same == all.end() ? all.emplace_back(now) : *same).time += times[i + 1] - times[i];
  }
  const auto longest = std::max_element(all.begin(), all.end(),
                                        [](const SmsHeld& one, const SmsHeld& other) { return one.time < other.time; });
  return longest == all.end() ? held_together(residencies) : *longest;
}

/// By start.
std::vector<HeldSpan> spans_of(const std::vector<std::vector<const Residency*>>& by_task) {
  std::vector<HeldSpan> spans;
  for (const auto& residencies : by_task) {
    bool opens = true;
    for (const Residency* held : residencies) {
      if (opens || held->start > spans.back().end) {
        spans.push_back({.task = held->task, .start = held->start, .end = held->end});
      }
      spans.back().end = std::max(spans.back().end, held->end);
      opens = false;
    }
  }
  std::stable_sort(spans.begin(), spans.end(),
                   [](const HeldSpan& one, const HeldSpan& other) { return one.start < other.start; });
  return spans;
}

/// By task: with which others, and how long.
std::vector<std::map<std::uint32_t, Millis>> shared_times(const std::vector<HeldSpan>& spans, std::size_t tasks) {
  std::vector<std::map<std::uint32_t, Millis>> shared(tasks);
  std::vector<HeldSpan> open;
  for (const HeldSpan& span : spans) {
    std::erase_if(open, [&](const HeldSpan& other) { return other.end <= span.start; });
    for (const HeldSpan& other : open) {
      const Millis both = std::min(span.end, other.end) - span.start;
      shared[span.task][other.task] += both;
      shared[other.task][span.task] += both;
    }
    open.push_back(span);
  }
  return shared;
}

/// When kernels of two tasks hold SMs at once; the spans of each by start.
std::vector<HeldSpan> held_at_once(const std::vector<HeldSpan>& one, const std::vector<HeldSpan>& other) {
  std::vector<HeldSpan> both;
  for (auto a = one.begin(), b = other.begin(); a != one.end() && b != other.end();) {
    const HeldSpan span{.task = a->task, .start = std::max(a->start, b->start), .end = std::min(a->end, b->end)};
    if (span.start < span.end) {
      both.push_back(span);
    }
    a->end < b->end ? ++a : ++b;
  }
  return both;
}

std::vector<std::vector<const Residency*>> held_by_task(const Plan& plan, const Timeline& timeline) {
  std::vector<std::vector<const Residency*>> by_task(plan.order.size());
  for (const Residency& held : timeline.residencies) {
    by_task[held.task].push_back(&held);
  }
  return by_task;
}

std::vector<ShareSetting> mps_limits(const Share& share, std::uint32_t sms) {
  constexpr double kWhole = 100;
  const std::vector<double> limits = share.settings.all();
  std::vector<ShareSetting> settings;
  for (std::uint32_t task = 0; task < share.clients.size(); ++task) {
    const std::uint32_t client = share.clients[task];
    if (client == kNoClient) {
      continue;
    }
    if (client >= settings.size()) {
      const double percentage = limits[client % limits.size()];
      settings.push_back({.sms = std::clamp(static_cast<std::uint32_t>(percentage * sms / kWhole), 1U, sms),
                          .mps_percentage = percentage});
    }
    settings[client].tasks.push_back(task);
  }
  return settings;
}

std::vector<ShareSetting> mig_instances(const Plan& plan, const Timeline& timeline) {
  const std::vector<MemoryPartition>& partitions = plan.share->partitions;
  std::vector<ShareSetting> settings;
  for (const auto& held : held_by_task(plan, timeline)) {
    for (std::size_t i = 0; i < partitions.size() && !held.empty(); ++i) {
      const std::uint32_t sm = held.front()->first_sm;
      if (sm >= partitions[i].first && sm < partitions[i].first + partitions[i].sms) {
        settings.push_back({.tasks = {held.front()->task},
                            .mig_instance = static_cast<std::uint32_t>(i + 1),
                            .mig_profile = partitions[i].profile});
      }
    }
  }
  return settings;
}

std::vector<ShareSetting> held_longest_by_task(const Plan& plan, const Timeline& timeline) {
  const auto by_task = held_by_task(plan, timeline);
  const std::vector<HeldSpan> all_spans = spans_of(by_task);
  const auto shared = shared_times(all_spans, by_task.size());
  std::vector<std::vector<HeldSpan>> spans(by_task.size());
  for (const HeldSpan& span : all_spans) {
    spans[span.task].push_back(span);
  }
  std::vector<ShareSetting> settings;
  for (std::uint32_t task = 0; task < by_task.size(); ++task) {
    if (by_task[task].empty()) {
      continue;
    }
    ShareSetting& setting = settings.emplace_back(ShareSetting{.tasks = {task}});
    const auto most = std::max_element(shared[task].begin(), shared[task].end(),
                                       [](const auto& one, const auto& other) { return one.second < other.second; });
    std::vector<HeldSpan> beside;
    if (most != shared[task].end()) {
      setting.with = most->first;
      beside = held_at_once(spans[task], spans[most->first]);
    }
    const SmsHeld held = held_longest(by_task[task], beside);
    setting.sms = held.sms;
    setting.ctas_per_sm = held.ctas;
  }
  return settings;
}

}  // namespace

std::vector<ShareSetting> share_settings(const Plan& plan, const Timeline& timeline, std::uint32_t sms) {
  switch (plan.share->settable) {
    case Settable::nothing:
      return {};
    case Settable::mps_limits:
      return mps_limits(*plan.share, sms);
    case Settable::mig_instances:
      return mig_instances(plan, timeline);
    case Settable::kernels:
    case Settable::while_running:
      return held_longest_by_task(plan, timeline);
  }
  return {};
}

}  // namespace warpshop
