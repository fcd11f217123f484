#include "tests/fuzz/targets.hpp"

#include <array>
#include <utility>

#include "sim/files/find_workloads.hpp"
#include "tests/fuzz/files_below.hpp"
#include "tests/fuzz/fuzz_device.hpp"
#include "tests/fuzz/fuzz_journal.hpp"
#include "tests/fuzz/fuzz_metrics.hpp"
#include "tests/fuzz/fuzz_nsys.hpp"
#include "tests/fuzz/fuzz_profiler.hpp"
#include "tests/fuzz/fuzz_report.hpp"
#include "tests/fuzz/fuzz_torch_trace.hpp"
#include "tests/fuzz/fuzz_workload.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::test {

std::span<const FuzzTarget> fuzz_targets() {
  static const std::array<FuzzTarget, 12> targets{{{"workload", fuzz_workload, workload_seeds},
                                                   {"device", fuzz_device, device_seeds},
                                                   {"journal", fuzz_journal, journal_seeds},
                                                   {"torch", fuzz_torch_trace, torch_trace_seeds},
                                                   {"nsys", fuzz_nsys, nsys_seeds},
                                                   {"nvbandwidth", fuzz_nvbandwidth, nvbandwidth_seeds},
                                                   {"bandwidthtest", fuzz_bandwidth_test, bandwidth_test_seeds},
                                                   {"devicequery", fuzz_device_query, device_query_seeds},
                                                   {"nvidia-smi", fuzz_nvidia_smi, nvidia_smi_seeds},
                                                   {"ncu", fuzz_ncu, ncu_seeds},
                                                   {"trtexec", fuzz_trtexec, trtexec_seeds},
                                                   {"metrics", fuzz_metrics, metrics_seeds}}};
  return targets;
}

std::vector<std::string> files_below(const std::string& folder) {
  constexpr std::size_t kLongest = 3000;
  std::vector<std::string> texts;
  for (const auto& file : files::find_workload_files({std::string{WARPSHOP_SOURCE_DIR} + "/" + folder})) {
    std::string text = content_of(file);
    if (text.size() > kLongest) {
      text.erase(text.rfind('\n', kLongest) + 1);
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace warpshop::test
