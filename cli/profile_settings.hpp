#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/profile_setting.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

/// --set PATH=VALUE, any number of them.
void add_set_option(CLI::App& command, std::vector<std::string>& settings);

/// The problem of a workload under some of the settings.
using ResolveWith = std::function<Fleet(std::span<const ProfileSetting>)>;

/// Notes, of settings that a workload cannot feel: the resolved problem is the same without them, or only the ratios by
/// which opposing copies slow each other differ. `fleet` is the problem under all of them.
void tell_unfelt_settings(const OutputOptions& options, const std::string& workload, const Fleet& fleet,
                          std::span<const ProfileSetting> settings, const ResolveWith& resolve_with);

/// Notes, each once: settings of a bandwidth alone while the bandwidth beside opposing copies, which the workload
/// needs, stays as it was. `told` keeps them.
void tell_half_settings(const OutputOptions& options, const Workload& workload, std::span<const Device> devices,
                        std::span<const ProfileSetting> settings, std::set<std::string>& told);

/// Notes, each once: odd values of the profiles that the workload needs. `told` keeps them.
void tell_odd_values(const OutputOptions& options, const Workload& workload, std::span<const Device> devices,
                     std::set<std::string>& told);

}  // namespace warpshop::cli
