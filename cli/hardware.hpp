#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/common_options.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/device.hpp"
#include "sim/model/note.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/set_devices.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

/// What commands that use a GPU are told of it.
struct HardwareOptions {
  std::string backend = "cuda";
  int gpu = 0;  ///< as CUDA counts, or gpu::opencl::find_device()
};

/// Which profile a command that uses a GPU predicts by.
struct ProfileOptions {
  std::string device;            ///< name or file; empty: the one stored for the GPU
  std::vector<std::string> set;  ///< PATH=VALUE
  std::string kernels_of = {};   ///< name or file of the device of which kernels take the time; empty: their own

  /// What of it results name: see Basis::set.
  std::vector<std::string> changes() const;
};

/// --device, where the profile of the GPU itself is the default, --set and --kernels-of.
void add_profile_options(CLI::App& command, ProfileOptions& profile);
void add_hardware_options(CLI::App& command, HardwareOptions& options);

/// The workload of a file, see dispatch::as_long_as_on() for --kernels-of, of which notes tell.
Workload read_to_run(const std::string& file, const ProfileOptions& profile, std::vector<Note>& notes);

/// Throws InputError: a workload that asks for what the dispatcher does not do.
void check_dispatchable(const Workload& workload);

/// Throws DeviceError of kind absent: there is none.
gpu::Device open_device(const HardwareOptions& options);

/// Throws InputError: the device cannot do what a policy's mechanism takes.
void check_mechanism(const Mechanism& mechanism, std::string_view policy, const HardwareOptions& options,
                     const gpu::Device& device);

/// Throws InputError: kernels of the plan are to share the GPU by a mechanism that cannot be dispatched there, or the
/// profile by which they are planned has another number of SMs. sms: that; not looked at if they do not share.
void check_can_share(const Plan& plan, std::int64_t sms, const HardwareOptions& options, const gpu::Device& device);

/// A profile, and the file it comes from: none for one that is shipped.
struct ChosenProfile {
  Device device;             ///< as it is set
  study::SetDevices as_set;  ///< the same, with what is set
  std::filesystem::path file;
};

/// The profile that a command predicts by: the one the user asks for (see files::find_device), else the one that
/// `calibrate` stored for this device. Throws InputError: there is none, and how to get one.
ChosenProfile choose_profile(const ProfileOptions& asked_for, const HardwareOptions& options,
                             const gpu::Device& device);

/// Odd values of the profile that the workload needs as it runs, settings that it cannot feel. Throws as
/// dispatch::realise() and resolve() do.
std::vector<Note> profile_notes(const Workload& workload, const ChosenProfile& profile);

/// Of a workload that is to run there: what is odd about its copies, and about how its commands are issued.
std::vector<Note> run_notes(const Workload& workload, const ChosenProfile& profile);

}  // namespace warpshop::cli
