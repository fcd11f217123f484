#include "sim/io/import/torch_gpu.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

struct Capability {
  std::int64_t major;
  std::int64_t minor;
  std::int64_t ctas;
};

/// From each of these on.
constexpr std::array<Capability, 12> kCapabilities{{{0, 0, 8},
                                                    {3, 0, 16},
                                                    {5, 0, 32},
                                                    {7, 5, 16},
                                                    {8, 0, 32},
                                                    {8, 6, 16},
                                                    {8, 9, 24},
                                                    {9, 0, 32},
                                                    {10, 0, 32},
                                                    {11, 0, 24},
                                                    {12, 0, 24},
                                                    {12, 1, 24}}};

bool is_within(std::int64_t value, std::int64_t most) {
  return value > 0 && value <= most;
}

constexpr std::int64_t kMostGpuMemory = std::int64_t{1} << 53;

}  // namespace

std::int64_t most_ctas_of(std::int64_t major, std::int64_t minor) {
  std::int64_t ctas = kCapabilities.front().ctas;
  for (const Capability& capability : kCapabilities) {
    if (capability.major < major || (capability.major == major && capability.minor <= minor)) {
      ctas = capability.ctas;
    }
  }
  return ctas;
}

void TorchGpu::set(std::string_view key, const TorchScalar& value) {
  if (key == "name") {
    name_ = printable(value.text);
    return;
  }
  const std::int64_t number = value.scaled(0).value_or(0);
  if (key == "id") {
    device_ = value.scaled(0).value_or(-1);
  } else if (key == "totalGlobalMem") {
    memory_ = number;
  } else if (key == "computeMajor") {
    major_ = number;
  } else if (key == "computeMinor") {
    minor_ = number;
  } else if (key == "numSms") {
    sm_.count = number;
  } else if (key == "regsPerMultiprocessor") {
    sm_.registers = number;
  } else if (key == "regsPerBlock") {
    registers_of_block_ = number;
  } else if (key == "warpSize") {
    warp_ = number;
  } else if (key == "sharedMemPerMultiprocessor") {
    sm_.shared_memory.count = number;
  } else if (key == "maxSharedMemoryPerMultiProcessor") {
    sm_.shared_memory.count = number;
    rocm_ = true;
  } else if (key == "maxThreadsPerMultiprocessor") {
    sm_.threads = number;
  }
}

std::optional<RecordedGpu> TorchGpu::finish() const {
  constexpr std::int64_t kMostPerSm = std::int64_t{1} << 30;
  if (device_ < 0 || device_ > std::numeric_limits<std::int32_t>::max()) {
    return std::nullopt;
  }
  RecordedGpu gpu{.device = static_cast<std::uint32_t>(device_), .name = name_};
  SmModel sm = sm_;
  sm.ctas = most_ctas_of(major_, minor_);
  if (rocm_) {
    sm.registers = registers_of_block_;
    sm.ctas = warp_ > 0 ? sm.threads / warp_ : 0;
  }
  if (is_within(memory_, kMostGpuMemory)) {
    gpu.memory = Bytes{memory_};
  }
  if (is_within(sm.count, kMostSms) && is_within(sm.registers, kMostPerSm) &&
      is_within(sm.shared_memory.count, kMostPerSm) && is_within(sm.threads, kMostPerSm) &&
      is_within(sm.ctas, kMostPerSm)) {
    gpu.sm = sm;
  }
  return gpu;
}

}  // namespace warpshop::io
