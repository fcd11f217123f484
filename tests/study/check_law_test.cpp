#include "sim/study/check_law.hpp"

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"
#include "tests/support/slow_co_run.hpp"

namespace warpshop::study {
namespace {

constexpr double kChecked = 0.03;  // what the fit takes a rate to be off by

/// Four kernels on one SM that do what the law says, beside probes and, of two, beside each other.
class Lawful {
 public:
  Lawful() {
    device.name = "lawful";
    device.sm = SmModel{.count = 1, .registers = 65536, .shared_memory = {98304}, .threads = 2048, .ctas = 32};
    device.probes = {"fma", "vad"};
    add("fma", Category::compute_bound, {Millis{1.1}, {Millis{0.16}, Millis{0.01}, Millis{0.005}}, 1, 1});
    add("vad", Category::memory_bound, {Millis{0.8}, {Millis{0.02}, Millis{0.15}, Millis{0.03}}, 1, 1});
    add("red", Category::memory_bound, {Millis{1.4}, {Millis{0.04}, Millis{0.19}, Millis{0.05}}, 1, 1});
    add("mix", Category::compute_bound, {Millis{1.2}, {Millis{0.17}, Millis{0.05}, Millis{0.02}}, 1, 1});
    measure("fma", "vad");
    for (const char* kernel : {"mix", "red"}) {
      measure(kernel, "fma");
      measure(kernel, "vad");
    }
  }
  void measure(const std::string& a, const std::string& b, double times = 1) {
    const std::vector<double> rates =
        test::slow_co_run_rates({{.kernel = &laws_.at(a), .ctas = 4}, {.kernel = &laws_.at(b), .ctas = 4}}, {1.0});
    device.co_run.push_back({{a, b}, {4, 4}, {SubtasksPerMilli{times * rates[0]}, SubtasksPerMilli{times * rates[1]}}});
  }
  Device device;

 private:
  void add(const std::string& name, Category category, const CoRunKernel& law) {
    laws_[name] = law;
    KernelModel& kernel = device.kernels[name];
    kernel.category = category;
    kernel.cta = CtaResources{.threads = 256, .per_sm = 8};
    for (const std::int64_t ctas : {1, 2, 4, 8}) {
      const std::vector<double> rates =
          test::slow_co_run_rates({{.kernel = &laws_.at(name), .ctas = static_cast<double>(ctas)}}, {1.0});
      kernel.by_ctas.push_back({ctas, {rates[0]}});
    }
  }
  std::map<std::string, CoRunKernel> laws_;
};

TEST(CheckLaw, OfALawfulDeviceIsNotFarOff) {
  const LawCheck check = check_law(Lawful().device);
  EXPECT_EQ(check.kernels.size(), 4U);
  EXPECT_EQ(check.uncertainty.size(), 4U);
  ASSERT_TRUE(check.beside_probes);
  EXPECT_EQ(check.beside_probes->error.configurations, 5U);
  EXPECT_LT(check.beside_probes->error.worst_stp, kChecked);
  EXPECT_FALSE(check.others);
}

TEST(CheckLaw, IsNotFittedToTheOtherPairs) {
  Lawful lawful;
  lawful.measure("red", "mix", 0.5);
  const LawCheck check = check_law(lawful.device);
  ASSERT_TRUE(check.others);
  EXPECT_EQ(check.others->error.configurations, 1U);
  EXPECT_NEAR(check.others->error.worst_stp, 1, 2 * kChecked) << "it was measured half as fast as the law says";
  EXPECT_EQ(check.others->worst, (std::array<std::string, 2>{"red", "mix"}));
  EXPECT_EQ(check.beside_probes->error.configurations, 5U);
  EXPECT_LT(check.beside_probes->error.worst_stp, kChecked);
}

TEST(CheckLaw, NamesThePairThatIsFurthestOff) {
  Lawful lawful;
  lawful.measure("red", "mix");
  lawful.measure("mix", "red", 1.3);
  const LawCheck check = check_law(lawful.device);
  EXPECT_EQ(check.others->error.configurations, 2U);
  EXPECT_EQ(check.others->worst, (std::array<std::string, 2>{"mix", "red"}));
  EXPECT_NEAR(check.others->error.worst_stp, 1 - 1 / 1.3, 2 * kChecked);
}

TEST(CheckLaw, NeedsToKnowTheSms) {
  Lawful lawful;
  lawful.device.sm.reset();
  EXPECT_THROW(check_law(lawful.device), InputError);
}

}  // namespace
}  // namespace warpshop::study
