#include "sim/io/import/nsys_gpus.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>

#include "sim/io/import/nsys_table.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr std::int64_t kMostDevices = std::numeric_limits<std::uint32_t>::max();

struct GpuColumn {
  enum : std::uint8_t { id, name, sms, registers, shared, warps, warp_size, blocks, memory, engines, bandwidth };
};

/// A value that says something: 1 … most.
std::optional<std::int64_t> described(const NsysTable& table, std::size_t column, std::int64_t most) {
  const std::optional<std::int64_t> value = table.integer(column);
  return value && *value >= 1 && *value <= most ? value : std::nullopt;
}

std::optional<SmModel> sm_of(const NsysTable& table) {
  constexpr std::int64_t kMostWarps = 1'000'000;
  constexpr std::int64_t kWidestWarp = 1'000;
  const auto count = described(table, GpuColumn::sms, kMostSms);
  const auto registers = described(table, GpuColumn::registers, kLargestCount);
  const auto shared = described(table, GpuColumn::shared, kLargestCount);
  const auto warps = described(table, GpuColumn::warps, kMostWarps);
  const auto warp_size = described(table, GpuColumn::warp_size, kWidestWarp);
  const auto ctas = described(table, GpuColumn::blocks, kLargestCount);
  if (!count || !registers || !shared || !warps || !warp_size || !ctas) {
    return {};
  }
  return SmModel{.count = *count,
                 .registers = *registers,
                 .shared_memory = {*shared},
                 .threads = *warps * *warp_size,
                 .ctas = *ctas};
}

/// `names`: where a name is the number of a string. `unit` of bandwidth, in bytes per second.
void read_gpus(NsysTable table, NsysNames& names, double unit, std::vector<RecordedGpu>& gpus) {
  constexpr std::int64_t kMostEngines = 64;
  constexpr std::int64_t kMostMemory = std::int64_t{1} << 53U;
  while (table.next()) {
    const std::optional<std::int64_t> id = table.integer(GpuColumn::id);
    if (!id || *id < 0 || *id > kMostDevices) {
      continue;
    }
    RecordedGpu gpu{.device = static_cast<std::uint32_t>(*id)};
    if (std::any_of(gpus.begin(), gpus.end(), [&](const RecordedGpu& one) { return one.device == gpu.device; })) {
      continue;  // once for every virtual machine
    }
    constexpr std::size_t kLongestName = 200;
    const std::optional<std::int64_t> name = table.integer(GpuColumn::name);
    const std::string text = name ? names[names.string(*name)] : std::string(table.text(GpuColumn::name).value_or(""));
    gpu.name = printable(text.substr(0, kLongestName));
    gpu.sm = sm_of(table);
    if (const auto engines = described(table, GpuColumn::engines, kMostEngines)) {
      gpu.copy_engines = static_cast<int>(*engines);
    }
    if (const auto memory = described(table, GpuColumn::memory, kMostMemory)) {
      gpu.memory = Bytes{*memory};
    }
    if (const auto bandwidth = described(table, GpuColumn::bandwidth, kMostMemory)) {
      gpu.memory_bandwidth = BytesPerSecond{static_cast<double>(*bandwidth) * unit};
    }
    gpus.push_back(gpu);
  }
}

}  // namespace

std::vector<RecordedGpu> read_nsys_gpus(const SqliteFile& file, NsysIds& ids, NsysNames& names) {
  constexpr double kKilobytes = 1e3;
  std::vector<RecordedGpu> gpus;
  read_gpus({file,
             "CUPTI_ACTIVITY_KIND_DEVICE",
             {"id", "name", "numMultiprocessors", "maxRegistersPerMultiprocessor", "maxSharedMemoryPerMultiprocessor",
              "maxWarpsPerMultiprocessor", "numThreadsPerWarp", "maxBlocksPerMultiprocessor", "globalMemorySize",
              "numMemcpyEngines", "globalMemoryBandwidth"},
             NsysUse::beside},
            names, kKilobytes, gpus);
  read_gpus({file,
             "TARGET_INFO_GPU",
             {"id", "name", "smCount", "maxRegistersPerSm", "maxShmemPerSm", "maxWarpsPerSm", "threadsPerWarp",
              "maxBlocksPerSm", "totalMemory", "asyncEngines", "memoryBandwidth"},
             NsysUse::beside},
            names, 1, gpus);
  if (gpus.empty()) {
    // Until 2021, under CUPTI's names. Its bandwidth is left out: what unit it is in is not documented.
    read_gpus({file,
               "TARGET_INFO_CUDA_GPU",
               {"deviceId", "name", "numMultiprocessors", "maxRegistersPerMultiprocessor",
                "maxSharedMemoryPerMultiprocessor", "maxWarpsPerMultiprocessor", "numThreadsPerWarp",
                "maxBlocksPerMultiprocessor", "globalMemorySize", "numMemcpyEngines", ""},
               NsysUse::beside},
              names, 1, gpus);
  }
  std::sort(gpus.begin(), gpus.end(),
            [](const RecordedGpu& one, const RecordedGpu& other) { return one.device < other.device; });
  enum Column : std::uint8_t { kGpu, kDevice, kProcess };
  NsysTable table(file, "TARGET_INFO_CUDA_DEVICE", {"gpuId", "cudaId", "pid"}, NsysUse::beside);
  while (table.next()) {
    const std::optional<std::int64_t> gpu = table.integer(kGpu);
    const std::optional<std::int64_t> device = table.integer(kDevice);
    const std::optional<std::int64_t> process = table.integer(kProcess);
    if (gpu && device && process && *gpu >= 0 && *gpu <= kMostDevices) {
      ids.set_gpu(*process, *device, static_cast<std::uint32_t>(*gpu));
    }
  }
  return gpus;
}

}  // namespace warpshop::io
