#include "sim/study/given_pairs.hpp"

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

namespace warpshop::study {
namespace {

Workload with_tasks(const std::vector<std::pair<std::string, std::uint32_t>>& tasks) {
  Workload workload{.name = "jobs", .file = "jobs.yaml", .tasks = {}};
  for (const auto& [name, count] : tasks) {
    Task& task = workload.tasks.emplace_back();
    task.name = name;
    task.count = count;
    task.kernel = KernelSpec{.work = Millis{1}, .mark = {}};
  }
  return workload;
}

std::string pairs_error(const std::vector<std::string>& pairs, const Workload& workload) {
  try {
    parse_pairs(pairs, workload);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(GivenPairs, AreAllRepeatsOfBoth) {
  const Workload workload = with_tasks({{"a", 3}, {"b", 1}, {"c", 2}});
  EXPECT_EQ(parse_pairs({"c+a"}, workload),
            (std::vector<GivenPair>{{.one = {.first = 4, .count = 2}, .other = {.first = 0, .count = 3}}}));
  EXPECT_EQ(parse_pairs({"a+a", "b+c"}, workload),
            (std::vector<GivenPair>{{.one = {.first = 0, .count = 3}, .other = {.first = 0, .count = 3}},
                                    {.one = {.first = 3, .count = 1}, .other = {.first = 4, .count = 2}}}));
}

TEST(GivenPairs, AreCutWhereBothSidesAreTasks) {
  const Workload workload = with_tasks({{"a+b", 1}, {"b+c", 1}, {"c+", 1}, {"a", 1}, {"c", 1}});
  EXPECT_EQ(parse_pairs({"a+b+c+"}, workload).front().one.first, 0U);
  EXPECT_EQ(parse_pairs({"c++a"}, workload).front().other.first, 3U);
  EXPECT_EQ(pairs_error({"a+b+c"}, workload),
            "--pair: 'a+b+c' is 'a' with 'b+c' or 'a+b' with 'c', expected names that leave one");
}

TEST(GivenPairs, AreRefusedWhereTheyAreNone) {
  Workload workload = with_tasks({{"a", 1}, {"b", 1}, {"c", 2}, {"copy", 1}});
  workload.tasks.back().kernel.reset();
  const std::string expected = ", expected two tasks by name, like A+B";
  EXPECT_EQ(pairs_error({"a+x"}, workload), "--pair: workload 'jobs' has no task 'x'" + expected);
  EXPECT_EQ(pairs_error({"x+a"}, workload), "--pair: workload 'jobs' has no task 'x'" + expected);
  EXPECT_EQ(pairs_error({"a"}, workload), "--pair: 'a' is no pair of tasks of workload 'jobs'" + expected);
  EXPECT_EQ(pairs_error({"a+x+b"}, workload), "--pair: 'a+x+b' is no pair of tasks of workload 'jobs'" + expected);
  EXPECT_EQ(pairs_error({"a+a"}, workload),
            "--pair: task 'a' is there once and cannot run beside itself, expected two tasks, or one with a count");
  EXPECT_EQ(pairs_error({"a+copy"}, workload), "--pair: task 'copy' has no kernel, expected tasks that have one");
  EXPECT_EQ(pairs_error({"a+b", "c+a"}, workload),
            "--pair: task 'a' is in 'a+b' and in 'c+a', expected each task in one pair");
  EXPECT_EQ(pairs_error({"c+c", "c+c"}, workload),
            "--pair: task 'c' is in 'c+c' and in 'c+c', expected each task in one pair");
}

TEST(GivenPairs, AreWhyPartnersAreGiven) {
  const Workload workload = with_tasks({{"a", 1}, {"b", 1}});
  EXPECT_EQ(pairing_for({}, {}, {"a+b"}, workload).partner, Partner::given);
  EXPECT_EQ(pairing_for({}, Partner::given, {"a+b"}, workload).given.size(), 1U);
  EXPECT_EQ(pairing_for({}, Partner::random, {}, workload).partner, Partner::random);
  EXPECT_EQ(pairing_for({.noise = 0.5}, {}, {}, workload), (Pairing{.noise = 0.5}));
  EXPECT_THROW(pairing_for({}, Partner::order, {"a+b"}, workload), InputError);
  EXPECT_THROW(pairing_for({}, Partner::given, {}, workload), InputError);
}

}  // namespace
}  // namespace warpshop::study
