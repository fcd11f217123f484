#include "sim/io/import/one_gpu.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

/// The one GPU of a number. ROCm numbers GPUs behind the CPUs in commands, and from 0 in what it says of them: where
/// none has that number and all that are described are alike, it is one of them.
void keep_gpu(std::vector<RecordedGpu>& gpus, std::uint32_t device) {
  const auto same =
      std::find_if(gpus.begin(), gpus.end(), [&](const RecordedGpu& gpu) { return gpu.device == device; });
  const bool alike = std::all_of(gpus.begin(), gpus.end(), [&](RecordedGpu gpu) {
    gpu.device = gpus.front().device;
    return gpu == gpus.front();
  });
  if (same != gpus.end()) {
    gpus = {*same};
  } else if (gpus.empty() || !alike) {
    gpus.clear();
  } else {
    gpus.resize(1);
    gpus.front().device = device;
  }
}

}  // namespace

RecordedTrace of_one_gpu(RecordedTrace trace, std::optional<std::uint32_t> asked, std::size_t& others) {
  std::map<std::uint32_t, std::size_t> counts;
  for (const RecordedCommand& command : trace.commands) {
    ++counts[command.device];
  }
  if (counts.empty()) {
    throw InputError(trace.file + ": no command of a GPU was recorded, expected kernels or copies");
  }
  const auto busiest = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
                         return a.second < b.second;
                       })->first;
  const std::uint32_t gpu = asked.value_or(busiest);
  if (!counts.contains(gpu)) {
    std::string known;
    for (const auto& [number, count] : counts) {
      known += (known.empty() ? "" : ", ") + std::to_string(number);
    }
    throw InputError(fmt::format("{}: no command of GPU {} was recorded, expected one of: {}", trace.file, gpu, known));
  }
  others = std::erase_if(trace.commands, [&](const RecordedCommand& command) { return command.device != gpu; });
  keep_gpu(trace.gpus, gpu);
  return trace;
}

void check_span(const RecordedTrace& trace) {
  constexpr std::uint64_t kLongest = std::uint64_t{1} << 53U;  // nanoseconds
  nanoseconds first = nanoseconds::max();
  nanoseconds last = nanoseconds::min();
  const auto take = [&](const auto& records) {
    for (const auto& record : records) {
      first = std::min(first, record.start);
      last = std::max(last, record.end);
    }
  };
  take(trace.commands);
  take(trace.calls);
  take(trace.spans);
  if (static_cast<std::uint64_t>(last.count()) - static_cast<std::uint64_t>(first.count()) > kLongest) {
    throw InputError(trace.file + ": times that are more than 104 days apart, expected a recording of one program");
  }
}

}  // namespace warpshop::io
