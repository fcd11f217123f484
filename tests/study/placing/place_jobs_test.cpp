#include "sim/study/placing/place_jobs.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/files/device_store.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/study/placing/batch_jobs.hpp"

namespace warpshop::study {
namespace {

Workload workload(const std::string& entries) {
  std::istringstream text("schema: warpshop.workload/1\nname: batch\n" + entries);
  return io::parse_workload(text, "batch.yaml");
}

SetDevices devices(const std::string& spec) {
  files::DeviceList list = files::find_devices(spec);
  return {.name = list.name, .devices = std::move(list.devices)};
}

constexpr const char* kTasks =
    "tasks:\n"
    "  - {name: A, h2d: 8 MiB, kernel: {time: 6 ms, ctas: 20, threads: 256, compute: 90 %, memory: 40 %}, d2h: 4 MiB}\n"
    "  - {name: B, h2d: 24 MiB, kernel: {time: 4 ms, ctas: 90000, threads: 128, memory: 85 %}}\n"
    "  - {name: C, kernel: {time: 9 ms, ctas: 40, threads: 512, compute: 70 %}, d2h: 30 MiB}\n";

/// When tasks that start together have ended, by the simulation, each.
std::vector<double> simulated_ends(const Workload& together, const std::string& device_name) {
  const Device device = files::find_device(device_name);
  Instance instance = resolve(together, device);
  evaluate::prepare_sharing(instance, device);
  const Policy& leftover = *find_in(share::policies(), "leftover");
  const Timeline timeline =
      evaluate::timeline(instance, leftover.plan(instance, {.settings = leftover.settings()}).plan);
  std::vector<double> ends(together.size());
  for (const Interval& interval : timeline.intervals) {
    ends[interval.task] = std::max(ends[interval.task], interval.end.count());
  }
  return ends;
}

std::map<std::string, JobOnGpu> by_name(const PlacedBatch& batch) {
  std::map<std::string, JobOnGpu> jobs;
  for (const JobOnGpu& job : batch.jobs) {
    jobs[job.job] = job;
  }
  return jobs;
}

std::map<std::string, JobOnGpu> by_first_fit(const Workload& batch, const std::string& device) {
  return by_name(place_jobs(batch, devices(device), {.policies = {"first-fit"}}).best());
}

// Whatever starts together on an idle GPU ends when the event simulation of the whole says.
TEST(PlaceJobs, JobsThatStartTogetherEndAsSimulated) {
  for (const std::string device : {"titanx", "k20c", "h100-80gb-hbm3"}) {
    const Workload batch = workload(kTasks);
    const std::vector<double> ends = simulated_ends(batch, device);
    const Placing placing = place_jobs(batch, devices(device), {.policies = {"first-fit"}, .at_most = 3});
    const auto jobs = by_name(placing.best());
    EXPECT_NEAR(jobs.at("A").end.count(), ends[0], 1e-6) << device;
    EXPECT_NEAR(jobs.at("B").end.count(), ends[1], 1e-6) << device;
    EXPECT_NEAR(jobs.at("C").end.count(), ends[2], 1e-6) << device;
    EXPECT_EQ(jobs.at("A").beside, (std::vector<std::string>{"B", "C"})) << device;
  }
}

// What begins on the few CTAs that another leaves keeps these to its end, long after the other has gone.
TEST(PlaceJobs, WhoKeepsFewCtasStaysSlow) {
  const Workload batch = workload(
      "tasks:\n"
      "  - {name: fills, kernel: {time: 3.844 ms, ctas: 1847, threads: 256, memory: 80 %}}\n"
      "  - {name: late, kernel: {time: 3.909 ms, ctas: 106, threads: 256, memory: 80 %}}\n");
  const std::vector<double> ends = simulated_ends(batch, "k20c");
  EXPECT_NEAR(by_first_fit(batch, "k20c").at("late").end.count(), ends[1], 1e-6);
  EXPECT_GT(ends[1], ends[0] + 3.909) << "else nothing is tried here";
}

// Whoever comes in the middle of another ends when the simulation says as well, whatever is ahead of it in a queue.
TEST(PlaceJobs, OneThatComesInTheMiddleEndsAsSimulated) {
  for (const std::string device : {"titanx", "k20c", "h100-80gb-hbm3"}) {
    for (const auto& [first, second] : {std::pair(0, 1), {1, 0}, {1, 2}, {2, 1}, {0, 2}, {2, 0}, {1, 1}}) {
      Workload batch = workload(kTasks);
      const std::vector<Task> all = batch.tasks;
      batch.tasks = {all[static_cast<std::size_t>(first)]};
      const double alone = simulated_ends(batch, device)[0];
      batch.tasks.push_back(all[static_cast<std::size_t>(second)]);
      batch.tasks[1].name = "later";
      batch.tasks[1].release = Millis{alone / 2};
      const std::vector<double> ends = simulated_ends(batch, device);
      const auto jobs = by_first_fit(batch, device);
      EXPECT_NEAR(jobs.at(batch.tasks[0].name).end.count(), ends[0], 1e-6) << device << first << second;
      EXPECT_NEAR(jobs.at("later").end.count(), ends[1], 1e-6) << device << first << second;
    }
  }
}

// A kernel that fills the GPU keeps it: who comes later waits, and nobody is said to be slowed down by it.
TEST(PlaceJobs, WhoComesLaterDoesNotOvertakeAKernelThatFillsTheGpu) {
  const Workload batch = workload(
      "tasks:\n"
      "  - {name: long, h2d: 64 MiB, kernel: {time: 1000 ms, ctas: 90000, threads: 256}}\n"
      "  - {name: short, kernel: {time: 100 ms, ctas: 90000, threads: 256}, release: 300 ms}\n");
  const std::vector<double> ends = simulated_ends(batch, "titanx");
  const auto jobs = by_first_fit(batch, "titanx");
  EXPECT_NEAR(jobs.at("long").slowdown(), 1, 1e-3);
  EXPECT_NEAR(jobs.at("long").end.count(), ends[0], 1);
  EXPECT_NEAR(jobs.at("short").end.count(), ends[1], 1);
  EXPECT_GT(jobs.at("short").slowdown(), 7);
}

TEST(PlaceJobs, AJobByItselfTakesWhatItTakesAlone) {
  const Workload batch = workload(kTasks);
  const Placing placing = place_jobs(batch, devices("titanx:3"), {.policies = {"serial"}, .at_most = 1});
  for (const JobOnGpu& job : placing.best().jobs) {
    const auto entry = static_cast<std::size_t>(job.job.front() - 'A');
    Workload alone = batch;
    alone.tasks = {batch.tasks[entry]};
    EXPECT_NEAR(job.end.count(), simulated_ends(alone, "titanx")[0], 1e-9) << job.job;
    EXPECT_NEAR(job.slowdown(), 1, 1e-9) << job.job;
  }
  EXPECT_NEAR(placing.lower_bound.count(), placing.best().makespan.count(), 1e-9);
}

TEST(PlaceJobs, NobodyIsWorseThanTheBestOfAllAndFirstFit) {
  std::string entries = kTasks;
  entries += "  - {name: D, kernel: {time: 5 ms, ctas: 13, threads: 1024, registers: 64, compute: 95 %}, count: 9}\n";
  const Placing placing = place_jobs(workload(entries), devices("k20c:2,titanx"), {.moves = 2000});
  ASSERT_EQ(placing.results.size(), 9U);
  EXPECT_EQ(placing.jobs, 12U);
  EXPECT_EQ(placing.kinds, 4U);
  const PlacedBatch* search = placing.of("search");
  for (const PlacedBatch& batch : placing.results) {
    EXPECT_LE(search->makespan, batch.makespan) << batch.policy;
    EXPECT_GE(batch.makespan.count(), placing.lower_bound.count() * (1 - 1e-9)) << batch.policy;
    EXPECT_EQ(batch.jobs.size(), 12U) << batch.policy;
  }
  EXPECT_EQ(placing.gpus.back().name, "titanx#1");
}

// Equal entries are one kind, whatever they are called; a job with a `job` or an `after` is one.
TEST(PlaceJobs, JobsAreTasksOrGroupsOfThem) {
  const Workload batch = workload(
      "tasks:\n"
      "  - {name: one, kernel: 3 ms, count: 2}\n"
      "  - {name: same, kernel: 3 ms}\n"
      "  - {name: step/load, h2d: 16 MiB, job: step}\n"
      "  - {name: step/train, kernel: 5 ms, job: step, after: step/load, release: 1 ms}\n"
      "  - {name: first, kernel: 1 ms, release: 7 ms}\n"
      "  - {name: second, kernel: 2 ms, after: first, release: 7 ms}\n");
  const std::vector<BatchJob> jobs = batch_jobs(batch);
  ASSERT_EQ(jobs.size(), 5U);
  EXPECT_EQ(jobs[1].name, "one#2");
  EXPECT_EQ(jobs[3].name, "step");
  EXPECT_EQ(jobs[3].tasks.size(), 2U);
  EXPECT_EQ(jobs[3].release, Millis{0});
  EXPECT_EQ(jobs[3].tasks[1].release, Millis{1});
  EXPECT_EQ(jobs[4].name, "first");
  EXPECT_EQ(jobs[4].release, Millis{7});
  EXPECT_EQ(jobs[4].tasks[1].release, Millis{0});
  const Placing placing = place_jobs(batch, devices("titanx"), {.policies = {"serial"}, .at_most = 1});
  EXPECT_EQ(placing.kinds, 3U);
  EXPECT_NEAR(by_name(placing.best()).at("first").alone.count(), 3, 1e-9);
}

TEST(PlaceJobs, LimitsHoldWhoeverIsThere) {
  const Workload batch =
      workload("tasks:\n  - {name: A, kernel: {time: 10 ms, ctas: 8000, threads: 256, compute: 95 %}}\n");
  const Placing whole = place_jobs(batch, devices("h100-80gb-hbm3"), {.policies = {"first-fit"}});
  const Placing half = place_jobs(batch, devices("h100-80gb-hbm3"), {.policies = {"first-fit"}, .sharing = "mps"});
  EXPECT_NEAR(whole.best().makespan.count(), 10, 1e-9);
  EXPECT_NEAR(half.best().worst_slowdown, 2, 0.05);
  EXPECT_EQ(half.gpus[0].mps_percentage, 50);
  EXPECT_NE(half.gpus[0].set.find("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=50"), std::string::npos);
  const Placing third =
      place_jobs(batch, devices("h100-80gb-hbm3"), {.policies = {"first-fit"}, .at_most = 3, .sharing = "mig"});
  EXPECT_EQ(third.gpus[0].mig_profiles.size(), 3U);
  EXPECT_GT(third.best().worst_slowdown, 3);
}

// Each has half of the SMs whether the other is there or not, so neither interferes, and nobody waits.
TEST(PlaceJobs, ALimitIsNoInterference) {
  const Workload batch = workload(
      "tasks:\n  - {name: A, kernel: {time: 10 ms, ctas: 8000, threads: 256, compute: 95 %, memory: 1 %}, count: 2}\n");
  for (const std::string policy : {"interference", "interference-least", "least-pair"}) {
    const Placing placing = place_jobs(batch, devices("h100-80gb-hbm3"), {.policies = {policy}, .sharing = "mps"});
    EXPECT_NEAR(placing.best().makespan.count(), 20, 0.5) << policy;
    EXPECT_EQ(placing.best().jobs.back().start, Millis{0}) << policy;
  }
}

// One job of 45 GB at a time fits 80 GB, and no instance of 40 GB holds one.
TEST(PlaceJobs, MemoryIsThatOfTheGpuOrOfTheInstance) {
  const Workload batch =
      workload("tasks:\n  - {name: A, kernel: {time: 10 ms, ctas: 10, threads: 256}, footprint: 45 GB, count: 2}\n");
  const Placing placing = place_jobs(batch, devices("h100-80gb-hbm3"), {.policies = {"first-fit"}});
  EXPECT_NEAR(placing.best().makespan.count(), 20, 1e-6);
  try {
    place_jobs(batch, devices("h100-80gb-hbm3"), {.sharing = "mig"});
    FAIL();
  } catch (const InputError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("batch.yaml:4:5: job 'A#1' holds 45000000000 B and fits no GPU: h100-80gb-hbm3 has"),
              std::string::npos)
        << what;
    EXPECT_NE(what.find("B an instance"), std::string::npos) << what;
  }
}

TEST(PlaceJobs, WithinTakesTheFewestGpus) {
  const Workload batch =
      workload("tasks:\n  - {name: A, kernel: {time: 10 ms, ctas: 40000, threads: 1024}, count: 12}\n");
  const auto on = [&](double within) {
    return place_jobs(batch, devices("titanx:8"), {.within = Millis{within}, .moves = 200});
  };
  const Placing placing = on(31);
  EXPECT_TRUE(placing.kept);
  EXPECT_EQ(placing.gpus.size(), 4U);
  EXPECT_EQ(placing.least_gpus, 4U);
  EXPECT_EQ(placing.gpus_there, 8U);
  EXPECT_FALSE(on(5).kept);
  EXPECT_GT(on(5).lower_bound.count(), 5);
}

// The best of all ways that can be had is the best of each by itself; a note says which cannot.
TEST(PlaceJobs, AllWaysAreTried) {
  const Workload batch = workload(kTasks);
  for (const std::string device : {"titanx", "h100-80gb-hbm3"}) {
    const Placing placing = place_jobs(batch, devices(device), {.sharing = "all", .moves = 100});
    const bool has_mig = device != "titanx";
    ASSERT_EQ(placing.ways.size(), has_mig ? 4U : 2U) << "limits of MPS need compute capability 7.0";
    EXPECT_EQ(placing.sharing, placing.ways.front().sharing);
    for (const PlacedWay& way : placing.ways) {
      const Placing alone = place_jobs(batch, devices(device), {.sharing = way.sharing, .moves = 100});
      EXPECT_EQ(alone.best().makespan, way.makespan) << way.sharing;
      EXPECT_EQ(alone.lower_bound, way.lower_bound) << way.sharing;
      EXPECT_LE(placing.best().makespan.count(), way.makespan.count() * (1 + 1e-9)) << way.sharing;
    }
    if (!has_mig) {
      EXPECT_EQ(placing.notes.back().text.substr(0, 16), "mig is left out:");
    }
  }
}

// Of two that start together both ends are the simulation's: the larger slowdown, in the worse of both orders.
TEST(PlaceJobs, PairsSayHowMuchKindsSlowEachOtherDown) {
  const Workload batch = workload(kTasks);
  const Placing placing = place_jobs(batch, devices("titanx:2"), {.policies = {"first-fit"}});
  ASSERT_EQ(placing.pairs.size(), 3U);  // nobody is there twice
  for (const PlacedPair& pair : placing.pairs) {
    double worst = 0;
    for (const auto& [first, second] : {std::pair(pair.job, pair.beside), {pair.beside, pair.job}}) {
      Workload two = batch;
      two.tasks.clear();
      std::vector<double> alone;
      for (const std::string& name : {first, second}) {
        two.tasks.push_back(batch.tasks[static_cast<std::size_t>(name.front() - 'A')]);
        Workload one = batch;
        one.tasks = {two.tasks.back()};
        alone.push_back(simulated_ends(one, "titanx")[0]);
      }
      const std::vector<double> ends = simulated_ends(two, "titanx");
      worst = std::max({worst, ends[0] / alone[0], ends[1] / alone[1]});
    }
    EXPECT_NEAR(pair.slowdown, worst, 1e-6) << pair.job << pair.beside;
  }
  EXPECT_TRUE(place_jobs(batch, devices("titanx:2"), {.policies = {"serial"}, .at_most = 1}).pairs.empty());
}

// Where it makes no difference nothing is to be set.
TEST(PlaceJobs, OfEqualWaysTheOneWithLeastToSetIsAdvised) {
  const Placing placing =
      place_jobs(workload("tasks:\n  - {name: A, kernel: {time: 4 ms, ctas: 3, threads: 64, compute: 5 %}}\n"),
                 devices("h100-80gb-hbm3"), {.sharing = "all"});
  EXPECT_NEAR(placing.ways.back().makespan.count(), placing.ways.front().makespan.count(), 1e-5);
  EXPECT_EQ(placing.sharing, "leftover");
}

TEST(PlaceJobs, FilesAreOneBatch) {
  const Workload one = workload("tasks:\n  - {name: A, kernel: 1 ms}\n  - {name: B, kernel: 1 ms, after: A}\n");
  const Workload both = joined_workloads({one, one});
  const std::vector<BatchJob> jobs = batch_jobs(both);
  ASSERT_EQ(jobs.size(), 2U);
  EXPECT_EQ(jobs[0].name, "batch 1");
  EXPECT_EQ(jobs[1].tasks[1].after[0].task, "batch 2: A");
}

TEST(PlaceJobs, SaysWhatItCannotTake) {
  const auto refused = [](const std::string& entries, const PlacingSettings& settings, const std::string& expected) {
    try {
      place_jobs(workload(entries), devices("titanx:2"), settings);
      ADD_FAILURE() << expected;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
    }
  };
  refused("tasks:\n  - {name: A, kernel: 1 ms, job: one, count: 2}\n  - {name: B, kernel: 1 ms, job: one}\n", {},
          "batch.yaml:4:5: task 'A' is repeated in a job of several tasks");
  refused("tasks:\n  - {name: A, kernel: 0 ms}\n", {}, "batch.yaml:4:5: job 'A' takes no time");
  for (const std::string sharing : {"leftover", "all"}) {
    refused("tasks:\n  - {name: 1/A, kernel: {time: 1 ms, ctas: 9, threads: 32, shared_memory: 900 KiB}}\n",
            {.sharing = sharing}, "the kernel of task '1/A' does not fit device titanx");
  }
  refused("tasks:\n  - {name: A, kernel: 1 ms}\n", {.sharing = "smk"}, "--sharing: 'smk', expected leftover, mps");
  refused("tasks:\n  - {name: A, kernel: 1 ms}\n", {.sharing = "mps:60/40"}, "sets limits by job");
  refused("tasks:\n  - {name: A, kernel: 1 ms, count: 10001}\n", {}, "10001 tasks are to be placed, expected at most");
  refused("tasks:\n  - {name: A, kernel: 1 ms}\n", {.sharing = "mig"}, "no MIG instances are known of device titanx");
  refused("tasks:\n  - {name: A, kernel: 1 ms}\n", {.policies = {"best"}}, "--policy: 'best', expected some of search");
  refused("tasks:\n  - {name: A, kernel: 1 ms, footprint: 13 GB}\n", {}, "holds 13000000000 B and fits no GPU");
}

/// Jobs that all differ.
std::string different(int jobs) {
  std::string entries = "tasks:\n";
  for (int job = 0; job < jobs; ++job) {
    entries += fmt::format(
        "  - {{name: j{0}, h2d: {1} MiB, kernel: {{time: {2} us, ctas: {3}, threads: 256, compute: "
        "{4} %, memory: {5} %}}}}\n",
        job, 1 + job % 7, 3000 + 37 * job, 5 + 9 * (job % 23), 20 + job % 71, 90 - job % 83);
  }
  return entries;
}

// Where not all pairs are looked at: the bound holds, first-fit is the least that search does, and a note says so.
TEST(PlaceJobs, ManyKindsAreNotAllHeldAgainstEachOther) {
  const Placing placing = place_jobs(workload(different(210)), devices("titanx:32"), {.moves = 200});
  EXPECT_EQ(placing.kinds, 210U);
  for (const PlacedBatch& batch : placing.results) {
    EXPECT_GE(batch.makespan.count(), placing.lower_bound.count() * (1 - 1e-9)) << batch.policy;
    EXPECT_LE(placing.of("search")->makespan, batch.makespan) << batch.policy;
  }
  ASSERT_FALSE(placing.notes.empty());
  EXPECT_EQ(placing.notes.front().text.substr(0, 60), "210 kinds of jobs: rounds look at the first 95 of those that");
}

TEST(PlaceJobs, ThreadsChangeNothing) {
  const Workload batch = workload(different(40));
  const auto with = [&](unsigned threads) {
    return place_jobs(batch, devices("titanx:3,k20c"), {.moves = 500, .ahead = 7, .threads = threads});
  };
  const Placing one = with(1);
  const Placing four = with(4);
  EXPECT_EQ(one.lower_bound, four.lower_bound);
  for (std::size_t place = 0; place < one.results.size(); ++place) {
    EXPECT_EQ(one.results[place].policy, four.results[place].policy);
    for (std::size_t job = 0; job < batch.size(); ++job) {
      EXPECT_EQ(one.results[place].jobs[job].job, four.results[place].jobs[job].job);
      EXPECT_EQ(one.results[place].jobs[job].end, four.results[place].jobs[job].end);
    }
  }
}

// A thousand jobs of twenty kinds on 64 GPUs: nothing is lost, nobody is over the limit.
TEST(PlaceJobs, TakesAThousandJobs) {
  std::string entries = "tasks:\n";
  for (int kind = 0; kind < 20; ++kind) {
    entries += "  - {name: k" + std::to_string(kind) + ", h2d: " + std::to_string(1 + kind) +
               " MiB, kernel: {time: " + std::to_string(3 + 7 * kind % 11) +
               " ms, ctas: " + std::to_string(5 + 9 * kind) +
               ", threads: 256, memory: " + std::to_string(5 * (kind % 19)) + " %}, count: 50}\n";
  }
  const Placing placing = place_jobs(workload(entries), devices("titanx:64"), {});
  EXPECT_EQ(placing.best().jobs.size(), 1000U);
  EXPECT_EQ(placing.kinds, 20U);
  EXPECT_LE(placing.of("search")->makespan, placing.of("first-fit")->makespan);
  EXPECT_GE(placing.best().makespan.count(), placing.lower_bound.count() * (1 - 1e-9));
}

}  // namespace
}  // namespace warpshop::study
