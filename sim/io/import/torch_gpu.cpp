#include "sim/io/import/torch_gpu.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "sim/model/quantity.hpp"
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

constexpr std::string_view kSharedMemoryOfRocm = "maxSharedMemoryPerMultiProcessor";

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
  constexpr std::array<std::pair<std::string_view, std::int64_t TorchGpu::*>, 11> kNumbers{
      {{"id", &TorchGpu::device_},
       {"totalGlobalMem", &TorchGpu::memory_},
       {"computeMajor", &TorchGpu::major_},
       {"computeMinor", &TorchGpu::minor_},
       {"numSms", &TorchGpu::sms_},
       {"regsPerMultiprocessor", &TorchGpu::registers_},
       {"regsPerBlock", &TorchGpu::registers_of_block_},
       {"warpSize", &TorchGpu::warp_},
       {"sharedMemPerMultiprocessor", &TorchGpu::shared_memory_},
       {kSharedMemoryOfRocm, &TorchGpu::shared_memory_},
       {"maxThreadsPerMultiprocessor", &TorchGpu::threads_}}};
  if (key == "name") {
    name_ = printable(value.text);
  }
  rocm_ = rocm_ || key == kSharedMemoryOfRocm;
  for (const auto& [called, number] : kNumbers) {
    if (key == called) {
      this->*number = value.scaled(0).value_or(-1);
    }
  }
}

std::optional<RecordedGpu> TorchGpu::finish() const {
  constexpr std::int64_t kMostPerSm = std::int64_t{1} << 30;
  if (device_ < 0 || device_ > std::numeric_limits<std::int32_t>::max()) {
    return std::nullopt;
  }
  RecordedGpu gpu{.device = static_cast<std::uint32_t>(device_), .name = name_};
  const SmModel sm{.count = sms_,
                   .registers = rocm_ ? registers_of_block_ : registers_,
                   .shared_memory = {shared_memory_},
                   .threads = threads_,
                   .ctas = !rocm_      ? most_ctas_of(major_, minor_)
                           : warp_ > 0 ? threads_ / warp_
                                       : 0};
  if (is_within(memory_, kLargestWhole)) {
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
