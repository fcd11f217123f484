#include "sim/study/workload_notes.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/error.hpp"
#include "sim/model/needs.hpp"
#include "sim/model/short_copies.hpp"
#include "sim/share/share_policies.hpp"

namespace warpshop::study {
namespace {

std::string place_of(const Workload& workload, Mark mark) {
  return fmt::format("{}:{}:{}", workload.file, mark.line, mark.column);
}

/// Why it is left out, if not by the name that the reason begins with.
std::string reason_without_name(const SkippedPolicy& policy) {
  const std::string start = "policy " + policy.policy + ": ";
  return policy.reason.starts_with(start) ? policy.reason.substr(start.size()) : "";
}

}  // namespace

void append(std::vector<Note>& notes, std::vector<Note> more) {
  std::move(more.begin(), more.end(), std::back_inserter(notes));
}

std::vector<Note> copy_notes(const Workload& workload, std::span<const Device> devices) {
  const auto found = short_copies(workload, devices);
  if (!found) {
    return {};
  }
  const Millis latency = *found->device.transfer(found->copy.memory, found->direction).latency;
  const std::string others = found->tasks == 1 ? "" : fmt::format(" (the first of {} such tasks)", found->tasks);
  return {{.where = place_of(workload, found->copy.mark),
           .text = fmt::format(
               "the {} of task '{}'{} takes less than ten latencies of {}, {:.6g} us each: much of such "
               "a duration is latency, which opposing copies do not slow down; a size, or the latency "
               "beside the time, would be more exact",
               name(found->direction), found->first.name, others, found->device.name, latency.count() * 1e3)}};
}

std::vector<Note> issue_notes(const Workload& workload, std::span<const Device> devices) {
  std::vector<Note> notes;
  const auto pageable = [](const std::optional<CopySpec>& copy) { return copy && copy->memory == Memory::pageable; };
  const auto task = std::find_if(workload.tasks.begin(), workload.tasks.end(),
                                 [&](const Task& each) { return pageable(each.h2d) || pageable(each.d2h); });
  if (!workload.submit && workload.recorded_on.empty() && workload.size() > 1 && task != workload.tasks.end()) {
    notes.push_back({.where = place_of(workload, task->mark),
                     .text = "a copy of pageable memory holds up the thread that issues it; taken for a thread a task, "
                             "as the workload does not say submit: one_thread or thread_per_task"});
  }
  const auto both_ways = [&] {
    return std::any_of(workload.tasks.begin(), workload.tasks.end(), [](const Task& each) { return each.h2d; }) &&
           std::any_of(workload.tasks.begin(), workload.tasks.end(), [](const Task& each) { return each.d2h; });
  };
  const auto device = std::find_if(devices.begin(), devices.end(), [](const Device& each) {
    return each.dma_engines == 1 && !each.compute_capability;
  });
  if (device != devices.end() && workload.size() > 1 && both_ways()) {
    notes.push_back({.where = workload.file,
                     .text = device->name + " has one copy engine and does not say its compute_capability; taken for "
                                            "3.5 or more, as below that copies stand in one queue as they are issued"});
  }
  return notes;
}

std::vector<Note> kernel_time_notes(const Workload& workload, std::span<const Device> devices, double compute) {
  if (compute != 1 || devices.empty()) {
    return {};
  }
  const std::string& measured_on = workload.recorded_on.empty() ? devices.front().name : workload.recorded_on;
  const bool elsewhere =
      std::any_of(devices.begin(), devices.end(), [&](const Device& device) { return device.name != measured_on; });
  const bool timed = std::any_of(workload.tasks.begin(), workload.tasks.end(),
                                 [](const Task& task) { return task.kernel && given_time(*task.kernel); });
  if (!elsewhere || !timed) {
    return {};
  }
  if (workload.recorded_on.empty()) {
    return {{.where = "",
             .text = "kernels take their `time` on each of these GPUs, whichever it was measured on",
             .once = true}};
  }
  return {{.where = workload.name,
           .text = "kernels take what they took on " + workload.recorded_on +
                   ", where they were recorded; --compute says how much faster another GPU is"}};
}

std::vector<Note> unshared_kernel_notes(const Workload& workload, const std::vector<NamedPolicy>& policies,
                                        std::span<const Device> devices) {
  const bool asked = std::any_of(policies.begin(), policies.end(),
                                 [](const NamedPolicy& named) { return named.policy->sharing.has_value(); });
  return asked ? unshared_notes(workload, devices) : std::vector<Note>{};
}

std::vector<Note> unshared_notes(const Workload& workload, std::span<const Device> devices) {
  const std::size_t running = workload.clients.none() ? workload.size() : workload.clients.all.size();
  const bool kernels = std::any_of(workload.tasks.begin(), workload.tasks.end(),
                                   [](const Task& task) { return task.kernel.has_value(); });
  if (!kernels || running <= 1 || share::tasks_with_shapes(workload, devices) > 0) {
    return {};
  }
  return {{.where = workload.name,
           .text = "kernels that are durations alone fill the GPU, so no two of them run at once; `ctas` and `threads` "
                   "beside `time` say what each needs"}};
}

std::vector<Note> limit_notes(const std::vector<NamedPolicy>& policies, std::span<const Device> devices) {
  std::vector<Note> notes;
  for (const Device& device : devices) {
    const auto asked = std::find_if(policies.begin(), policies.end(), [&](const NamedPolicy& named) {
      return named.policy->sharing && share::lacks_limits(*named.policy, device);
    });
    if (asked != policies.end()) {
      notes.push_back({.where = "",
                       .text = fmt::format("{} sets limits of MPS, which need compute capability {}.{}: {} has {}.{}, "
                                           "so they cannot be set there; MPS without limits is leftover",
                                           asked->policy->name, kMpsLimits.major, kMpsLimits.minor, device.name,
                                           device.compute_capability->major, device.compute_capability->minor),
                       .once = true});
    }
  }
  return notes;
}

std::vector<Note> short_kernel_notes(const Workload& workload, const Fleet& fleet) {
  constexpr Millis kLaunches{0.01};  // the longest that a host thread usually needs for one
  std::size_t kernels = 0;
  Millis shortest{0};
  for (const Job& job : fleet.tasks().jobs) {
    if (job.has[index(Stage::kernel)] && job.kernel > Millis{0} && job.kernel < kLaunches) {
      shortest = ++kernels == 1 ? job.kernel : std::min(shortest, job.kernel);
    }
  }
  if (kernels < 2 || !workload.recorded_on.empty()) {
    return {};
  }
  return {
      {.where = workload.name,
       .text = fmt::format("{} kernels take less than 10 us, the shortest {:.3g} us: a host thread needs 2 to 10 us "
                           "to launch one, which is not counted, so that they end later than this says",
                           kernels, shortest.count() * 1e3)}};
}

std::vector<Note> late_release_notes(const Workload& workload) {
  constexpr double kNoticed = 1e-3;
  for (const Task& task : workload.tasks) {
    const std::optional<Millis> time = task.kernel ? given_time(*task.kernel) : std::nullopt;
    const Millis instant = kTieTolerance * task.release;
    if (time && *time > Millis{0} && instant > kNoticed * *time) {
      return {
          {.where = place_of(workload, task.mark),
           .text = fmt::format("'{}' is released so late that what happens within {:.3g} ms is decided together, and "
                               "its kernel takes {:.3g} ms: policies may decide otherwise than at the start",
                               task.name, instant.count(), time->count())}};
    }
  }
  return {};
}

std::vector<Note> late_arrival_notes(const Workload& workload) {
  std::vector<Note> notes;
  for (const Client& client : workload.clients.all) {
    const auto* recorded = std::get_if<RecordedArrivals>(&client.arrivals);
    if (recorded == nullptr) {
      continue;
    }
    const auto late = std::count_if(recorded->times.begin(), recorded->times.end(),
                                    [&](Millis time) { return time >= workload.clients.horizon; });
    if (late > 0) {
      notes.push_back({.where = place_of(workload, client.mark),
                       .text = fmt::format("{} of {} recorded arrivals of '{}' come when the horizon is over: they are "
                                           "left out",
                                           late, recorded->times.size(), client.name)});
    }
  }
  return notes;
}

std::vector<Note> due_notes(std::span<const Workload> workloads, std::optional<Objective> objective) {
  if (objective == Objective::lateness || std::none_of(workloads.begin(), workloads.end(), has_due_dates)) {
    return {};
  }
  return {{.where = "",
           .text = objective
                       ? fmt::format("'due' is ignored by --objective {}, late tasks are only counted; --objective "
                                     "lateness plans for due dates",
                                     name(*objective))
                       : "'due' is ignored: this command plans for the makespan alone",
           .once = true}};
}

Note left_out_note(const std::string& workload, const SkippedPolicy& policy, std::string_view more) {
  const std::string why = policy.limit ? fmt::format(" beyond {} tasks", *policy.limit) : ": " + policy.reason;
  return {.where = workload,
          .text = fmt::format("{} is left out{}{}{}", policy.policy, why, more,
                              policy.can_be_named ? "; --policy " + policy.policy + " runs it" : "")};
}

std::vector<Note> left_out_notes(const std::string& workload, std::span<const SkippedPolicy> policies) {
  std::map<std::string, std::vector<std::string>> alike;  // names by reason
  for (const SkippedPolicy& policy : policies) {
    alike[reason_without_name(policy)].push_back(policy.policy);
  }
  std::vector<Note> notes;
  for (const SkippedPolicy& policy : policies) {
    const std::string reason = reason_without_name(policy);
    const std::vector<std::string>& names = alike[reason];
    if (reason.empty() || names.size() == 1) {
      notes.push_back(left_out_note(workload, policy));
    } else if (policy.policy == names.front()) {
      notes.push_back({.where = workload, .text = fmt::format("{} are left out: {}", fmt::join(names, ", "), reason)});
    }
  }
  return notes;
}

namespace {

bool same_jobs(const Fleet& a, const Fleet& b) {
  return std::equal(a.devices.begin(), a.devices.end(), b.devices.begin(), b.devices.end(),
                    [](const Instance& one, const Instance& other) { return one.jobs == other.jobs; });
}

bool is_time_of_copies(const std::string& path) {
  return path.starts_with("transfer.") && (path.ends_with(".alone") || path.ends_with(".latency"));
}

/// What to tell of a setting without which the problem is `without`; empty: it changes something.
std::string ineffective(const ProfileSetting& setting, const Fleet& with, const Fleet& without) {
  if (with.devices.size() != without.devices.size()) {
    return "";
  }
  if (with.devices == without.devices && with.ports == without.ports) {
    return setting.given() + " changes nothing: no task needs the value; stages given as durations stay as long";
  }
  if (is_time_of_copies(setting.path) && same_jobs(with, without)) {
    return setting.given() +
           " makes no copy longer or shorter: all that it is for are given as durations; only the ratio by which "
           "opposing copies slow each other follows from it";
  }
  return "";
}

/// The setting, if any, that says what the value at a path is.
const ProfileSetting* find_setting(std::span<const ProfileSetting> settings, const std::string& path) {
  const auto found = std::find_if(settings.begin(), settings.end(),
                                  [&](const ProfileSetting& setting) { return sets(setting, path); });
  return found == settings.end() ? nullptr : &*found;
}

/// What to tell of a value that the workload needs; empty: nothing.
std::string half_set(const std::string& path, std::span<const ProfileSetting> settings) {
  if (!path.starts_with("transfer.") || !(path.ends_with(".duplex") || path.ends_with(".mixed"))) {
    return "";
  }
  const std::string alone = path.substr(0, path.rfind('.')) + ".alone";
  const ProfileSetting* const set = find_setting(settings, alone);
  if (set == nullptr || find_setting(settings, path) != nullptr) {
    return "";
  }
  constexpr std::string_view kStays = "the bandwidth beside an opposing copy, stays as it was";
  return set->axis.empty()
             ? fmt::format("--set {}=...: {}, {}; --set {}=... as well if it changes", alone, path, kStays, path)
             : fmt::format("axis {}: {}, {}; an axis or a profile of its own if it changes as well", set->axis, path,
                           kStays);
}

}  // namespace

std::vector<Note> half_set_notes(const Workload& workload, std::span<const Device> devices,
                                 std::span<const ProfileSetting> settings) {
  std::vector<Note> notes;
  for (std::size_t i = 0; i < devices.size() && !settings.empty(); ++i) {
    for (const Need& need : needs(workload, devices[i])) {
      if (std::string text = half_set(need.path, settings); !text.empty()) {
        notes.push_back({.where = "", .text = std::move(text), .once = true});
      }
    }
  }
  return notes;
}

std::vector<Note> profile_notes(const Workload& workload, const SetDevices& devices, const std::string& who,
                                const std::function<Fleet(std::span<const Device>)>& resolve_on) {
  std::vector<Note> notes;
  for (std::string& text : odd_values(workload, devices.devices)) {
    notes.push_back({.where = "", .text = std::move(text), .once = true});
  }
  append(notes, half_set_notes(workload, devices.devices, devices.settings));
  for (std::size_t i = 0; i < devices.settings.size(); ++i) {
    if (devices.without[i].empty()) {
      continue;
    }
    try {
      std::string text = ineffective(devices.settings[i], resolve_on(devices.devices), resolve_on(devices.without[i]));
      if (!text.empty()) {
        notes.push_back({.where = who, .text = std::move(text)});
      }
    } catch (const InputError&) {  // NOLINT(bugprone-empty-catch): it cannot be done without the setting
    }
  }
  return notes;
}

}  // namespace warpshop::study
