#include <cmath>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "sim/io/sweep/read_sweep.hpp"
#include "sim/model/quantity.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::io {
namespace {

/// A sweep file with one line replaced, or left out.
struct SweepMistake {
  int line;
  std::string text;
  std::string message;
};

constexpr std::array<std::string_view, 8> kSweepLines{
    "schema: warpshop.sweep/1",  "name: test",     "tasks: population.yaml",   "sets: {combinations: 4}", "axes:",
    "  devices: [k20c, titanx]", "  link: [1, 2]", "policies: [fifo, neh-gpu]"};

SweepSpec sweep_with(int line, const std::string& text) {
  const test::ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "s.yaml";
  std::ofstream out(file);
  for (int i = 1; i <= 8; ++i) {
    out << (i == line ? text : std::string(kSweepLines[static_cast<std::size_t>(i - 1)])) << '\n';
  }
  out.close();
  return read_sweep(read_text(file));
}

TEST(ReadSweep, GivesWhatTheFileSays) {
  const SweepSpec spec = sweep_with(0, "");
  EXPECT_EQ(spec.name, "test");
  EXPECT_EQ(std::get<std::filesystem::path>(spec.tasks).filename(), "population.yaml");
  EXPECT_TRUE(std::get<std::filesystem::path>(spec.tasks).is_absolute());
  EXPECT_EQ(std::get<CombinationSets>(spec.sets).of, 4);
  EXPECT_EQ(spec.axes, (std::vector<SweepAxis>{{"device", {"k20c", "titanx"}}, {"link", {"1", "2"}}}));
  EXPECT_EQ(spec.policies, (std::vector<std::string>{"fifo", "neh-gpu"}));
}

TEST(ReadSweep, KnowsRangesGeneratorsAndRandomSets) {
  EXPECT_EQ(
      sweep_with(7, "  set: {transfer.pinned.h2d.alone: {from: 2 GB/s, to: 32 GB/s, steps: 5, scale: log}}").axes[1],
      (SweepAxis{"transfer.pinned.h2d.alone", {"2 GB/s", "4 GB/s", "8 GB/s", "16 GB/s", "32 GB/s"}}));
  EXPECT_EQ(sweep_with(7, "  set: {launch_latency: {from: 0 us, to: 10 us, steps: 3}}").axes[1].values,
            (std::vector<std::string>{"0 us", "5 us", "10 us"}));
  EXPECT_TRUE(std::get<CombinationSets>(sweep_with(4, "sets: {combinations: 4, repetition: true}").sets).repetition);
  EXPECT_FALSE(std::get<CombinationSets>(sweep_with(4, "sets: {combinations: 4, repetition: false}").sets).repetition);
  EXPECT_EQ(sweep_with(7, "  set: {launch_latency: {from: 10 us, to: 1 ms, steps: 3, scale: log}}").axes[1].values,
            (std::vector<std::string>{"10 us", "100 us", "1000 us"}));
  const RandomSets sets = std::get<RandomSets>(sweep_with(4, "sets: {random: 100, of: 64, seed: 7}").sets);
  EXPECT_EQ(sets.count, 100);
  EXPECT_EQ(sets.of, 64);
  EXPECT_EQ(sets.seed, 7);
  const SweepSpec drawn = sweep_with(3,
                                     "tasks: {count: 50, seed: 3, h2d: {from: 1 us, to: 1 ms, scale: log}, "
                                     "kernel: {from: 2 ms, to: 3 ms}}");
  const Workload workload = generated(std::get<TaskGenerator>(drawn.tasks));
  ASSERT_EQ(workload.tasks.size(), 50);
  for (const Task& task : workload.tasks) {
    const Millis h2d = std::get<Millis>(task.h2d->amount);
    const Millis kernel = std::get<Millis>(task.kernel->work);
    EXPECT_TRUE(h2d >= Millis{1e-3} && h2d <= Millis{1} && kernel >= Millis{2} && kernel < Millis{3} && !task.d2h);
  }
}

TEST(ReadSweep, RangesAreExactAtTheirEndsAndReadBackTheSame) {
  const auto values_of = [](const std::string& range) {
    return sweep_with(7, "  set: {launch_latency: " + range + "}").axes[1].values;
  };
  using Values = std::vector<std::string>;
  EXPECT_EQ(values_of("{from: 1048576, to: 8388608, steps: 3}"), (Values{"1048576", "4718592", "8388608"}));
  EXPECT_EQ(values_of("{from: 123456789, to: 9007199254740993, steps: 2}"), (Values{"123456789", "9007199254740992"}));
  EXPECT_EQ(values_of("{from: 1.23456789 us, to: 2 us, steps: 2}"), (Values{"1.23456789 us", "2 us"}));
  EXPECT_EQ(values_of("{from: 1, to: 64, steps: 7, scale: log}"), (Values{"1", "2", "4", "8", "16", "32", "64"}));
  EXPECT_EQ(values_of("{from: 0.1, to: 0.5, steps: 5}"), (Values{"0.1", "0.2", "0.3", "0.4", "0.5"}));
  for (const std::string& value : values_of("{from: 1, to: 10, steps: 9, scale: log}")) {
    EXPECT_EQ(quantity_text(*to_double(*parse_quantity(value))), value);
  }
}

TEST(ReadSweep, DrawsFromRangesWhoseEndsAreFarApart) {
  const SweepSpec spec = sweep_with(3, "tasks: {count: 500, kernel: {from: 1e-30 ms, to: 1e10 ms, scale: log}}");
  std::size_t below = 0;
  for (const Task& task : generated(std::get<TaskGenerator>(spec.tasks)).tasks) {
    const Millis kernel = std::get<Millis>(task.kernel->work);
    EXPECT_TRUE(kernel >= Millis{1e-30} && kernel <= Millis{1e10});
    int exponent = 0;
    const double mantissa = std::frexp(kernel.count(), &exponent);
    EXPECT_EQ(std::fmod(std::ldexp(mantissa, 32), 1), 0) << kernel.count();  // the same whatever computes exp()
    below += kernel < Millis{1e-10} ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(below), 250, 60);
}

TEST(ReadSweep, KnowsWhereEachValueStands) {
  const SweepSpec spec = sweep_with(7, "  set: {launch_latency: [1 us, 2 us], x.y: {from: 1, to: 2, steps: 2}}");
  EXPECT_EQ(spec.value_marks[0][1].column, 19);
  EXPECT_EQ(spec.value_marks[1][1].column, 32);
  EXPECT_EQ(spec.value_marks[2][1].column, spec.value_marks[2][0].column);
  EXPECT_EQ(spec.policy_marks[1].column, 18);
  EXPECT_EQ(spec.tasks_mark.line, 3);
}

TEST(ReadSweep, FindsAValueOfAnAxisHoweverItIsWritten) {
  const SweepSpec spec = sweep_with(7, "  link: [1, 2]\nonly: [{link: 2.0}, {link: [1e0], device: k20c}]");
  ASSERT_EQ(spec.only.size(), 2);
  EXPECT_EQ(spec.only[0], (GridPart{{1, {1}}}));
  EXPECT_EQ(spec.only[1], (GridPart{{0, {0}}, {1, {0}}}));
}

/// A sweep of clients with a line of its own.
SweepSpec clients_with(const std::string& line) {
  return read_sweep(
      {.bytes = "schema: warpshop.sweep/1\nname: test\nclients: chat.yaml\npolicies: [smk]\n" + line + '\n',
       .file = "s.yaml"});
}

TEST(ReadSweep, KnowsClientsAndTheirValues) {
  const SweepSpec spec = clients_with(
      "axes: {devices: [k20c], link: [1, 2], clients: {chat.arrivals.poisson: {from: 20 /s, to: 80 /s, steps: 3, "
      "scale: "
      "log}}}\nrefine: true\nonly: [{clients.chat.arrivals.poisson: 0.04 /ms}]");
  EXPECT_TRUE(spec.of_clients());
  EXPECT_TRUE(spec.refine);
  EXPECT_EQ(std::get<std::filesystem::path>(spec.tasks).filename(), "chat.yaml");
  EXPECT_EQ(spec.tasks_mark.line, 3U);
  EXPECT_EQ(spec.axes.at(2), (SweepAxis{"clients.chat.arrivals.poisson", {"20 /s", "40 /s", "80 /s"}}));
  EXPECT_EQ(spec.only, (std::vector<GridPart>{{{2, {1}}}}));
  EXPECT_FALSE(clients_with("axes: {devices: [k20c]}").refine);
  EXPECT_FALSE(sweep_with(0, "").of_clients());
}

TEST(ReadSweep, RefusesWhatDoesNotGoWithClients) {
  const auto refusal = [](const std::string& line) {
    try {
      clients_with(line);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  for (const std::string axis : {"gpus", "memory", "compute", "host_time", "objective", "tasks"}) {
    const std::string said = refusal("axes: {devices: [k20c], " + axis + ": [1]}");
    EXPECT_EQ(said, "s.yaml:5:25: the axis " + axis +
                        " is of sets of tasks, and this is a sweep of clients, expected devices, link, set or clients");
  }
  EXPECT_EQ(refusal("axes: {devices: [k20c]}\nsets: {combinations: 2}"),
            "s.yaml:6:7: sets beside clients, expected one of them");
  EXPECT_EQ(refusal("axes: {devices: [k20c]}\ntasks: t.yaml"),
            "s.yaml:6:8: tasks beside clients, expected one of them");
  EXPECT_EQ(refusal("axes: {devices: [k20c]}\nrefine: perhaps"),
            "s.yaml:6:9: 'perhaps' says neither yes nor no, expected true or false");
  EXPECT_NE(refusal("axes: {devices: [k20c], clients: [1]}").find("s.yaml:5:34: a list is not a map of values of"),
            std::string::npos);
  EXPECT_NE(refusal("axes: {devices: [k20c], set: {clients.chat.goal: [1]}}").find("s.yaml:5:31: unknown key"),
            std::string::npos);
}

class SweepMistakes : public testing::TestWithParam<SweepMistake> {};

TEST_P(SweepMistakes, AreNamedWhereTheyStand) {
  const auto& [line, text, message] = GetParam();
  try {
    sweep_with(line, text);
    FAIL() << "taken";
  } catch (const InputError& error) {
    const std::string said = error.what();
    const std::string expected = "s.yaml:" + message;
    EXPECT_NE(said.find(expected), std::string::npos) << said;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Sweep, SweepMistakes,
    testing::Values(
        SweepMistake{1, "schema: warpshop.workload/1", "1:9: 'warpshop.workload/1' is another kind of file"},
        SweepMistake{2, "title: test", "2:1: unknown key 'title'"},
        SweepMistake{3, "tasks: {count: 5}", "3:8: tasks without any stage, expected h2d, kernel or d2h"},
        SweepMistake{3, "tasks: {count: 5, kernel: {from: 2 ms, to: 1 ms}}",
                     "3:44: '1 ms' is less than what the range starts from, expected no less"},
        SweepMistake{3, "tasks: {count: 5, kernel: {from: 0 ms, to: 1 ms, scale: log}}",
                     "3:34: '0 ms' has no logarithm"},
        SweepMistake{3, "# none", "1:1: sets without tasks"},
        SweepMistake{4, "# none", "1:1: a sweep without sets, expected the key sets, or clients"},
        SweepMistake{7, "  link: [1, 2]\nrefine: true",
                     "8:9: refine in a sweep of sets of tasks, expected it beside clients"},
        SweepMistake{7, "  clients: {chat.arrivals.poisson: [1 /s]}", "7:3: values of clients in a sweep of sets of"},
        SweepMistake{4, "sets: {combinations: 0}", "4:22: '0' is out of range, expected 1 to 10000000"},
        SweepMistake{4, "sets: {combinations: 4, of: 3}", "4:7: of, or seed, of sets that are not drawn"},
        SweepMistake{4, "sets: {combinations: 4, repetition: maybe}",
                     "4:37: 'maybe' says neither yes nor no, expected true or false"},
        SweepMistake{4, "sets: {random: 4, of: 3, repetition: false}", "4:7: repetition of sets that are no"},
        SweepMistake{4, "sets: {random: 5}", "4:7: sets without of, expected it here"},
        SweepMistake{4, "sets: {}", "4:7: sets of no kind, or of several"},
        SweepMistake{4, "sets: {folder: here}", "3:8: tasks beside the files of a folder"},
        SweepMistake{6, "  gpus: [1]", "6:3: the axes without devices, expected it here"},
        SweepMistake{6, "  devices: k20c", "6:12: 'k20c' is not a list of values"},
        SweepMistake{6, "  devices: [k20c, k20c]", "6:19: 'k20c' stands here twice"},
        SweepMistake{7, "  link: [1, 2, 1.0]", "7:16: '1.0' is the same as 1, expected each value once"},
        SweepMistake{7, "  set: {launch_latency: [1000 us, 1 ms]}", "7:35: '1 ms' is the same as 1000 us"},
        SweepMistake{7, "  link: [0]", "7:10: '0' is no link, expected how many times as fast"},
        SweepMistake{7, "  gpus: [two]", "7:10: 'two' is no gpus, expected a whole number"},
        SweepMistake{7, "  memory: [pinned, managed]", "7:20: 'managed' is no memory, expected pinned or pageable"},
        SweepMistake{7, "  objective: [lateness]", "7:15: 'lateness' is no objective, expected cmax or wc"},
        SweepMistake{7, "  speed: [1]", "7:3: unknown key 'speed'"},
        SweepMistake{7, "  set: [1]", "7:8: a list is not a map of values of a profile"},
        SweepMistake{7, "  set: {a.b: {from: 1 GB/s, to: 2 GB, steps: 3}}", "7:33: '2 GB' is of another kind"},
        SweepMistake{7, "  set: {a.b: {from: 1 GB/s, to: 2 MB/s, steps: 3}}", "7:33: '2 MB/s' is not above"},
        SweepMistake{7, "  set: {a.b: {from: 2, to: 1, steps: 3}}",
                     "7:28: '1' is not above what the range starts from"},
        SweepMistake{7, "  set: {a.b: {from: 1, to: 2, steps: 1}}", "7:38: '1' is out of range"},
        SweepMistake{7, "  set: {a.b: {from: 1, to: 1.0000000000000002, steps: 3}}",
                     "7:55: '3' is more than there are numbers in the range"},
        SweepMistake{7, "  set: {link: [1, 2]}", "7:9: unknown key 'link', expected the path of a value of a profile"},
        SweepMistake{7, "  set: {device: [k20c]}", "7:9: unknown key 'device'"},
        SweepMistake{7, "  set: {memory: [pinned]}", "7:9: unknown key 'memory'"},
        SweepMistake{7, "  set: {tasks.VA.kernel: [1 ms]}", "7:9: unknown key 'tasks.VA.kernel'"},
        SweepMistake{7, "  link: [1, 2]\nonly: [{link: []}]", "8:15: an empty list, expected one value at least"},
        SweepMistake{8, "policies: []", "8:11: an empty list, expected one value at least"}));

}  // namespace
}  // namespace warpshop::io
