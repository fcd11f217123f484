#include "sim/stats/student.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

#include <gtest/gtest.h>

namespace warpshop::stats {
namespace {

TEST(Student, IsWhatTablesSay) {
  struct Row {
    std::size_t freedom;
    double at_95, at_97_5, at_99_5;
  };
  for (const Row& row :
       {Row{1, 6.3138, 12.7062, 63.6567}, Row{2, 2.9200, 4.3027, 9.9248}, Row{3, 2.3534, 3.1824, 5.8409},
        Row{4, 2.1318, 2.7764, 4.6041}, Row{5, 2.0150, 2.5706, 4.0321}, Row{10, 1.8125, 2.2281, 3.1693},
        Row{19, 1.7291, 2.0930, 2.8609}, Row{20, 1.7247, 2.0860, 2.8453}, Row{30, 1.6973, 2.0423, 2.7500},
        Row{120, 1.6577, 1.9799, 2.6174}}) {
    EXPECT_NEAR(student_quantile(0.95, row.freedom), row.at_95, 6e-5) << row.freedom;
    EXPECT_NEAR(student_quantile(0.975, row.freedom), row.at_97_5, 6e-5) << row.freedom;
    EXPECT_NEAR(student_quantile(0.995, row.freedom), row.at_99_5, 6e-5) << row.freedom;
  }
}

TEST(Student, OfOneAndTwoDegreesOfFreedomHasAFormula) {
  for (const double probability : {0.51, 0.6, 0.75, 0.9, 0.975, 0.999, 0.9999}) {
    const double one = std::tan(std::numbers::pi * (probability - 0.5));
    const double two = (2 * probability - 1) / std::sqrt(2 * probability * (1 - probability));
    EXPECT_NEAR(student_quantile(probability, 1), one, 1e-9 * one + 1e-9) << probability;
    EXPECT_NEAR(student_quantile(probability, 2), two, 1e-9 * two + 1e-9) << probability;
  }
}

TEST(Student, OfManyDegreesOfFreedomIsNormal) {
  EXPECT_NEAR(student_quantile(0.975, 100'000), 1.959964 + 2.4e-5, 1e-6);  // z + (z³ + z) / (4 freedom)
  EXPECT_NEAR(student_quantile(0.975, 100'001), 1.959964 + 2.4e-5, 1e-6);
}

TEST(Student, IsWhereItsDensityHasThatIntegral) {
  for (const std::size_t freedom : {3U, 4U, 7U, 19U}) {
    for (const double probability : {0.6, 0.9, 0.975, 0.9995}) {
      const auto n = static_cast<double>(freedom);
      const double end = student_quantile(probability, freedom);
      const double factor = std::exp(std::lgamma((n + 1) / 2) - std::lgamma(n / 2)) / std::sqrt(n * std::numbers::pi);
      constexpr int kSteps = 20'000;  // of the midpoint rule
      double integral = 0.5;
      for (int i = 0; i < kSteps; ++i) {
        const double t = end * (i + 0.5) / kSteps;
        integral += factor * std::pow(1 + t * t / n, -(n + 1) / 2) * end / kSteps;
      }
      EXPECT_NEAR(integral, probability, 1e-7) << freedom;
    }
  }
}

}  // namespace
}  // namespace warpshop::stats
