#include "cli/hardware.hpp"

#include <set>
#include <span>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/planning.hpp"
#include "cli/written_files.hpp"
#include "dispatch/plan/realise.hpp"
#include "dispatch/share/grants.hpp"
#include "kernels/backend.hpp"
#include "sim/files/device_store.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/model/fleet.hpp"
#include "sim/order/policies.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::cli {

void add_profile_options(CLI::App& command, ProfileOptions& profile) {
  command
      .add_option(
          "--device", profile.device,
          "profile to predict by: a name that `warpshop devices` lists, or a file; the one that calibrate stored "
          "for the GPU if none is named")
      ->type_name("NAME|FILE");
  add_set_option(command, profile.set);
  command
      .add_option("--kernels-of", profile.kernels_of,
                  "play kernels by name for as long as they take on this device, those that its profile knows")
      ->type_name("NAME|FILE");
}

std::vector<std::string> ProfileOptions::changes() const {
  std::vector<std::string> changes = set;
  if (!kernels_of.empty()) {
    changes.push_back("--kernels-of " + kernels_of);
  }
  return changes;
}

Workload read_to_run(const std::string& file, const ProfileOptions& profile, std::vector<Note>& notes) {
  Workload workload = io::read_workload(file);
  if (profile.kernels_of.empty()) {
    return workload;
  }
  std::set<std::string> played;
  workload = dispatch::as_long_as_on(files::find_device(profile.kernels_of), std::move(workload), played);
  if (played.empty()) {
    notes.push_back(
        {.where = workload.name, .text = profile.kernels_of + " knows no kernel of it by name: all run as they are"});
  } else {
    const bool one = played.size() == 1;
    notes.push_back(
        {.where = workload.name,
         .text = fmt::format("{} {} not run: `arithmetic` computes for as long as {} on {}", fmt::join(played, ", "),
                             one ? "is" : "are", one ? "it takes" : "they take", profile.kernels_of)});
  }
  return workload;
}

void add_hardware_options(CLI::App& command, HardwareOptions& options) {
  command
      .add_option("--backend", options.backend,
                  "cuda: an NVIDIA GPU; opencl: a GPU of AMD or Intel, in plain kernels; "
                  "host: a device that this machine's threads play")
      ->check(CLI::IsMember({"cuda", "opencl", "host"}))
      ->capture_default_str();
  command.add_option("--gpu", options.gpu, "which GPU, as CUDA counts; of opencl, GPUs first")
      ->check(CLI::Range(0, 1023))
      ->capture_default_str();
}

void check_dispatchable(const Workload& workload) {
  order::check_fields("the dispatcher", workload, {Field::host, Field::stream, Field::call, Field::phases});
  if (workload.clients.none()) {  // which are families of their own, all in one process here
    order::check_fields("the dispatcher", workload, {Field::family});
  }
}

void check_mechanism(const Mechanism& mechanism, std::string_view policy, const HardwareOptions& options,
                     const gpu::Device& device) {
  if (const auto refusal = dispatch::refusal(mechanism, device.properties())) {
    throw InputError(fmt::format("policy '{}' cannot run on backend {}: its mechanism, {}, {}", policy, options.backend,
                                 mechanism.mechanism, *refusal));
  }
}

void check_can_share(const Plan& plan, std::int64_t sms, const HardwareOptions& options, const gpu::Device& device) {
  if (!plan.share) {
    return;
  }
  check_mechanism(*plan.share, plan.share->chosen_way(), options, device);
  if (sms != device.properties().sms) {
    throw InputError(
        fmt::format("the profile has {} SMs, and the device {}: which of them kernels get cannot be said, "
                    "expected a profile of this device",
                    sms, device.properties().sms));
  }
}

gpu::Device open_device(const HardwareOptions& options) {
  if (options.backend == "host") {
    return kernels::open_host();
  }
  return options.backend == "opencl" ? kernels::open_opencl(options.gpu) : kernels::open_cuda(options.gpu);
}

ChosenProfile choose_profile(const ProfileOptions& asked_for, const HardwareOptions& options,
                             const gpu::Device& device) {
  const std::string& uuid = device.properties().uuid;
  if (asked_for.device.empty() && !files::find_user_device(uuid)) {
    throw InputError(
        fmt::format("there is no profile of this device ({}, {}): run `warpshop calibrate{}` first, or "
                    "name one with --device",
                    device.properties().name, uuid, options.backend == "cuda" ? "" : " --backend " + options.backend));
  }
  const std::string name = asked_for.device.empty() ? uuid : asked_for.device;
  const auto files = device_files(name);
  study::SetDevices as_set = find_set_devices(name, asked_for.set);
  if (as_set.devices.size() > 1) {
    files::find_device(name, as_set.settings);  // refuses them
  }
  return {.device = as_set.devices.front(),
          .as_set = as_set,
          .file = files.empty() ? std::filesystem::path() : files.front()};
}

std::vector<Note> profile_notes(const Workload& workload, const ChosenProfile& profile) {
  return study::profile_notes(
      dispatch::realise(workload, profile.device), profile.as_set, workload.name,
      [&](std::span<const Device> devices) { return resolve(dispatch::realise(workload, devices.front()), devices); });
}

std::vector<Note> run_notes(const Workload& workload, const ChosenProfile& profile) {
  std::vector<Note> notes = study::copy_notes(workload, std::span(&profile.device, 1));
  study::append(notes, study::issue_notes(workload, std::span(&profile.device, 1)));
  return notes;
}

}  // namespace warpshop::cli
