#include "calibrate/beside_others.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/gpu/host/host_driver.hpp"
#include "sim/evaluate/co_run/fit.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "tests/support/slow_co_run.hpp"
#include "tests/support/virtual_driver.hpp"

namespace warpshop::calibrate {
namespace {

constexpr std::int64_t kSms = 3;
constexpr double kWindow = 0.03;  // a subtask of each CTA more or less of some fifty, and a half beyond

using Laws = std::map<std::string, CoRunKernel, std::less<>>;

/// By laws that a GPU could have, of other subtasks than ours, so that windows hold many of them.
Laws laws() {
  return {{"arithmetic", {Millis{0.021}, {Millis{0.0030}, Millis{0.0005}, Millis{0.0005}}, 1.2, 1}},
          {"stream", {Millis{0.013}, {Millis{0.0006}, Millis{0.0029}, Millis{0.0006}}, 1, 1.4}},
          {"vector_add", {Millis{0.018}, {Millis{0.0006}, Millis{0.0026}, Millis{0.0009}}, 1, 0.8}},
          {"reduction", {Millis{0.026}, {Millis{0.0021}, Millis{0.0019}, Millis{0.0008}}, 0.8, 1.1}}};
}

/// What happens to rates beyond the law: kernel, whether another is there → factor.
using Odd = std::function<double(std::string_view, bool)>;

/// A chip on which kernels share SMs as the slow version of the law says. Their subtasks are not done.
class LawfulDriver final : public test::VirtualDriver {
 public:
  explicit LawfulDriver(const test::PlayedChip& chip) : VirtualDriver(gpu::host::kHostLink, {}, chip) {}

 protected:
  void do_subtask(const gpu::host::LaunchCommand& /*launch*/, std::uint32_t /*subtask*/) override {}
};

/// CTAs by threads alone: eight of each kernel on an SM, or as many as are told.
test::PlayedChip chip_of(const Laws& laws, const Odd& odd,
                         const std::map<std::string, std::int64_t, std::less<>>& per_sm) {
  const auto most = [per_sm](std::string_view kernel) {
    const auto found = per_sm.find(kernel);
    return found == per_sm.end() ? std::int64_t{8} : found->second;
  };
  return {
      .sms = kSms,
      .sm = {.ctas = 32, .threads = 2048, .registers = 65536, .shared_memory = Bytes{1 << 17}},
      .cta = [most](std::string_view kernel) { return SmResources{.ctas = 1, .threads = 2048 / most(kernel)}; },
      .ctas_per_sm = [most](std::string_view kernel) { return static_cast<std::uint32_t>(most(kernel)); },
      .rates =
          [laws, odd](std::span<test::PlayedCtas> all) {
            std::vector<test::SlowResident> residents;
            for (const test::PlayedCtas& each : all) {
              residents.push_back(
                  {.kernel = &laws.find(each.kernel)->second, .ctas = 1.0 * each.ctas, .group = each.sm});
            }
            const std::vector<double> rates = test::slow_co_run_rates(residents, std::vector<double>(kSms, 1.0 / kSms));
            for (std::size_t i = 0; i < all.size(); ++i) {
              const bool beside = std::any_of(
                  all.begin(), all.end(), [&](const test::PlayedCtas& other) { return other.kernel != all[i].kernel; });
              all[i].rate = rates[i] * odd(all[i].kernel, beside);
            }
          },
      .invocation = [](std::string_view /*kernel*/) { return Millis{0.005}; }};
}

/// Of one kernel, or two, on each SM.
std::vector<double> by_law(const Laws& laws, const std::vector<std::pair<std::string, double>>& ctas) {
  std::vector<test::SlowResident> residents;
  for (const auto& [kernel, count] : ctas) {
    residents.push_back({.kernel = &laws.at(kernel), .ctas = count});
  }
  return test::slow_co_run_rates(residents, {1.0});
}

/// A profile of kernels alone, as the law has them, and a device on which they can be beside each other.
class LawfulDevice {
 public:
  explicit LawfulDevice(
      const Odd& odd = [](std::string_view, bool) { return 1.0; },
      const std::map<std::string, std::int64_t, std::less<>>& per_sm = {})
      : driver_(std::make_shared<LawfulDriver>(chip_of(laws_, odd, per_sm))) {
    profile.name = "lawful";
    profile.sm = SmModel{.count = kSms, .registers = 65536, .shared_memory = {1 << 17}, .threads = 2048, .ctas = 32};
    for (const auto& [name, law] : laws_) {
      KernelModel& kernel = profile.kernels[name];
      const auto most = per_sm.find(name);
      kernel.category = name == "arithmetic" ? Category::compute_bound : Category::memory_bound;
      kernel.cta = CtaResources{.threads = 256, .per_sm = most == per_sm.end() ? 8 : most->second};
      for (std::int64_t ctas = 1; ctas <= kernel.cta->per_sm; ++ctas) {
        kernel.by_ctas.push_back({ctas, {by_law(laws_, {{name, static_cast<double>(ctas)}})[0] * kSms}});
      }
    }
    options.rule = {.max_relative_error = 0.01, .min_samples = 5, .max_samples = 9};
    options.warm_up = 1;
    options.wait = [driver = driver_](Millis time) { driver->pass(time); };
    options.warn = [this](const std::string& what) { warnings.push_back(what); };
  }

  void measure() {
    Meter meter(options);
    measure_beside_others(meter, gpu::Device(driver_), profile);
    series = meter.series();
  }
  const CoRunPoint* find(std::string_view first, std::string_view second) const {
    const auto found = std::find_if(profile.co_run.begin(), profile.co_run.end(), [&](const CoRunPoint& point) {
      return point.kernels[0] == first && point.kernels[1] == second;
    });
    return found == profile.co_run.end() ? nullptr : &*found;
  }

  Laws laws_ = laws();
  Device profile;
  Options options;
  std::vector<std::string> warnings;
  std::vector<Series> series;

 private:
  std::shared_ptr<LawfulDriver> driver_;
};

void expect_the_law(const LawfulDevice& measured, std::string_view first, std::string_view second) {
  const CoRunPoint* point = measured.find(first, second);
  ASSERT_NE(point, nullptr) << first << ' ' << second;
  EXPECT_EQ(point->ctas, (std::array<std::int64_t, 2>{4, 4}));
  const std::vector<double> expected = by_law(measured.laws_, {{std::string(first), 4.0}, {std::string(second), 4.0}});
  for (const std::size_t side : {0U, 1U}) {
    EXPECT_NEAR(point->rates[side].value / (expected[side] * kSms), 1, kWindow)
        << first << ' ' << second << ' ' << side;
    const auto confidence = measured.profile.confidence.find(co_run_path(*point, side));
    ASSERT_NE(confidence, measured.profile.confidence.end());
    EXPECT_TRUE(confidence->second.is_valid());
    EXPECT_GE(confidence->second.samples, 5);
  }
}

TEST(CoRun, OfALawfulDeviceIsWhatTheLawSays) {
  LawfulDevice measured;
  measured.measure();
  EXPECT_EQ(measured.warnings, std::vector<std::string>{});
  EXPECT_EQ(measured.profile.probes, (std::vector<std::string>{"arithmetic", "stream"}));
  EXPECT_EQ(measured.profile.co_run.size(), 1U + 2U + 2U);
  expect_the_law(measured, "arithmetic", "stream");
  for (const char* kernel : {"reduction", "vector_add"}) {
    expect_the_law(measured, kernel, "arithmetic");
    expect_the_law(measured, kernel, "stream");
  }
  EXPECT_NE(measured.profile.provenance.at("co_run").find("5 pairs"), std::string::npos);
}

TEST(CoRun, GivesBackTheParametersWithinTheirIntervals) {
  LawfulDevice measured;
  measured.measure();
  const std::vector<FittedKernel> fitted = evaluate::fit_co_run(measured.profile);
  const std::vector<LawUncertainty> off = evaluate::law_uncertainty(measured.profile, fitted);
  ASSERT_EQ(fitted.size(), 4U);
  ASSERT_EQ(off.size(), 4U);
  for (std::size_t i = 0; i < fitted.size(); ++i) {
    const CoRunKernel& found = fitted[i].law;
    const CoRunKernel& truth = measured.laws_.at(fitted[i].name);
    const auto expect_within = [&](double value, double expected, double factor, const std::string& what) {
      EXPECT_GT(factor, 1) << fitted[i].name << ' ' << what;
      EXPECT_LE(std::abs(std::log(value / expected)), std::log(factor))
          << fitted[i].name << ' ' << what << ": " << value << ", in truth " << expected << ", by " << factor;
    };
    EXPECT_LT(fitted[i].misfit, kWindow) << fitted[i].name;
    expect_within(found.delay.count(), truth.delay.count(), off[i].delay, "Z");
    for (const SharedResource resource : kAllSharedResources) {
      expect_within(found.demand[index(resource)].count(), truth.demand[index(resource)].count(),
                    off[i].demand[index(resource)], std::string(name(resource)));
    }
    expect_within(found.issue_weight, truth.issue_weight, off[i].issue_weight, "w of issue");
    expect_within(found.memory_weight, truth.memory_weight, off[i].memory_weight, "w of memory");
  }
}

TEST(CoRun, OfAllPairsHasTheOthersBehindThose) {
  LawfulDevice measured;
  measured.options.all_pairs = true;
  measured.measure();
  ASSERT_EQ(measured.profile.co_run.size(), 6U);
  expect_the_law(measured, "reduction", "vector_add");
  EXPECT_EQ(measured.find("reduction", "vector_add"), &measured.profile.co_run.back());
}

TEST(CoRun, AddsThePointThatACurveLacks) {
  LawfulDevice measured;
  std::vector<ScalingPoint>& curve = measured.profile.kernels.at("reduction").by_ctas;
  const ScalingPoint four = curve[3];
  curve.erase(curve.begin() + 3);
  measured.measure();
  ASSERT_EQ(curve.size(), 8U);
  EXPECT_EQ(curve[3].count, 4);
  EXPECT_NEAR(curve[3].rate.value / four.rate.value, 1, kWindow);
  EXPECT_TRUE(measured.profile.confidence.contains("kernels.reduction.by_ctas.4"));
}

Device read_again(const Device& profile) {
  std::stringstream text;
  io::write_device(text, profile);
  return io::parse_device(text, "again.yaml");
}

// What disturbed it nobody knows; the profile is without it, and loads.
TEST(CoRun, FasterThanAloneIsAWarningWithSamplesAndNoFigure) {
  LawfulDevice measured(
      [](std::string_view kernel, bool beside) { return kernel == "vector_add" && beside ? 3.0 : 1.0; });
  measured.measure();
  ASSERT_EQ(measured.warnings.size(), 2U);
  EXPECT_TRUE(measured.warnings[0].starts_with("co_run.4 vector_add beside 4 arithmetic is ")) << measured.warnings[0];
  EXPECT_TRUE(measured.warnings[0].ends_with(" ms")) << measured.warnings[0];
  EXPECT_EQ(measured.find("vector_add", "arithmetic"), nullptr);
  EXPECT_EQ(measured.profile.co_run.size(), 3U);
  EXPECT_EQ(read_again(measured.profile).co_run.size(), 3U);
}

TEST(CoRun, WhoDoesNotGetOnIsAWarningAndNoFigure) {
  LawfulDevice measured(
      [](std::string_view kernel, bool beside) { return kernel == "reduction" && beside ? 1e-6 : 1.0; });
  measured.measure();
  ASSERT_EQ(measured.warnings.size(), 2U);
  EXPECT_NE(measured.warnings[0].find("does next to nothing"), std::string::npos) << measured.warnings[0];
  EXPECT_EQ(measured.profile.co_run.size(), 3U);
  EXPECT_EQ(read_again(measured.profile).co_run.size(), 3U);
}

TEST(CoRun, WhoFindsNoRoomIsNamed) {
  LawfulDevice measured([](std::string_view, bool) { return 1.0; }, {{"reduction", 1}});
  measured.measure();
  ASSERT_EQ(measured.warnings.size(), 1U);
  EXPECT_NE(measured.warnings[0].find("no room for all CTAs of co_run.4 arithmetic beside 1 reduction"),
            std::string::npos)
      << measured.warnings[0];
  EXPECT_EQ(measured.profile.co_run.size(), 3U);
}

TEST(CoRun, WhereKernelsDoNotRunSideBySideIsNotMeasured) {
  const test::VirtualDevice box;  // one kernel at a time, and nobody counts who is there
  LawfulDevice measured;
  measured.options.wait = [driver = box.driver](Millis time) { driver->pass(time); };
  Meter meter(measured.options);
  measure_beside_others(meter, box.device, measured.profile);
  EXPECT_TRUE(measured.profile.co_run.empty());
  EXPECT_TRUE(measured.profile.probes.empty());
  EXPECT_EQ(measured.warnings.size(), 1U);
  EXPECT_TRUE(measured.profile.provenance.at("co_run").starts_with("not measured: "));
}

// Threads of this machine: that it ends, and what it writes loads.
TEST(HostCoRun, HasAPointOfEachPairOrSaysWhyNot) {
  const gpu::Device host(std::make_shared<gpu::host::HostDriver>(gpu::host::Options{}));
  LawfulDevice measured;
  measured.options.wait = wait_for;
  for (auto& [name, kernel] : measured.profile.kernels) {
    kernel.cta->per_sm = 4;
    kernel.by_ctas.resize(4);
  }
  Meter meter(measured.options);
  measure_beside_others(meter, host, measured.profile);
  EXPECT_EQ(measured.profile.co_run.size() + measured.warnings.size(), 5U);
  EXPECT_EQ(read_again(measured.profile).co_run.size(), measured.profile.co_run.size());
}

}  // namespace
}  // namespace warpshop::calibrate
