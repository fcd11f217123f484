#include "cli/rival_start.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "sim/model/error.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/share.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::cli {

dispatch::RivalStart rival_start(const Workload& workload, const ChosenProfile& profile, const ProfileOptions& options,
                                 const HardwareOptions& hardware) {
  const std::string device = profile.file.empty() ? profile.device.name : profile.file.string();
  const std::filesystem::path link = "/proc/self/exe";  // where there is no /proc it cannot be started, and says so
  std::error_code error;
  const std::filesystem::path found = std::filesystem::read_symlink(link, error);
  const auto process = [program = error ? link : found, file = workload.file, names = task_names(workload), device,
                        set = options.set, kernels_of = options.kernels_of, hardware](std::optional<std::size_t> task) {
    dispatch::ClientCommand client{.name = task ? "of task " + names.at(*task) : "of all tasks",
                                   .command = {program, "client", std::filesystem::absolute(file), "--device", device,
                                               "--backend", hardware.backend, "--gpu", std::to_string(hardware.gpu)}};
    for (const std::string& setting : set) {
      client.command.insert(client.command.end(), {"--set", setting});
    }
    if (!kernels_of.empty()) {
      client.command.insert(client.command.end(), {"--kernels-of", kernels_of});
    }
    if (task) {
      client.command.insert(client.command.end(), {"--task", std::to_string(*task)});
    }
    return client;
  };
  return {.process = process,
          .tasks = workload.size(),
          .own_devices = hardware.backend == "host",
          .precedence = std::any_of(workload.tasks.begin(), workload.tasks.end(),
                                    [](const Task& task) { return !task.after.empty(); })};
}

void find_mps_limits(dispatch::RivalStart& start, const Workload& realised, const Device& profile) {
  try {
    study::Problem problem = study::make_problem(realised, profile);
    study::prepare_sharing(problem, std::span(&profile, 1));
    const Plan plan = study::named_policy("mps").policy->plan(problem.fleet.devices.front(), {}).plan;
    const std::vector<double>& limits = plan.share->settings.numbers("limits");
    for (const std::uint32_t client : plan.share->clients) {
      start.mps_limits.push_back(client == kNoClient ? 100 : limits[client % limits.size()]);
    }
  } catch (const InputError& error) {
    start.no_limits = "no limits can be found: " + std::string(error.message());
  }
}

}  // namespace warpshop::cli
