#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/utf8.hpp"
#include "sim/result/csv_columns.hpp"
#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

constexpr double kGiga = 1e9;
constexpr As kExclusivelyPositive = limits(R"("exclusiveMinimum": 0)");
constexpr As kShownName{.shown = true, .names = true, .show = "{}"};

/// A profile, or in CSV a chip, of which nothing is measured.
struct Listed {
  std::string name, source, problem = {}, hidden_by = {}, gpu = {};
  std::optional<int> dma_engines = {};
  std::array<std::optional<std::optional<BytesPerSecond>>, 2> pinned = {};  ///< [Direction]; of what can be used
  std::optional<std::int64_t> sms = {};
};

std::vector<Listed> devices_of(const ListedDevices& from) {
  std::vector<Listed> listed;
  for (const auto& [device, source, problem, hidden_by] : from.devices) {
    Listed& added = listed.emplace_back(Listed{device.name, source, problem, hidden_by, gpu_of(device)});
    if (problem.empty()) {
      added.dma_engines = device.dma_engines;
      added.pinned = {device.transfer(Memory::pinned, Direction::h2d).alone,
                      device.transfer(Memory::pinned, Direction::d2h).alone};
      added.sms = device.sm ? std::optional<std::int64_t>(device.sm->count) : std::nullopt;
    }
  }
  return listed;
}

std::vector<Listed> devices_and_chips(const ListedDevices& from) {
  std::vector<Listed> listed = devices_of(from);
  for (const ChipModel& chip : from.chips) {
    listed.push_back({.name = chip.name,
                      .source = "chip",
                      .gpu = chip.gpus.empty() ? "" : chip.gpus.front(),
                      .sms = std::int64_t{chip.sm.count}});
  }
  return listed;
}

/// Free text in one line.
std::string gpu_text(const Listed& device) {
  std::string text = device.gpu;
  std::replace_if(
      text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) < 0x20; }, ' ');
  return text;
}

std::string profile_text(const Listed& device) {
  return !device.problem.empty()    ? "cannot be used: " + device.problem
         : device.hidden_by.empty() ? device.source
                                    : device.source + ", hidden by " + device.hidden_by;
}

const Fields<Listed>& listed_fields() {
  const auto pinned = [](Direction direction) {
    return [direction](const Listed& device) { return device.pinned[index(direction)]; };
  };
  const auto gigabytes = [](Direction direction) {
    return [direction](const Listed& device) {
      const auto& bandwidth = device.pinned[index(direction)];
      return bandwidth && *bandwidth ? std::optional((*bandwidth)->value / kGiga) : std::nullopt;
    };
  };
  static const Fields<Listed> fields{
      {"name", "as --device takes it", [](const Listed& device) { return as_utf8(device.name); }, kJsonOnly},
      {"name", "as `--device` takes it", &Listed::name, kCsvOnly | kShownName | title("device")},
      {"GPU", "what it was measured on", gpu_text, kTableOnly | kIfAny | show_name()},
      {"source", "`shipped`, or the profile's file", [](const Listed& device) { return as_utf8(device.source); },
       kJsonOnly},
      {"source", "`shipped`, or the profile's file; `chip`: a chip, of which nothing is measured", &Listed::source,
       kCsvOnly},
      {"problem", "why it cannot be used, for people; only then, and of what follows there is nothing",
       &Listed::problem, kIfAny},
      {"dma_engines", "how many copy engines; of a chip, in CSV, nothing", &Listed::dma_engines,
       limits(R"("enum": [1, 2])") | show(2, "DMA engines")},
      {"pinned_h2d_bytes_per_s", "bandwidth of copies in, alone; null, in CSV empty: the profile does not say",
       pinned(Direction::h2d), kExclusivelyPositive},
      {"pinned_d2h_bytes_per_s", "bandwidth of copies out, alone; null, in CSV empty: the profile does not say",
       pinned(Direction::d2h), kExclusivelyPositive},
      {"h2d", "GB/s", gigabytes(Direction::h2d), kTableOnly | show("{:.2f}", 0, "pinned H2D GB/s")},
      {"d2h", "GB/s", gigabytes(Direction::d2h), kTableOnly | show("{:.2f}", 0, "pinned D2H GB/s")},
      {"sms", "how many; only where the profile says", &Listed::sms, kPositive | show(1, "SMs")},
      {"hidden_by", "the file of the profile of the same name that is used instead; only then", &Listed::hidden_by,
       kIfAny},
      {"gpu",
       "what it was measured on; only where the profile says and its name does not; of a chip what the driver "
       "calls it",
       &Listed::gpu, kIfAny},
      {"profile", "where it is", profile_text, kTableOnly | As{.wraps = true} | show()},
  };
  return fields;
}

const std::vector<MigProfile>& mig_profiles(const ChipModel& chip) {
  return chip.mig.profiles;
}

const Fields<ChipModel>& chip_fields() {
  static const Fields<MigProfile> mig_part{
      {"name", "as the driver calls it", &MigProfile::name},
      {"compute_slices", "how many", &MigProfile::compute, kPositive},
      {"memory_slices", "how many", &MigProfile::memory, kPositive},
      {"sms", "SMs of its own", &MigProfile::sms, kPositive},
      {"copy_engines", "copy engines of its own", &MigProfile::copy_engines, kPositive},
  };
  const auto capability = [](const ChipModel& chip) {
    return std::to_string(chip.compute_capability.major) + '.' + std::to_string(chip.compute_capability.minor);
  };
  const auto sms = [](const ChipModel& chip) { return chip.sm.count; };
  static const Fields<ChipModel> fields{
      {"name", "as --device takes it", &ChipModel::name, show(0, "chip")},
      {"gpus", "what drivers call it, without a leading NVIDIA", &ChipModel::gpus},
      {"compute_capability", "such as 9.0", capability, limits(R"("pattern": "^[0-9]+\\.[0-9]+$")")},
      {"sms", "how many", sms, kPositive},
      {"memory_bytes", "size of the memory", [](const ChipModel& chip) { return chip.memory_size.count; }, kPositive},
      {"memory_bytes_per_s", "its peak bandwidth", &ChipModel::memory_bandwidth, kExclusivelyPositive},
      {"l2_bytes", "size of the L2 cache; only where it is known",
       [](const ChipModel& chip) { return chip.l2 ? std::optional(chip.l2->count) : std::nullopt; }, kPositive},
      {"copy_engines", "as deviceQuery prints them; only where they are known", &ChipModel::copy_engines, kPositive},
      {"context_switch_ms", "from one process to another, as one such GPU took it; only where it is known",
       &ChipModel::context_switch, kExclusivelyPositive},
      {"power_limit_w", "of the board; only where it is known", &ChipModel::power_limit, kExclusivelyPositive},
      {"GPU", "as a driver calls it",
       [](const ChipModel& chip) { return chip.gpus.empty() ? std::string() : chip.gpus.front(); },
       kTableOnly | show(1)},
      {"SMs", "how many", sms, kTableOnly | show()},
      {"capability", "to compute", capability, kTableOnly | kRight | show(2)},
      {"memory", "GB", [](const ChipModel& chip) { return static_cast<double>(chip.memory_size.count) / kGiga; },
       kTableOnly | show("{:g}", 0, "memory GB")},
      {"bandwidth", "GB/s", [](const ChipModel& chip) { return chip.memory_bandwidth.value / kGiga; },
       kTableOnly | show("{:g}", 0, "GB/s")},
      {"link", "to the host, as --template takes it; only where there is one", &ChipModel::link, kIfAny | show(4)},
      {"slices", "of MIG",
       [](const ChipModel& chip) {
         return chip.mig.profiles.empty() ? std::nullopt : std::optional(chip.mig.compute_slices);
       },
       kTableOnly | show(3, "MIG slices")},
      {"mig", "instances that MIG offers, the largest first; only where there are some", mig_part, mig_profiles,
       kIfAny},
  };
  return fields;
}

struct FoundGpu {
  const ListedDevices& in;
  const InstalledGpu& of;
};

}  // namespace

const Kind<ListedDevices>& kind_of(const ListedDevices* /*of*/) {
  static const Fields<FoundGpu> gpu_part{
      {"model", "as the driver calls it", &InstalledGpu::model},
      {"uuid", "of the GPU", &InstalledGpu::uuid},
      {"backend", "what calibrates and uses it", &InstalledGpu::backend},
      {"calibrated", "there is a profile of it that can be used",
       [](const FoundGpu& gpu) {
         const KnownDevice* known = profile_of(gpu.of, gpu.in.devices);
         return known != nullptr && known->problem.empty();
       }},
  };
  static const Kind<ListedDevices> described{
      {.name = "devices",
       .title = "what `warpshop devices --format json` prints",
       .command = "devices",
       .first_columns = kDeviceColumns},
      {{"version", "of warpshop", &ListedDevices::version, kVersion},
       {"devices", "profiles known here", listed_fields(), devices_of,
        limits(R"("oneOf": [{"required": ["problem"]}, {"required": ["dma_engines", "pinned_h2d_bytes_per_s", )"
               R"("pinned_d2h_bytes_per_s"]}])")},
       {"gpus", "GPUs found on this machine", gpu_part, &ListedDevices::gpus},
       {"chips", "chips that --device and `sm: {chip: ...}` know as well, as their vendor describes them",
        chip_fields(), &ListedDevices::chips},
       {"lines", "profiles, then chips", listed_fields(), devices_and_chips, kRows | kCsvOnly}}};
  return described;
}

}  // namespace warpshop::result
