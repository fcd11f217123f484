#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "calibrate/calibrate.hpp"
#include "calibrate/recheck.hpp"
#include "kernels/gpu/handles.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "kernels/kernel.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/model/error.hpp"
#include "tests/support/virtual_driver.hpp"

namespace warpshop::calibrate {
namespace {

// Everything that a GPU would be measured for, at sizes that take a few seconds here.
Options small() {
  Options options = quick();
  options.rule = {.max_relative_error = 0.05, .min_samples = 5, .max_samples = 9};
  options.clock_warm_up = Millis{0};
  options.smallest_copy = Bytes{2 << 10};
  options.copy_size_factor = 8;
  options.largest_copy = Bytes{128 << 10};
  options.longest_kernel = Millis{2};
  options.overlap_steps = 2;
  options.kernels = {"vector_add", "stream"};  // without `arithmetic` none beside others, see HostCoRun
  return options;
}

/// The same with large copies, on a device in virtual time.
Options in_virtual_time(const test::VirtualDevice& box) {
  Options options = small();
  options.largest_copy = Bytes{8 << 20};
  options.longest_kernel = Millis{0.5};
  options.kernels = {"vector_add", "stream"};  // `arithmetic` is measured all the same, and computes for long
  options.wait = [driver = box.driver](Millis time) { driver->pass(time); };
  return options;
}

gpu::Device host(const gpu::host::Faults& faults = {}) {
  return gpu::Device(std::make_shared<gpu::host::HostDriver>(gpu::host::Options{.faults = faults}));
}

const Device& found_in_virtual_time() {
  static const Device device = [] {
    const test::VirtualDevice box;
    return calibrate(box.device, "virtual", in_virtual_time(box)).device;
  }();
  return device;
}

/// Of figures that are known: profiles are rounded.
constexpr double kBound = 0.002;

void expect_close(const std::optional<BytesPerSecond>& found, BytesPerSecond truth, const std::string& what) {
  ASSERT_TRUE(found) << what;
  EXPECT_NEAR(found->value, truth.value, kBound * truth.value) << what;
}

TEST(Calibration, FindsWhatTheBusIsPacedTo) {
  const Device& device = found_in_virtual_time();
  EXPECT_EQ(device.dma_engines, 2);
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const gpu::host::LinkSpeed& truth = gpu::host::kHostLink[index(memory)][index(direction)];
      const TransferModel& found = device.transfer(memory, direction);
      const std::string copies = std::string(name(memory)) + ' ' + std::string(name(direction));
      EXPECT_NEAR(*found.latency / truth.latency, 1, kBound) << copies;
      EXPECT_TRUE(found.points.empty()) << copies;
      expect_close(found.alone, truth.alone, copies + " alone");
      expect_close(found.mixed, truth.mixed, copies + " mixed");
      if (memory == Memory::pinned) {
        expect_close(found.duplex, truth.duplex, copies + " duplex");
      }
    }
  }
  ASSERT_TRUE(device.observed);
  EXPECT_LT(device.observed->pageable_overlap, 0.02);
  EXPECT_LT(device.observed->same_direction_overlap, 0.02);
  ASSERT_TRUE(device.observed->partial_overlap);
  EXPECT_LT(device.observed->partial_overlap->worst_error, kBound);
}

TEST(Calibration, FindsNoGapsWhereCommandsFollowEachOtherAtOnce) {
  const StreamGaps gaps = found_in_virtual_time().gaps.value_or(StreamGaps{});
  EXPECT_LT(gaps.kernel_kernel, Millis{1e-4});
  EXPECT_LT(gaps.copy_kernel, Millis{1e-4});
  EXPECT_LT(gaps.kernel_copy, Millis{1e-4});
}

TEST(Calibration, FindsWhatKernelsTake) {
  const KernelModel& kernel = found_in_virtual_time().kernels.at("vector_add");
  // 16 CTAs of 1024 elements run at once: 8 a SM, of which there are two.
  const double cta = test::VirtualDriver::kCta.count();
  EXPECT_NEAR(kernel.per_element->count() * 16 * 1024 / cta, 1, kBound);
  EXPECT_NEAR(*kernel.invocation / test::VirtualDriver::kInvocation, 1, kBound);
  EXPECT_EQ(kernel.category, Category::memory_bound);
  EXPECT_NEAR(kernel.transformation.value(), 1, kBound);
  ASSERT_EQ(kernel.by_ctas.size(), 4U);  // 1, 2, 4 and 8 a SM
  ASSERT_EQ(kernel.by_sms.size(), 2U);
  for (const ScalingPoint& point : kernel.by_ctas) {
    EXPECT_NEAR(point.rate.value * cta / (2 * static_cast<double>(point.count)), 1, 0.02) << point.count;
  }
  EXPECT_NEAR(kernel.by_sms.front().rate.value * cta / 8, 1, 0.02);
  // A word is copied after 0.1 ms, and the subtasks that run then are seen through.
  ASSERT_TRUE(kernel.eviction);
  EXPECT_GE(*kernel.eviction, Millis{0.1});
  EXPECT_LE(*kernel.eviction, Millis{0.1} + 2 * test::VirtualDriver::kCta);
  const auto& interference = found_in_virtual_time().interference;
  ASSERT_TRUE(interference);
  EXPECT_NEAR(interference->h2d_beside_kernel, 1, kBound);
  EXPECT_NEAR(interference->kernel_beside_d2h, 1, kBound);
}

/// One kernel, and no more repetitions than a device needs that always takes as long.
Options exact(const test::VirtualDevice& box) {
  Options options = in_virtual_time(box);
  options.rule = {.max_relative_error = 0.05, .min_samples = 2, .max_samples = 2};
  options.warm_up = 0;
  options.kernels = {"vector_add"};
  return options;
}

/// A cache of 128 KiB; what does fewer than 11 subtasks of 12 KiB is in it.
constexpr test::VirtualTraits kCached{.l2_cache = Bytes{128 << 10}, .cached_subtasks = 11};

TEST(Calibration, MeasuresKernelsBeyondTheCache) {
  const test::VirtualDevice box(gpu::host::kHostLink, kCached);
  const Device device = calibrate(box.device, "cached", exact(box)).device;
  const KernelModel& kernel = device.kernels.at("vector_add");
  const double cta = test::VirtualDriver::kCta.count();
  EXPECT_NEAR(kernel.per_element->count() * 16 * 1024 / cta, 1, 0.02);
  EXPECT_NEAR(kernel.invocation->count(), test::VirtualDriver::kInvocation.count(), cta / 16) << "a part of a subtask";
  ASSERT_EQ(kernel.by_ctas.size(), 4U);
  for (const ScalingPoint& point : kernel.by_ctas) {
    EXPECT_NEAR(point.rate.value * cta / (2 * static_cast<double>(point.count)), 1, 0.02) << point.count;
  }
  EXPECT_NEAR(kernel.by_sms.front().rate.value * cta / 8, 1, 0.02);
  EXPECT_TRUE(device.provenance.at("cache").starts_with("0.125 MiB of L2; ")) << device.provenance.at("cache");
}

TEST(Calibration, ACacheThatNobodyKnowsOfMakesKernelsLookFasterThanTheyAre) {
  test::VirtualTraits silent = kCached;
  silent.l2_cache = Bytes{0};
  const test::VirtualDevice box(gpu::host::kHostLink, silent);
  const Device device = calibrate(box.device, "silent", exact(box)).device;
  const double cta = test::VirtualDriver::kCta.count();
  EXPECT_GT(device.kernels.at("vector_add").by_ctas.front().rate.value * cta / 2, 1.5);
  EXPECT_FALSE(device.provenance.contains("cache"));
}

// As on OpenCL: the same copies and times of kernels, and what takes the persistent form is left out and said, once.
TEST(Calibration, OfPlainKernelsAloneHasTheSameTimesAndSaysWhatItHasNot) {
  const test::VirtualDevice plain(gpu::host::kHostLink, {.persistent_kernels = false});
  const test::VirtualDevice both;
  Options options = exact(plain);
  options.kernels = {"vector_add", "stream", "arithmetic"};  // the last two are measured beside others, where they can
  std::vector<std::string> warnings;
  options.warn = [&](const std::string& what) { warnings.push_back(what); };
  const Device device = calibrate(plain.device, "plain", options).device;
  EXPECT_EQ(warnings, std::vector<std::string>{"how kernels use and share SMs is " + device.provenance.at("sharing")});
  EXPECT_FALSE(device.sm);
  EXPECT_TRUE(device.co_run.empty());
  EXPECT_FALSE(device.provenance.contains("occupancy"));
  const Device with = calibrate(both.device, "both", exact(both)).device;
  const KernelModel& kernel = device.kernels.at("vector_add");
  EXPECT_FALSE(kernel.cta);
  EXPECT_TRUE(kernel.by_ctas.empty() && kernel.by_sms.empty());
  EXPECT_FALSE(kernel.eviction);
  EXPECT_NEAR(*kernel.per_element / *with.kernels.at("vector_add").per_element, 1, 0.02);
  EXPECT_NEAR(device.transfer(Memory::pinned, Direction::h2d).alone->value /
                  with.transfer(Memory::pinned, Direction::h2d).alone->value,
              1, 0.02);
  std::stringstream text;
  io::write_device(text, device);
  EXPECT_EQ(io::parse_device(text, "plain.yaml").kernels.size(), 3U);
}

// What calibrate() and check() say of opposing copies has to be of the same sizes, and not of the host that submits.
TEST(Calibration, AndTheCheckOpposeCopiesOfOneSizeWithoutWhatSubmittingTakes) {
  const test::VirtualDevice box(gpu::host::kHostLink, {.slow_beyond = Bytes{1 << 20}, .submission = Millis{0.05}});
  Options options = exact(box);
  options.largest_opposed = Bytes{1 << 20};
  const Device device = calibrate(box.device, "slow", options).device;
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    const gpu::host::LinkSpeed& truth = gpu::host::kHostLink[0][index(direction)];
    expect_close(device.transfer(Memory::pinned, direction).duplex, truth.duplex, std::string(name(direction)));
  }
  int opposed = 0;
  for (const Recheck& recheck : check(box.device, device, options)) {
    if (recheck.what.ends_with(".duplex, a GiB")) {
      ++opposed;
      EXPECT_LT(std::abs(recheck.error()), kBound) << recheck.what;
    }
  }
  EXPECT_EQ(opposed, 2);
}

// An opposing copy makes none faster: whatever says so was disturbed, and the profile of it loads all the same.
TEST(Calibration, SaysWhatCannotBeAndWritesWhatLoads) {
  gpu::host::LinkSpeeds odd = gpu::host::kHostLink;
  odd[0][0].duplex = {odd[0][0].alone.value * 1.3};
  const test::VirtualDevice box(odd);
  Options options = exact(box);
  std::vector<std::string> warnings;
  options.warn = [&](const std::string& what) { warnings.push_back(what); };
  const Device device = calibrate(box.device, "odd", options).device;
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_TRUE(warnings[0].starts_with("transfer.pinned.h2d.duplex is 1.3")) << warnings[0];
  std::stringstream text;
  io::write_device(text, device);
  const Device again = io::parse_device(text, "odd.yaml");
  const TransferModel& transfer = again.transfer(Memory::pinned, Direction::h2d);
  EXPECT_NEAR(transfer.duplex->value / transfer.alone->value, kMostBesideOverAlone, 1e-4);
}

/// On threads and memory of this machine, by its clock: what it finds differs every time.
const Calibration& calibrated() {
  static const Calibration calibration = calibrate(host(), "host", small());
  return calibration;
}

TEST(HostCalibration, MeasuresEveryFigureOfAKernel) {
  const KernelModel& kernel = calibrated().device.kernels.at("vector_add");
  EXPECT_TRUE(std::isfinite(kernel.per_element->count()));
  EXPECT_TRUE(std::isfinite(kernel.invocation->count()));
  ASSERT_TRUE(kernel.cta);
  EXPECT_EQ(kernel.cta->threads, 256);
  EXPECT_EQ(kernel.by_ctas.back().count, kernel.cta->per_sm);
  EXPECT_EQ(kernel.by_sms.back().count, calibrated().device.sm->count);
  for (const auto* curve : {&kernel.by_ctas, &kernel.by_sms}) {
    for (const ScalingPoint& point : *curve) {
      EXPECT_GT(point.rate.value, 0);
    }
  }
  EXPECT_GT(kernel.transformation.value(), 0);
  EXPECT_TRUE(calibrated().device.confidence.contains("kernels.vector_add.per_element"));
  EXPECT_TRUE(calibrated().device.confidence.contains("memory.bandwidth"));
}

TEST(HostCalibration, SaysWhereItsFiguresComeFrom) {
  const auto& provenance = calibrated().device.provenance;
  for (const char* topic :
       {"gpu", "driver", "when", "clocks", "outliers", "occupancy", "copy engines", "kernel fit", "dominance"}) {
    EXPECT_TRUE(provenance.contains(topic)) << topic;
  }
  EXPECT_EQ(provenance.at("occupancy"), "the formula and the driver agree for every kernel in both forms");
  const auto& series = calibrated().series;
  EXPECT_TRUE(std::ranges::any_of(series, [](const Series& one) { return one.name == "transfer.pinned.h2d 2048 B"; }));
  EXPECT_TRUE(std::ranges::all_of(series, [](const Series& one) { return one.samples.size() >= 5; }));
}

/// A task on the device: copy in, vector addition, copy out, each engine in a stream of its own.
struct PlacedTask {
  PlacedTask(const gpu::Device& device, std::int64_t elements)
      : kernel(*kernels::find("vector_add")),
        layout(kernel.layout(elements)),
        input(device, gpu::Space::pinned, layout.input),
        output(device, gpu::Space::pinned, layout.output),
        device_input(device, gpu::Space::device, layout.input),
        device_output(device, gpu::Space::device, layout.output),
        arguments(kernel.bind(device_input.data(), device_output.data(), elements)),
        copied_in(device),
        computed(device) {}

  const kernels::Kernel& kernel;
  kernels::Layout layout;
  gpu::Buffer input, output, device_input, device_output;
  gpu::Arguments arguments;
  gpu::Event copied_in, computed;
};

Millis run_in_order(const gpu::Device& device, const std::vector<PlacedTask>& tasks) {
  const gpu::Stream in(device);
  const gpu::Stream compute(device);
  const gpu::Stream out(device);
  const gpu::Event start(device);
  const gpu::Event end(device);
  in.record(start);
  for (const PlacedTask& task : tasks) {
    in.copy(task.device_input, task.input);
    in.record(task.copied_in);
    compute.wait(task.copied_in);
    compute.launch(task.kernel.code, task.arguments, task.layout.subtasks);
    compute.record(task.computed);
    out.wait(task.computed);
    out.copy(task.output, task.device_output);
  }
  out.record(end);
  end.synchronize();
  return gpu::elapsed(start, end);
}

TEST(Calibration, PredictsWhatTasksTake) {
  const test::VirtualDevice box;
  Workload workload;
  std::vector<PlacedTask> tasks;
  for (const int elements : {1 << 20, 1 << 19, 3 << 18}) {
    tasks.emplace_back(box.device, elements);
    Task task;
    task.name = std::to_string(elements);
    task.h2d = CopySpec{.amount = tasks.back().layout.input};
    task.kernel = KernelSpec{.work = KernelCall{.name = "vector_add", .elements = elements}};
    task.d2h = CopySpec{.amount = tasks.back().layout.output};
    workload.tasks.push_back(task);
  }
  const Instance instance = resolve(workload, found_in_virtual_time());
  const Millis predicted = evaluate::makespan(instance, Plan{.order = {0, 1, 2}});
  EXPECT_NEAR(predicted / run_in_order(box.device, tasks), 1, kBound);
}

// Whatever fails, and whenever: an error that names the step, no hang, no result.
TEST(HostCalibration, ADeviceThatFailsNamesTheStep) {
  struct Case {
    gpu::host::Faults faults;
    const char* step;
    const char* problem;
  };
  const std::vector<Case> cases{
      {{.failing_launch = 1}, "clocks: ", "a kernel failed"},
      {{.lost_at_launch = 40}, "", "the device is lost"},
      {{.lost_at_copy = 60}, "transfers: transfer.pinned.", "the device is lost"},
      {{.lost_at_copy = 220}, "transfers: ", "the device is lost"},
  };
  for (const Case& one : cases) {
    try {
      calibrate(host(one.faults), "host", small());
      FAIL() << "the device failed";
    } catch (const DeviceError& error) {
      const std::string text = error.what();
      EXPECT_TRUE(text.starts_with(one.step)) << text;
      EXPECT_NE(text.find(one.problem), std::string::npos) << text;
      EXPECT_NE(text.find(": "), std::string::npos) << text;
    }
  }
}

TEST(HostCalibration, OutOfMemoryNamesTheStep) {
  const gpu::Device device(std::make_shared<gpu::host::HostDriver>(gpu::host::Options{.memory = Bytes{1 << 20}}));
  try {
    calibrate(device, "host", small());
    FAIL() << "there was no room for a vector addition of any use";
  } catch (const DeviceError& error) {
    const std::string text = error.what();
    EXPECT_TRUE(text.starts_with("transfers: ") || text.starts_with("kernel ")) << text;
    EXPECT_TRUE(text.ends_with(" B: out of memory")) << text;
  }
}

TEST(Check, MeasuresAFewFiguresOfAProfileAgain) {
  const test::VirtualDevice box;
  const std::vector<Recheck> rechecks = check(box.device, found_in_virtual_time(), in_virtual_time(box));
  EXPECT_EQ(rechecks.size(), 8U + 2U + 2U);
  for (const Recheck& recheck : rechecks) {
    EXPECT_LT(std::abs(recheck.error()), 0.01) << recheck.what;
  }
  Device wrong = found_in_virtual_time();
  wrong.transfers[0][0].alone->value *= 4;
  const std::vector<Recheck> off = check(box.device, wrong, in_virtual_time(box));
  EXPECT_NEAR(off[1].error(), -0.75, 0.01) << "a bus said to be four times as fast";
}

}  // namespace
}  // namespace warpshop::calibrate
