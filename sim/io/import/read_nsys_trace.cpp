#include "sim/io/import/read_nsys_trace.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/io/import/nsys_calls.hpp"
#include "sim/io/import/nsys_commands.hpp"
#include "sim/io/import/nsys_ids.hpp"
#include "sim/io/import/nsys_table.hpp"
#include "sim/io/import/sqlite_file.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr std::string_view kActivity = "CUPTI_ACTIVITY_KIND_";

/// What is read of calls and commands.
constexpr std::array<std::string_view, 9> kRead{"KERNEL",      "CONCURRENT_KERNEL",      "MEMCPY",  "MEMCPY2", "MEMSET",
                                                "GRAPH_TRACE", "UNIFIED_MEMORY_COUNTER", "RUNTIME", "DRIVER"};

/// Refuses a file with tables of commands that are not read, such as CUPTI_ACTIVITY_KIND_CDP_KERNEL, of kernels that
/// kernels launch: none is lost without a word.
void check_tables(const SqliteFile& file) {
  bool found = false;
  for (const std::string_view what : kRead) {
    found = file.has(std::string(kActivity) + std::string(what)) || found;
  }
  for (const std::string_view table : file.tables(kActivity)) {
    const std::string_view what = table.substr(kActivity.size());
    const bool read = std::find(kRead.begin(), kRead.end(), what) != kRead.end();
    const bool of_commands = what.find("KERNEL") != std::string_view::npos ||
                             what.find("MEMCPY") != std::string_view::npos ||
                             what.find("MEMSET") != std::string_view::npos;
    if (of_commands && !read && NsysTable(file, table, {"start"}, NsysUse::beside).next()) {
      file.refuse("holds commands in a table that is not known, " + std::string(table));
    }
  }
  if (!found) {
    file.refuse("holds no calls or commands of CUDA (nsys profile --trace=cuda)");
  }
}

/// `Nsight Systems 2022.2.1.31`; what else the metadata hold names users, machines and paths.
std::string recorder(const SqliteFile& file) {
  if (is_of_nvprof(file)) {
    return "nvprof";
  }
  for (const std::string_view name : {"META_DATA_EXPORT", "EXPORT_META_DATA"}) {
    NsysTable table(file, name, {"name", "value"});
    while (table.next()) {
      const std::optional<std::string_view> version = table.text(1);
      constexpr std::size_t kLongest = 32;
      if (table.text(0) == "EXPORT_PRODUCT_VERSION" && version && !version->empty() && version->size() <= kLongest &&
          version->find_first_not_of("0123456789.") == std::string_view::npos) {
        return "Nsight Systems " + std::string(*version);
      }
    }
  }
  return "Nsight Systems";
}

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

/// A name may be the number of a string. `unit` of bandwidth, in bytes per second.
void read_gpus(NsysTable table, NsysIds& ids, double unit, std::vector<RecordedGpu>& gpus) {
  constexpr std::int64_t kMostEngines = 64;
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
    const std::string text =
        name ? ids.names()[ids.string(*name)] : std::string(table.text(GpuColumn::name).value_or(""));
    gpu.name = printable(text.substr(0, kLongestName));
    gpu.sm = sm_of(table);
    if (const auto engines = described(table, GpuColumn::engines, kMostEngines)) {
      gpu.copy_engines = static_cast<int>(*engines);
    }
    if (const auto memory = described(table, GpuColumn::memory, kLargestWhole)) {
      gpu.memory = Bytes{*memory};
    }
    if (const auto bandwidth = described(table, GpuColumn::bandwidth, kLargestWhole)) {
      gpu.memory_bandwidth = BytesPerSecond{static_cast<double>(*bandwidth) * unit};
    }
    gpus.push_back(gpu);
  }
}

/// The GPUs of the machine that was recorded, used or not, as far as an export describes them (nvprof's gives memory
/// bandwidth in kB/s: CUpti_ActivityDevice); and tells `ids` which of them processes call 0, 1, …. Of what an SM holds
/// either everything is there, or nothing. Throws InputError.
std::vector<RecordedGpu> read_nsys_gpus(const SqliteFile& file, NsysIds& ids) {
  constexpr double kKilobytes = 1e3;
  std::vector<RecordedGpu> gpus;
  read_gpus({file,
             "CUPTI_ACTIVITY_KIND_DEVICE",
             {"id", "name", "numMultiprocessors", "maxRegistersPerMultiprocessor", "maxSharedMemoryPerMultiprocessor",
              "maxWarpsPerMultiprocessor", "numThreadsPerWarp", "maxBlocksPerMultiprocessor", "globalMemorySize",
              "numMemcpyEngines", "globalMemoryBandwidth"},
             NsysUse::beside},
            ids, kKilobytes, gpus);
  read_gpus({file,
             "TARGET_INFO_GPU",
             {"id", "name", "smCount", "maxRegistersPerSm", "maxShmemPerSm", "maxWarpsPerSm", "threadsPerWarp",
              "maxBlocksPerSm", "totalMemory", "asyncEngines", "memoryBandwidth"},
             NsysUse::beside},
            ids, 1, gpus);
  if (gpus.empty()) {
    // Until 2021, under CUPTI's names. Its bandwidth is left out: what unit it is in is not documented.
    read_gpus({file,
               "TARGET_INFO_CUDA_GPU",
               {"deviceId", "name", "numMultiprocessors", "maxRegistersPerMultiprocessor",
                "maxSharedMemoryPerMultiprocessor", "maxWarpsPerMultiprocessor", "numThreadsPerWarp",
                "maxBlocksPerMultiprocessor", "globalMemorySize", "numMemcpyEngines", ""},
               NsysUse::beside},
              ids, 1, gpus);
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

}  // namespace

RecordedTrace read_nsys_trace(const std::filesystem::path& file) {
  const SqliteFile database(
      file,
      "a recording of Nsight Systems in SQLite: nsys export --type sqlite --output FILE.sqlite FILE.nsys-rep; or of "
      "nvprof: nvprof --export-profile FILE");
  check_tables(database);
  RecordedTrace trace{.file = database.name(), .source = recorder(database)};
  NsysIds ids(database);
  trace.gpus = read_nsys_gpus(database, ids);
  read_nsys_calls(database, ids, trace);
  read_nsys_commands(database, ids, trace);
  read_nsys_spans(database, ids, trace);
  trace.names = ids.names().take();
  return trace;
}

}  // namespace warpshop::io
