#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/io/import/import_trace.hpp"
#include "sim/io/import/kernel_names.hpp"
#include "sim/model/recorded_replay.hpp"
#include "sim/model/what_if.hpp"
#include "tests/support/cases.hpp"

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

constexpr std::uint32_t kPlain = 0, kAllReduce = 1;

/// A kernel that was called for at a time, in microseconds.
struct KernelTimes {
  std::int64_t called = 0;
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::uint64_t stream = 1;
  std::uint32_t name = kPlain;
};

/// Kernels of eight CTAs; a call takes no time. In order of starts.
RecordedTrace trace_of(std::vector<KernelTimes> kernels) {
  std::stable_sort(kernels.begin(), kernels.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
  RecordedTrace trace{.file = "trace", .source = "test", .names = {"k", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)"}};
  const auto us = [](std::int64_t time) { return nanoseconds{time * 1000}; };
  for (std::uint64_t i = 0; i < kernels.size(); ++i) {
    const KernelTimes& kernel = kernels[i];
    trace.commands.push_back({.name = kernel.name,
                              .start = us(kernel.start),
                              .end = us(kernel.end),
                              .stream = kernel.stream,
                              .correlation = i + 1,
                              .ctas = 8,
                              .cta = {.threads = 128}});
    trace.calls.push_back({.kind = CallKind::launch,
                           .start = us(kernel.called),
                           .end = us(kernel.called),
                           .thread = kernel.stream,
                           .correlation = i + 1});
  }
  std::stable_sort(trace.calls.begin(), trace.calls.end(),
                   [](const auto& a, const auto& b) { return a.start < b.start; });
  return trace;
}

ImportedTrace modelled(const std::vector<KernelTimes>& kernels) {
  return import_trace(trace_of(kernels), {.name = "w", .device_name = "gpu", .cut = {}, .gpu = {}});
}

Timeline replayed(const ImportedTrace& trace) {
  return evaluate::timeline(resolve(trace.workload, trace.device),
                            {.order = recorded_order(trace.workload), .submission = Submission::streams});
}

double makespan(const ImportedTrace& trace) {
  return replayed(trace).makespan.count();
}

TEST(Collectives, AreKnownByTheirNames) {
  for (const char* name : {"ncclDevKernel_AllReduce_Sum_f32_RING_LL", "ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t",
                           "ncclAllReduceRingLLKernel_sum_f32", "ncclSymDevKernel_AllReduce_AGxLL_R_sum_bf16",
                           "ncclDevKernel_Generic", "mscclKernel_Sum_half_Simple_false", "cross_device_reduce_2stage",
                           "one_shot_all_reduce_kernel", "multimem_all_reduce_kernel"}) {
    EXPECT_TRUE(is_collective(name)) << name;
  }
  for (const char* name : {"kernel", "ampere_sgemm_128x64_nn", "reduce_kernel", "Kernel_nccl", "ncclInit"}) {
    EXPECT_FALSE(is_collective(name)) << name;
  }
}

// A collective of 10 ms beside ten kernels of 1 ms.
TEST(RecordedModel, ACollectiveRunsBesideTheKernelsAndKeepsItsTime) {
  std::vector<KernelTimes> kernels{{.called = 0, .start = 10, .end = 10010, .stream = 2, .name = kAllReduce}};
  for (std::int64_t i = 0; i < 10; ++i) {
    kernels.push_back({.called = 1 + i, .start = 10 + 1000 * i, .end = 1010 + 1000 * i});
  }
  // Later it took less, alone: that says nothing of the first.
  kernels.push_back({.called = 20'000, .start = 20'000, .end = 21'000, .stream = 2, .name = kAllReduce});
  ImportedTrace trace = modelled(kernels);
  EXPECT_EQ(trace.report.collectives, 2U);
  EXPECT_EQ(trace.report.beside, 0U);
  EXPECT_NEAR(makespan(trace), 21.0, 1e-9);
  EXPECT_EQ(trace.workload.tasks[0].kernel->kind, KernelKind::collective);
  EXPECT_EQ(std::get<KernelShape>(trace.workload.tasks[0].kernel->work).ctas, 8);
  trace.workload = changed(trace.workload, {.compute = 10});
  const Timeline faster = replayed(trace);
  EXPECT_NEAR((faster.intervals[0].end - faster.intervals[0].start).count(), 10.0, 1e-9);
  EXPECT_NEAR((faster.intervals[1].end - faster.intervals[1].start).count(), 0.1, 1e-9);
}

TEST(RecordedModel, KernelsOfTwoStreamsThatOverlappedForHalfOfTheirTimeDoSoAgain) {
  const ImportedTrace trace = modelled({{.start = 0, .end = 100},
                                        {.start = 100, .end = 200},
                                        {.start = 40, .end = 100, .stream = 2},
                                        {.start = 130, .end = 190, .stream = 2}});
  EXPECT_EQ(trace.report.beside, 2U);
  EXPECT_NEAR(makespan(trace), 0.200, 1e-9);
}

TEST(RecordedModel, WhatOverlappedForLessCountsOnce) {
  const ImportedTrace trace = modelled({{.start = 0, .end = 100}, {.start = 80, .end = 150, .stream = 2}});
  EXPECT_EQ(trace.report.beside, 0U);
  EXPECT_NEAR(makespan(trace), 0.150, 1e-9);
}

// Two nodes of a graph: the launch was long ago, and nothing says why the second one waits.
TEST(RecordedModel, IdleTimeBehindACommandThatWasCalledEarlyIsKeptAndTold) {
  const ImportedTrace trace = modelled({{.start = 30, .end = 1030}, {.start = 61'030, .end = 62'030}});
  EXPECT_NEAR(makespan(trace), 62.030, 1e-9);
  EXPECT_EQ(trace.report.idle_commands, 1U);
  EXPECT_NEAR(trace.report.unexplained.count(), 60, 1e-9);
  ASSERT_EQ(trace.workload.tasks[1].after.size(), 1U);
  EXPECT_NEAR(trace.workload.tasks[1].after[0].lag.count(), 60, 1e-9);
}

// Both streams wait for those 60 ms, in which the GPU is idle once.
TEST(RecordedModel, IdleTimeWithoutReasonIsThatOfTheGpuNotOfItsStreams) {
  const ImportedTrace trace = modelled({{.start = 30, .end = 1030},
                                        {.start = 40, .end = 1030, .stream = 2},
                                        {.start = 61'030, .end = 62'030},
                                        {.start = 61'040, .end = 62'030, .stream = 2}});
  EXPECT_EQ(trace.report.idle_commands, 2U);
  EXPECT_NEAR(trace.report.unexplained.count(), 60, 1e-9);
  EXPECT_NEAR(trace.report.busy.count(), 2, 1e-9);
  ASSERT_EQ(trace.report.longest_idle.size(), 2U);
  const IdleSpan& longest = trace.report.longest_idle[0];
  EXPECT_NEAR(longest.start.count(), 1.030, 1e-9);
  EXPECT_NEAR(longest.length.count(), 60, 1e-9);
  EXPECT_EQ(longest.before, "k.1");
  EXPECT_EQ(longest.after, "k.3");
  EXPECT_EQ(longest.reason, IdleReason::unknown);
  EXPECT_NEAR(trace.report.longest_idle[1].length.count(), 0.030, 1e-9);
  EXPECT_EQ(trace.report.longest_idle[1].before, "");
  EXPECT_EQ(trace.report.longest_idle[1].reason, IdleReason::launch);
}

TEST(RecordedModel, WhatTheHostDidIsNoIdleTimeWithoutReason) {
  const ImportedTrace trace =
      modelled({{.start = 30, .end = 1030}, {.called = 60'000, .start = 60'010, .end = 61'010}});
  EXPECT_NEAR(makespan(trace), 61.010, 1e-9);
  EXPECT_EQ(trace.report.idle_commands, 0U);
  EXPECT_EQ(trace.report.longest_idle[0].reason, IdleReason::host);
  EXPECT_NEAR(trace.report.longest_idle[0].called.count(), 58.970, 1e-9);
}

/// Streams in order, the third one of collectives. Kernels are called for when they start, those of a lonely stream and
/// collectives perhaps long before.
rc::Gen<std::vector<KernelTimes>> recording() {
  return rc::gen::exec([] {
    std::vector<KernelTimes> kernels;
    const int streams = *rc::gen::inRange(1, 4);
    for (int stream = 1; stream <= streams; ++stream) {
      std::int64_t time = *rc::gen::inRange(0, 50);
      const int count = *rc::gen::inRange(1, 12);
      const bool may_be_early = streams == 1 || stream == 3;
      for (int i = 0; i < count; ++i) {
        const std::int64_t lasts = *rc::gen::inRange(1, 60);
        kernels.push_back({.called = may_be_early ? *rc::gen::element(std::int64_t{0}, time) : time,
                           .start = time,
                           .end = time + lasts,
                           .stream = static_cast<std::uint64_t>(stream),
                           .name = stream == 3 ? kAllReduce : kPlain});
        time += lasts + *rc::gen::element(0, 0, 1, 2, 40);
      }
    }
    return kernels;
  });
}

// Whatever overlapped: what runs beside others takes from its start to its end, and what has the engine to itself ends
// when it did.
RC_GTEST_PROP(RecordedModel, EverythingEndsWhenItWasRecordedTo, ()) {
  const std::vector<KernelTimes> kernels = *recording();
  for (const KernelTimes& kernel : kernels) {
    RC_LOG() << kernel.stream << ": " << kernel.called << ' ' << kernel.start << ' ' << kernel.end << '\n';
  }
  const ImportedTrace trace = modelled(kernels);
  for (const Interval& interval : replayed(trace).intervals) {
    const RecordedTimes& recorded = *trace.workload.tasks[interval.task].recorded;
    RC_LOG() << interval.task << ": " << interval.end.count() << " for " << recorded.end.count() << '\n';
    RC_ASSERT(std::abs((interval.end - recorded.end).count()) < 1e-9);
  }
}

}  // namespace
}  // namespace warpshop::io
