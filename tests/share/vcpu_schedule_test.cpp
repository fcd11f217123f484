// Which virtual CPUs are on the host's CPUs, and what is left of their credit.
#include "sim/share/vcpu_schedule.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

namespace warpshop::share {
namespace {

/// Of each period those who are on a CPU: `12 13 …`.
std::string shown(const VcpuSchedule& schedule, std::size_t clients, std::uint64_t periods) {
  std::string text;
  for (std::uint64_t period = 0; period < periods; ++period) {
    text += period > 0 ? " " : "";
    for (std::size_t client = 0; client < clients; ++client) {
      text += schedule.on_cpu(client, period) ? std::to_string(client + 1) : "";
    }
  }
  return text;
}

TEST(VcpuSchedule, LetsClientsTakeTurns) {
  EXPECT_EQ(shown({3, 2}, 3, 7), "12 13 23 12 13 23 12");
  EXPECT_EQ(shown({4, 2}, 4, 3), "12 34 12");
  EXPECT_EQ(shown({2, 4}, 2, 2), "12 12") << "there is a CPU for each";
}

TEST(VcpuSchedule, IsWhatATableSays) {
  const std::vector<double> table{1, 2, 0, 3};
  EXPECT_EQ(shown({table, 3, 2, "it"}, 3, 3), "12 3 12");
  EXPECT_THROW(VcpuSchedule(table, 3, 3, "it"), InputError);
  EXPECT_THROW(VcpuSchedule(table, 2, 2, "it"), InputError);
  EXPECT_THROW(VcpuSchedule(std::vector<double>{}, 2, 1, "it"), InputError);
}

TEST(VcpuSchedule, SpendsCreditEvenlyUntilItBeginsAnew) {
  const VcpuSchedule in_turn(3, 2);
  std::vector<double> left;
  for (const std::uint64_t period : {0, 1, 2, 3}) {
    left.push_back(in_turn.credit_left(0, period));
  }
  EXPECT_EQ(left, (std::vector<double>{1, 0.5, 0, 1}));
  EXPECT_EQ(in_turn.credit_left(1, 1), 0.5);
  EXPECT_EQ(in_turn.credit_left(2, 1), 1);
  EXPECT_EQ(VcpuSchedule(2, 2).credit_left(1, 9), 1);
  EXPECT_EQ(VcpuSchedule(std::vector<double>{1}, 2, 1, "it").credit_left(1, 5), 1) << "that is never on a CPU";
}

}  // namespace
}  // namespace warpshop::share
