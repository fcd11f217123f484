#include "cli/profile_settings.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/output.hpp"
#include "sim/model/needs.hpp"

namespace warpshop::cli {
namespace {

bool same_jobs(const Fleet& a, const Fleet& b) {
  for (std::size_t device = 0; device < a.devices.size(); ++device) {
    if (a.devices[device].jobs != b.devices[device].jobs) {
      return false;
    }
  }
  return true;
}

bool is_time_of_copies(const std::string& path) {
  return path.starts_with("transfer.") && (path.ends_with(".alone") || path.ends_with(".latency"));
}

/// What to tell of a setting without which the problem is `without`; empty: it is felt.
std::string unfelt(const std::string& workload, const ProfileSetting& setting, const Fleet& with,
                   const Fleet& without) {
  if (with.devices.size() != without.devices.size()) {
    return "";
  }
  if (with.devices == without.devices && with.seats == without.seats) {
    return fmt::format("{}: --set {} changes nothing: no task needs the value; stages given as durations stay as long",
                       workload, setting.text());
  }
  if (is_time_of_copies(setting.path) && same_jobs(with, without)) {
    return fmt::format(
        "{}: --set {} makes no copy longer or shorter: all that it is for are given as durations; only the ratio by "
        "which "
        "opposing copies slow each other follows from it",
        workload, setting.text());
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

void add_set_option(CLI::App& command, std::vector<std::string>& settings) {
  command
      .add_option("--set", settings,
                  "a value of the profile for this once, such as transfer.pinned.h2d.alone=50GB/s; nothing after '=' "
                  "takes it out; may be repeated")
      ->allow_extra_args(false)
      ->type_name("PATH=VALUE");
}

void tell_unfelt_settings(const OutputOptions& options, const std::string& workload, const Fleet& fleet,
                          std::span<const ProfileSetting> settings, const ResolveWith& resolve_with) {
  for (std::size_t i = 0; i < settings.size() && !options.quiet; ++i) {
    std::vector<ProfileSetting> others(settings.begin(), settings.end());
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    std::optional<Fleet> without;
    try {
      without = resolve_with(others);
    } catch (const InputError&) {
      continue;  // it cannot be done without
    }
    const std::string text = unfelt(workload, settings[i], fleet, *without);
    if (!text.empty()) {
      note(options, text);
    }
  }
}

void tell_half_settings(const OutputOptions& options, const Workload& workload, std::span<const Device> devices,
                        std::span<const ProfileSetting> settings, std::set<std::string>& told) {
  for (std::size_t i = 0; i < devices.size() && !settings.empty() && !options.quiet; ++i) {
    for (const Need& need : needs(workload, devices[i])) {
      const std::string text = half_set(need.path, settings);
      if (!text.empty() && told.insert(text).second) {
        note(options, text);
      }
    }
  }
}

void tell_odd_values(const OutputOptions& options, const Workload& workload, std::span<const Device> devices,
                     std::set<std::string>& told) {
  for (const std::string& text : odd_values(workload, devices)) {
    if (told.insert(text).second) {
      note(options, text);
    }
  }
}

}  // namespace warpshop::cli
