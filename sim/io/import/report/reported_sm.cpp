#include "sim/io/import/report/reported_sm.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/io/device/chips.hpp"
#include "sim/io/import/report/report_lines.hpp"

namespace warpshop::io {
namespace {

std::optional<std::int64_t> count_of(const ReportedGpu& gpu, std::string_view path) {
  const auto found = gpu.figures.find(path);
  return found == gpu.figures.end() ? std::nullopt : std::optional(static_cast<std::int64_t>(found->second.value));
}

const ChipModel* chip_like(const ReportedGpu& gpu) {
  const std::vector<ChipModel>& all = chips().chips;
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const ChipModel& chip) { return chip.compute_capability == gpu.compute_capability; });
  return found == all.end() ? nullptr : &*found;
}

/// What is said of an SM, and in `assumed` what is not; nothing: too little.
std::optional<SmModel> sm_of_figures(const ReportedGpu& gpu, std::set<std::string, std::less<>>& assumed) {
  const auto count = count_of(gpu, "sm.count");
  if (!count) {
    return std::nullopt;
  }
  if (const ChipModel* like = chip_like(gpu)) {  // registers of a block are fewer than those of an SM of 3.7
    SmModel sm = like->sm;
    sm.chip.clear();
    sm.count = *count;
    sm.threads = count_of(gpu, "sm.threads").value_or(sm.threads);
    sm.shared_memory.count = count_of(gpu, "sm.shared_memory").value_or(sm.shared_memory.count);
    return sm;
  }
  const auto registers = count_of(gpu, "sm.registers");
  const auto threads = count_of(gpu, "sm.threads");
  const auto shared = count_of(gpu, "sm.shared_memory");
  const auto shared_of_cta = count_of(gpu, "cta.shared_memory");
  if (!registers || !threads || (!shared && !shared_of_cta)) {
    return std::nullopt;
  }
  constexpr std::int64_t kFewestCtas = 16;  // of the chips from 3.5 on
  assumed.insert("sm.ctas");
  if (!shared) {
    assumed.insert("sm.shared_memory");
  }
  return SmModel{.chip = {},
                 .count = *count,
                 .registers = *registers,
                 .shared_memory = {shared.value_or(shared_of_cta.value_or(0))},
                 .threads = *threads,
                 .ctas = kFewestCtas};
}

}  // namespace

const ChipModel* chip_of(const ReportedGpu& gpu) {
  const ChipModel* chip = chips().chip_of_gpu(gpu.name);
  const auto count = count_of(gpu, "sm.count");
  return chip != nullptr && count.value_or(chip->sm.count) == chip->sm.count ? chip : nullptr;
}

void set_sms(Device& device, const ReportedGpus& text, const ReportedGpu& gpu, const ChipModel* chip) {
  const auto count = gpu.figures.find("sm.count");
  if (!device.sm) {
    device.sm = chip != nullptr ? std::optional(chip->sm) : sm_of_figures(gpu, device.assumed);
    if (device.sm) {
      device.mig = chips().mig_of(*device.sm);
    }
  } else if (count != gpu.figures.end() && static_cast<std::int64_t>(count->second.value) != device.sm->count) {
    throw InputError(
        text.file, count->second.mark,
        fmt::format("a GPU of {} SMs, where the profile has {}, expected the same GPU, or a profile of its "
                    "own",
                    count->second.value, device.sm->count));
  }
  if (device.sm && count != gpu.figures.end() && device.sm->chip.empty()) {
    device.provenance["sm.count"] = said_at(text, count->second.source, count->second.mark);
  }
  if (!device.compute_capability) {
    device.compute_capability = chip != nullptr ? std::optional(chip->compute_capability) : gpu.compute_capability;
  }
}

}  // namespace warpshop::io
