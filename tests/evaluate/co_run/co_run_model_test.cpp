#include "sim/evaluate/co_run/co_run_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/co_run/law.hpp"

namespace warpshop::evaluate {
namespace {

constexpr std::int64_t kSms = 10;
constexpr std::array<double, 1> kWhole{1.0};

/// A device whose kernels do just what the law says of these.
class Lawful {
 public:
  Lawful() {
    device_.sm = SmModel{.count = kSms, .registers = 65536, .shared_memory = {98304}, .threads = 2048, .ctas = 32};
    add("fma", Category::compute_bound, {Millis{1.1}, {Millis{0.6}, Millis{0.25}, Millis{0.03}}, 1.5, 1});
    add("vad", Category::memory_bound, {Millis{0.5}, {Millis{0.08}, Millis{0.37}, Millis{0.02}}, 1, 1.4});
    add("red", Category::memory_bound, {Millis{1.8}, {Millis{0.2}, Millis{0.42}, Millis{0.02}}, 0.6, 0.5});
    add("mix", Category::memory_bound, {Millis{1.2}, {Millis{0.25}, Millis{0.36}, Millis{0.03}}, 1, 1});
    device_.probes = {"fma", "vad"};
    for (const char* kernel : {"vad", "red", "mix"}) {
      measure("fma", kernel, 4, 4);
    }
    measure("vad", "red", 4, 4);
    measure("mix", "vad", 4, 4);
  }

  Device& device() { return device_; }
  void measure(const std::string& a, const std::string& b, std::int64_t a_ctas, std::int64_t b_ctas, double times = 1) {
    const std::array<double, 2> rates = together(a, b, static_cast<double>(a_ctas), static_cast<double>(b_ctas));
    device_.co_run.push_back({{a, b},
                              {a_ctas, b_ctas},
                              {SubtasksPerMilli{times * rates[0] * kSms}, SubtasksPerMilli{times * rates[1] * kSms}}});
  }
  std::array<double, 2> together(const std::string& a, const std::string& b, double a_ctas, double b_ctas) const {
    const std::vector<Resident> residents{{.kernel = &laws_.at(a), .ctas = a_ctas},
                                          {.kernel = &laws_.at(b), .ctas = b_ctas}};
    const std::vector<double> rates = co_run_rates(residents, kWhole);
    return {rates[0], rates[1]};
  }

 private:
  void add(const std::string& name, Category category, const CoRunKernel& law) {
    laws_[name] = law;
    KernelModel& kernel = device_.kernels[name];
    kernel.category = category;
    kernel.cta = CtaResources{.threads = 256, .per_sm = 8};
    for (const std::int64_t ctas : {1, 2, 3, 4, 6, 8}) {
      const Resident resident{.kernel = &laws_[name], .ctas = static_cast<double>(ctas)};
      kernel.by_ctas.push_back({ctas, {co_run_rates(std::span(&resident, 1), kWhole)[0] * kSms}});
    }
  }

  Device device_;
  std::map<std::string, CoRunKernel> laws_;
};

/// Rates on each SM, as the model says.
std::array<double, 2> by_model(const CoRunModel& model, const std::string& a, const std::string& b, double a_ctas,
                               double b_ctas) {
  const SmGroup group{.sms = kSms, .residents = {{*model.find(a), a_ctas}, {*model.find(b), b_ctas}}};
  const std::vector<SubtasksPerMilli> rates = model.rates(std::span(&group, 1));
  return {rates[0].value / kSms, rates[1].value / kSms};
}

TEST(CoRunModel, AloneFollowsTheMeasuredCurves) {
  Lawful lawful;
  KernelModel& red = lawful.device().kernels["red"];
  red.by_ctas[2].rate.value *= 1.05;  // what no law says
  red.by_sms = {{5, {red.by_ctas.back().rate.value * 0.7}}, {10, red.by_ctas.back().rate}};
  const CoRunModel model(lawful.device());
  const std::size_t kernel = *model.find("red");
  for (const ScalingPoint& point : red.by_ctas) {
    EXPECT_NEAR(model.alone(kernel, static_cast<double>(point.count), kSms).value, point.rate.value,
                1e-9 * point.rate.value)
        << point.count;
  }
  EXPECT_NEAR(model.alone(kernel, 8, 5).value, red.by_sms[0].rate.value, 1e-9 * red.by_sms[0].rate.value);
  EXPECT_EQ(model.find("none"), std::nullopt);
}

TEST(CoRunModel, FindsTheParametersThatMadeTheFigures) {
  const Lawful lawful;
  const CoRunModel model(Lawful().device());
  for (const FittedKernel& kernel : model.kernels()) {
    EXPECT_LT(kernel.misfit, 0.01) << kernel.name;
  }
  // None of these was fitted to.
  for (const double ctas : {1.0, 2.0, 6.0, 7.0}) {
    const std::array<double, 2> expected = lawful.together("red", "mix", ctas, 8 - ctas);
    const std::array<double, 2> found = by_model(model, "red", "mix", ctas, 8 - ctas);
    for (const std::size_t side : {0U, 1U}) {
      EXPECT_NEAR(found[side] / expected[side], 1, 0.05) << ctas;
    }
  }
}

/// Slower than any law has it, by different factors at two splits.
TEST(CoRunModel, AMeasuredPairIsAsItWasMeasured) {
  Lawful lawful;
  const CoRunModel plain(lawful.device());
  lawful.measure("red", "mix", 4, 4, 0.7);
  lawful.measure("mix", "red", 2, 6, 0.9);
  const CoRunModel model(lawful.device());
  for (const auto& [red, mix, slower] : {std::array{4.0, 4.0, 0.7}, std::array{6.0, 2.0, 0.9}}) {
    const std::array<double, 2> found = by_model(model, "red", "mix", red, mix);
    const std::array<double, 2> expected = lawful.together("red", "mix", red, mix);
    EXPECT_NEAR(found[0] / (slower * expected[0]), 1, 1e-9);
    EXPECT_NEAR(found[1] / (slower * expected[1]), 1, 1e-9);
  }
  EXPECT_EQ(by_model(model, "red", "vad", 3, 5), by_model(plain, "red", "vad", 3, 5));
  EXPECT_EQ(by_model(model, "fma", "mix", 3, 5), by_model(plain, "fma", "mix", 3, 5));
  EXPECT_EQ(model.alone(*model.find("red"), 4, kSms).value, plain.alone(*plain.find("red"), 4, kSms).value);
}

/// Between its points, and towards where one of the two is alone, the factor is on straight lines: by hand.
TEST(CoRunModel, WhatAPairMissesIsInterpolatedByShare) {
  Lawful lawful;
  lawful.measure("red", "mix", 4, 4, 0.7);
  const CoRunModel model(lawful.device());
  CoRunProfile by_law = model.profile();
  ASSERT_EQ(by_law.pairs.size(), 1U);
  const std::size_t first = by_law.pairs.front().first;
  const std::size_t second = by_law.pairs.front().second;
  by_law.pairs.front().by_share = {};
  const auto rates = [&](const CoRunProfile& profile, double of_first, double of_second) {
    const SmGroup both{.sms = kSms, .residents = {{first, of_first}, {second, of_second}}};
    return group_rates(profile, std::span(&both, 1));
  };
  const auto missed = [&](double of_first, double of_second, std::size_t side) {
    return rates(model.profile(), of_first, of_second)[side].value / rates(by_law, of_first, of_second)[side].value;
  };
  for (const std::size_t side : {0U, 1U}) {
    const double at_half = missed(4, 4, side);
    EXPECT_LT(at_half, 0.95);
    EXPECT_NEAR(missed(2, 6, side), 1 + (at_half - 1) / 2, 1e-9);  // an SM holds eight of either
    EXPECT_NEAR(missed(6, 2, side), 1 + (at_half - 1) / 2, 1e-9);
    EXPECT_NEAR(missed(1, 7, side), 1 + (at_half - 1) / 4, 1e-9);
    EXPECT_NEAR(missed(1, 1, side), at_half, 1e-9);
  }
  // On SMs of their own nothing of it is left.
  const std::vector<SmGroup> apart{{.sms = kSms / 2, .residents = {{first, 8}}},
                                   {.sms = kSms / 2, .residents = {{second, 8}}}};
  EXPECT_EQ(group_rates(model.profile(), apart), group_rates(by_law, apart));
}

TEST(CoRunModel, WithoutProbesTheCategorySaysWhatLimits) {
  Lawful lawful;
  lawful.device().probes.clear();
  lawful.device().co_run.clear();
  const CoRunModel model(lawful.device());
  const auto throughput = [&](const std::string& a, const std::string& b) {
    const std::array<double, 2> rates = by_model(model, a, b, 4, 4);
    return rates[0] * kSms / model.alone(*model.find(a), 8, kSms).value +
           rates[1] * kSms / model.alone(*model.find(b), 8, kSms).value;
  };
  EXPECT_GT(throughput("fma", "vad"), 1.2);
  EXPECT_LT(throughput("red", "vad"), 1.1);
}

/// S5 figures 4.1 to 4.3: four SMs of at most two memory requests a cycle, six served in all; K1 asks for two on each
/// SM, K2 for one. With SMs of their own or half of each, all six are served: NP 4/6 and 2/4.
TEST(CoRunModel, ServesTheSixRequestsOfTheSource) {
  constexpr std::int64_t kFour = 4;
  constexpr double kCtas = 8;
  Device device;
  device.sm = SmModel{.count = kFour, .registers = 65'536, .shared_memory = Bytes{65'536}, .threads = 2048, .ctas = 16};
  const auto add = [&](const char* name, double on_an_sm, Category category) {
    KernelModel kernel{.category = category};
    kernel.cta = CtaResources{.threads = 256, .per_sm = 8};
    for (std::int64_t ctas = 1; ctas <= 8; ++ctas) {
      kernel.by_ctas.push_back({ctas, {std::min(6.0, kFour * on_an_sm * static_cast<double>(ctas) / kCtas)}});
    }
    for (std::int64_t sms = 1; sms <= kFour; ++sms) {
      kernel.by_sms.push_back({sms, {std::min(6.0, on_an_sm * static_cast<double>(sms))}});
    }
    device.kernels[name] = kernel;
  };
  add("k1", 2, Category::memory_bound);
  add("k2", 1, Category::compute_bound);
  const CoRunModel model(device);
  const std::size_t k1 = *model.find("k1");
  const std::size_t k2 = *model.find("k2");
  EXPECT_NEAR(model.alone(k1, kCtas, kFour).value, 6, 1e-9);
  EXPECT_NEAR(model.alone(k2, kCtas, kFour).value, 4, 1e-9);
  const std::vector<SmGroup> smt{{.sms = 2, .residents = {{k1, kCtas}}}, {.sms = 2, .residents = {{k2, kCtas}}}};
  const std::vector<SmGroup> smk{{.sms = kFour, .residents = {{k1, kCtas / 2}, {k2, kCtas / 2}}}};
  for (const std::vector<SmGroup>& groups : {smt, smk}) {
    const std::vector<SubtasksPerMilli> rates = model.rates(groups);
    EXPECT_NEAR(rates[0].value / 6, 4.0 / 6, 0.015);
    EXPECT_NEAR(rates[1].value / 4, 2.0 / 4, 0.015);
    EXPECT_NEAR(rates[0].value / 6 + rates[1].value / 4, 7.0 / 6, 0.02);
  }
}

/// The corrections of a law, at counts between measured ones and on some of the SMs, make no kernel faster with less.
TEST(CoRunModel, NoKernelIsFasterWithLess) {
  Lawful lawful;
  KernelModel& red = lawful.device().kernels["red"];
  for (std::size_t point = 1; point < red.by_ctas.size(); point += 2) {
    red.by_ctas[point].rate.value *= 1.1;  // noise: the next are lower
  }
  const CoRunModel model(lawful.device());
  const std::size_t kernel = *model.find("red");
  for (std::int64_t sms = 1; sms <= kSms; ++sms) {
    for (double ctas = 1; ctas <= 8; ++ctas) {
      const double rate = model.alone(kernel, ctas, sms).value;
      EXPECT_LE(rate, model.alone(kernel, ctas + 1, sms).value * (1 + 1e-9)) << sms << ' ' << ctas;
      EXPECT_LE(rate, model.alone(kernel, ctas, std::min(sms + 1, kSms)).value * (1 + 1e-9)) << sms << ' ' << ctas;
      for (std::int64_t more = 1; more < sms; ++more) {
        const std::vector<SmGroup> unlike{{.sms = sms - more, .residents = {{kernel, ctas}}},
                                          {.sms = more, .residents = {{kernel, ctas + 1}}}};
        const std::vector<SubtasksPerMilli> both = model.rates(unlike);
        EXPECT_GE(both[0].value + both[1].value, rate * (1 - 1e-9));
        EXPECT_LE(both[0].value + both[1].value, model.alone(kernel, ctas + 1, sms).value * (1 + 1e-9));
      }
    }
  }
}

/// Of noisy curves as well: so many CTAs in all, as evenly as can be on so many SMs.
TEST(CoRunModel, NoKernelIsFasterWithAsManyCtasOnFewerSms) {
  Lawful lawful;
  for (auto& [name, kernel] : lawful.device().kernels) {
    for (std::size_t point = 0; point < kernel.by_ctas.size(); ++point) {
      kernel.by_ctas[point].rate.value *= point % 2 == 0 ? 0.95 : 1.05;
    }
  }
  const CoRunModel model(lawful.device());
  for (std::size_t kernel = 0; kernel < model.kernels().size(); ++kernel) {
    const auto rate = [&](std::int64_t sms, std::int64_t ctas) {
      const std::int64_t more = ctas % sms;
      std::vector<SmGroup> groups;
      for (const auto& [on, each] : {std::pair{sms - more, ctas / sms}, std::pair{more, ctas / sms + 1}}) {
        if (on > 0 && each > 0) {
          groups.push_back({.sms = on, .residents = {{kernel, static_cast<double>(each)}}});
        }
      }
      double sum = 0;
      for (const SubtasksPerMilli& each : model.rates(groups)) {
        sum += each.value;
      }
      return sum;
    };
    for (std::int64_t sms = 1; sms <= kSms; ++sms) {
      for (std::int64_t ctas = 1; ctas < 8 * sms; ++ctas) {
        const double here = rate(sms, ctas) * (1 - 1e-9);
        EXPECT_LE(here, rate(sms, ctas + 1)) << model.kernels()[kernel].name << ' ' << sms << ' ' << ctas;
        EXPECT_LE(here, rate(std::min(sms + 1, kSms), ctas))
            << model.kernels()[kernel].name << ' ' << sms << ' ' << ctas;
      }
    }
  }
}

}  // namespace
}  // namespace warpshop::evaluate
