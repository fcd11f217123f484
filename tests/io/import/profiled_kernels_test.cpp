// What profilers say of kernels without a trace: every figure of the texts once, written down by hand.
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/io/import/described_kernels.hpp"
#include "sim/io/import/ncu_launches.hpp"
#include "sim/io/import/read_trtexec.hpp"
#include "sim/model/error.hpp"
#include "tests/io/import/profiler_texts.hpp"

namespace warpshop::io {
namespace {

DescribedKernels described(const std::string& text, const std::optional<std::string>& gpu = {}) {
  std::istringstream stream(text);
  return described_kernels(read_ncu_launches(stream, "k.csv"), "k.csv", "kernels", gpu);
}

struct Expected {
  std::string name;
  std::uint32_t count;
  double time_ms;
  std::int64_t ctas, threads, registers, shared;
  std::optional<double> compute, memory;  // parts
  Category category;
};

void expect_task(const Task& task, const Expected& expected) {
  EXPECT_EQ(task.name, expected.name);
  EXPECT_EQ(task.count, expected.count) << expected.name;
  EXPECT_FALSE(task.h2d || task.d2h) << expected.name;
  const auto& shape = std::get<KernelShape>(task.kernel->work);
  EXPECT_DOUBLE_EQ(shape.time.count(), expected.time_ms) << expected.name;
  EXPECT_EQ(shape.ctas, expected.ctas) << expected.name;
  EXPECT_EQ(shape.cta.threads, expected.threads) << expected.name;
  EXPECT_EQ(shape.cta.registers, expected.registers) << expected.name;
  EXPECT_EQ(shape.cta.shared_memory.count, expected.shared) << expected.name;
  const auto part = [](const std::optional<Utilization>& use) { return use ? use->part : -1; };
  EXPECT_DOUBLE_EQ(part(shape.use.compute), expected.compute.value_or(-1)) << expected.name;
  EXPECT_DOUBLE_EQ(part(shape.use.memory), expected.memory.value_or(-1)) << expected.name;
  EXPECT_EQ(shape.category, expected.category) << expected.name;
}

std::string error_of(const std::string& text, const std::optional<std::string>& gpu = {}) {
  try {
    described(text, gpu);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string with(std::string text, const std::string& what, const std::string& instead) {
  return text.replace(text.find(what), what.size(), instead);
}

TEST(NcuKernels, OfThePageOfDetailsAreMediansOfLaunchesAlike) {
  const DescribedKernels found = described(test::kNcuDetails);
  ASSERT_EQ(found.workload.tasks.size(), 2U);
  expect_task(found.workload.tasks[0],
              {"smooth", 2, 0.4165, 2112, 256, 64, 49152 + 128, 0.32, 0.894, Category::memory_bound});
  expect_task(found.workload.tasks[1], {"norm", 1, 0.00975, 132, 1024, 18, 0, {}, 0.125, Category::compute_bound});
  EXPECT_EQ(found.launches, 3U);
  EXPECT_EQ(found.unsaid_compute, 1U);
  EXPECT_EQ(found.unsaid_memory + found.unsaid_registers + found.left_out + found.other_gpus, 0U);
}

TEST(NcuKernels, OfThePageRawAreOfOneGpu) {
  const DescribedKernels first = described(test::kNcuRaw);
  ASSERT_EQ(first.workload.tasks.size(), 2U);
  expect_task(first.workload.tasks[0],
              {"gemm_kernel-1", 1, 1.25, 1200, 256, 96, 33792, 0.9125, 0.225, Category::compute_bound});
  expect_task(first.workload.tasks[1],
              {"gemm_kernel-2", 1, 0.64, 600, 256, 96, 33792, 0.9025, 0.215, Category::compute_bound});
  EXPECT_EQ(first.other_gpus, 1U);
  const DescribedKernels other = described(test::kNcuRaw, "0");
  ASSERT_EQ(other.workload.tasks.size(), 1U);
  expect_task(other.workload.tasks[0], {"kernel", 1, 0.005, 7, 64, 20, 0, 0.0225, 0.015, Category::compute_bound});
  EXPECT_EQ(error_of(test::kNcuRaw, "3"), "k.csv: has no launch on GPU 3, expected the number of one that it has");
}

TEST(NcuKernels, MayBeWrittenWithCommasBeforeDecimals) {
  const DescribedKernels found = described(test::kNcuContinental);
  ASSERT_EQ(found.workload.tasks.size(), 1U);
  expect_task(found.workload.tasks[0],
              {"sgemm_64x32_nn", 1, 0.117344, 128, 512, 0, 0, 0.6577, {}, Category::compute_bound});
  EXPECT_EQ(found.unsaid_registers, 1U);
  EXPECT_EQ(found.unsaid_memory, 1U);
}

TEST(NcuKernels, SharedMemoryIsTheRoundestSizeThatIsPrintedSo) {
  for (const std::int64_t size : {1024,  2048,  3072,  4096,  8448,  10240, 12288, 16384,  16640,  20480, 24576,
                                  32768, 33792, 40960, 49152, 65536, 73728, 98304, 101376, 166912, 232448}) {
    const std::string printed = fmt::format("\"{:.2f}\"", static_cast<double>(size) / 1000);
    std::string text = test::kNcuDetails;
    for (int launch = 0; launch < 2; ++launch) {
      text = with(text, "\"49.15\"", printed);
    }
    const DescribedKernels found = described(text);
    EXPECT_EQ(std::get<KernelShape>(found.workload.tasks[0].kernel->work).cta.shared_memory.count, size + 128)
        << printed;
  }
}

TEST(NcuKernels, OfTwoProcessesAreTwoFamilies) {
  const std::string text = with(test::kNcuRaw, "\"1\",\"90\"", "\"0\",\"91\"");
  const DescribedKernels found = described(with(text, "(20, 30, 1)", "(40, 30, 1)"));
  ASSERT_EQ(found.workload.tasks.size(), 2U);
  EXPECT_EQ(found.workload.tasks[0].family, "process-1");
  EXPECT_EQ(found.workload.tasks[1].family, "process-2");
  EXPECT_EQ(std::get<KernelShape>(found.workload.tasks[1].kernel->work).time, Millis{0.64});
  EXPECT_EQ(described(test::kNcuRaw).workload.tasks[0].family, "");
}

TEST(NcuKernels, OfInstancesOfATemplateAreOthers) {
  const DescribedKernels found = described(with(test::kNcuDetails, "smooth<(int)4>", "smooth<(int)8>"));
  std::vector<std::string> names;
  for (const Task& task : found.workload.tasks) {
    names.push_back(task.name);
  }
  EXPECT_EQ(names[0], "smooth-1");
}

TEST(NcuKernels, UnitsAreThoseOfOldAndNewVersions) {
  for (const auto& [unit, expected] : std::vector<std::pair<std::string, double>>{{"nsecond", 0.00041250},
                                                                                  {"ns", 0.00041250},
                                                                                  {"usecond", 0.4125},
                                                                                  {"msecond", 412.5},
                                                                                  {"ms", 412.5},
                                                                                  {"second", 412500},
                                                                                  {"s", 412500}}) {
    const std::string text = with(with(test::kNcuDetails, "\"us\",\"412.50\"", "\"" + unit + "\",\"412.50\""),
                                  "\"us\",\"420.50\"", "\"" + unit + "\",\"412.50\"");
    const DescribedKernels found = described(text);
    EXPECT_DOUBLE_EQ(std::get<KernelShape>(found.workload.tasks[0].kernel->work).time.count(), expected) << unit;
  }
}

TEST(NcuKernels, WhatIsWrongIsToldWhereItIs) {
  EXPECT_EQ(error_of("nothing\n"),
            "k.csv: holds no table of Nsight Compute, expected what `ncu --csv` prints: a line that starts with "
            "\"ID\",\"Process ID\"");
  EXPECT_EQ(error_of(with(test::kNcuDetails, "\"412.50\"", "\"4x12\"")),
            "k.csv:7:186: '4x12' is not a number, expected one of 0 or more, such as 1,234.5");
  EXPECT_EQ(error_of(with(test::kNcuDetails, "\"us\",\"412.50\"", "\"inch\",\"412.50\"")),
            "k.csv:7:188: '412.50' has the unit 'inch', expected ns, us, ms or s");
  const std::string_view details = test::kNcuDetails;
  const std::size_t end = details.find("\"9.75\"\n") + 7;
  const std::size_t start = details.rfind('\n', end - 2) + 1;
  const std::string again = with(std::string(details.substr(start, end - start)), "9.75", "9.76");
  EXPECT_EQ(error_of(std::string(details.substr(0, end)) + again),
            "k.csv:16:156: a second 'Duration' of this launch, '9.76', expected '9.75' as in line 15");
  EXPECT_EQ(error_of(with(test::kNcuRaw, "\"91.25\"", "\"191.25\"")),
            "k.csv:3:24: kernel gemm_kernel uses 191.25 %, expected 100 % at most");
  EXPECT_EQ(error_of(with(test::kNcuRaw, "\"91.25\"", "\"91.25")),
            "k.csv:3:123: quotes that nobody closes, expected '\"'");
  EXPECT_EQ(error_of(with(test::kNcuRaw, ",\"91.25\"", "")), "k.csv:3:1: 16 fields, expected 17 as in line 1");
  EXPECT_EQ(error_of(with(test::kNcuRaw, "\"Kernel Name\"", "\"Name\"")),
            "k.csv:1:1: has no column 'Kernel Name', expected what `ncu --csv` prints");
  EXPECT_EQ(error_of(with(test::kNcuContinental, "gpu__time_duration.sum", "gpu__time_other.sum")),
            "k.csv: has no launch with its duration, grid and CTA, expected sections LaunchStats and SpeedOfLight, "
            "which `ncu --csv` prints by default, or the metrics gpu__time_duration.sum, launch__grid_size and "
            "launch__block_size");
}

TrtexecTask inference(const std::string& text) {
  std::istringstream stream(text);
  return read_trtexec(stream, "t.txt", "pose");
}

struct Medians {
  std::optional<double> h2d, kernel, d2h;
};

void expect_medians(const TrtexecTask& found, const Medians& expected) {
  ASSERT_EQ(found.workload.tasks.size(), 1U);
  const Task& task = found.workload.tasks.front();
  const auto time = [](const std::optional<CopySpec>& copy) {
    return copy ? std::optional(std::get<Millis>(copy->amount).count()) : std::nullopt;
  };
  EXPECT_EQ(task.name, "pose");
  EXPECT_EQ(time(task.h2d), expected.h2d);
  EXPECT_EQ(time(task.d2h), expected.d2h);
  EXPECT_EQ(given_time(*task.kernel)->count(), expected.kernel);
}

TEST(Trtexec, IsThreeMedians) {
  const TrtexecTask found = inference(test::kTrtexec);
  expect_medians(found, {0.140625, 2.40234, 0.0371094});
  EXPECT_EQ(found.streams, 1);
  EXPECT_EQ(found.enqueue, Millis{0.24});
}

TEST(Trtexec, WithoutDataTransfersIsAKernelAlone) {
  const TrtexecTask found = inference(test::kTrtexecWithoutCopies);
  expect_medians(found, {{}, 4.0625, {}});
  EXPECT_EQ(found.streams, 8);
  EXPECT_EQ(found.enqueue, Millis{4.05});
}

TEST(Trtexec, IsTheLastSummaryOfAText) {
  const TrtexecTask found = inference(test::kTrtexecTwice);
  expect_medians(found, {{}, 70.9772, 9.5e-05});
  EXPECT_FALSE(found.streams);
}

TEST(Trtexec, WhatIsWrongIsToldWhereItIs) {
  const auto wrong = [](const std::string& text) -> std::string {
    try {
      inference(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(wrong("[I] fine\n"),
            "t.txt: holds no performance summary of trtexec, expected '=== Performance summary ===' of TensorRT 8 or "
            "later");
  EXPECT_EQ(wrong(with(test::kTrtexec, "median = 2.40234 ms", "median = 2.40234 s")),
            "t.txt:10:98: 'GPU Compute Time' says no median in ms, expected such as 'median = 1.39775 ms'");
  EXPECT_EQ(wrong(with(test::kTrtexec, "GPU Compute Time", "Other Time")),
            "t.txt:5:1: a summary without GPU Compute Time, expected 'GPU Compute Time: … median = … ms'");
  EXPECT_EQ(wrong(with(test::kTrtexec, "D2H Latency", "Other Latency")),
            "t.txt:5:1: a summary without D2H Latency, expected 'D2H Latency: … median = … ms'");
  EXPECT_EQ(wrong(with(test::kTrtexecTwice, "median = 70.9772 ms", "median = 0 ms")),
            "t.txt:6:98: no time at all, expected what an inference takes");
}

}  // namespace
}  // namespace warpshop::io
