#include "sim/study/profile_notes.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "sim/model/error.hpp"
#include "sim/model/needs.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::study {
namespace {

bool same_jobs(const Fleet& a, const Fleet& b) {
  return std::equal(a.devices.begin(), a.devices.end(), b.devices.begin(), b.devices.end(),
                    [](const Instance& one, const Instance& other) { return one.jobs == other.jobs; });
}

bool is_time_of_copies(const std::string& path) {
  return path.starts_with("transfer.") && (path.ends_with(".alone") || path.ends_with(".latency"));
}

/// What to tell of a setting without which the problem is `without`; empty: it is felt.
std::string unfelt(const ProfileSetting& setting, const Fleet& with, const Fleet& without) {
  if (with.devices.size() != without.devices.size()) {
    return "";
  }
  if (with.devices == without.devices && with.seats == without.seats) {
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
      std::string text = unfelt(devices.settings[i], resolve_on(devices.devices), resolve_on(devices.without[i]));
      if (!text.empty()) {
        notes.push_back({.where = who, .text = std::move(text)});
      }
    } catch (const InputError&) {  // NOLINT(bugprone-empty-catch): it cannot be done without the setting
    }
  }
  return notes;
}

}  // namespace warpshop::study
