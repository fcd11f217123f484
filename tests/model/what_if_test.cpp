#include "sim/model/what_if.hpp"

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

namespace warpshop {
namespace {

Workload recorded() {
  Workload workload{.name = "w", .file = "w.yaml", .recorded_on = "a100", .tasks = {}};
  Task copy{.name = "copy", .release = Millis{4}};
  copy.h2d = CopySpec{.amount = Millis{3}, .memory = Memory::pageable, .size = Bytes{1000}, .mark = {}};
  Task kernel{.name = "kernel", .after = {{.task = "copy", .lag = Millis{2}}}, .job = "step"};
  kernel.kernel = KernelSpec{.work = Millis{6}, .mark = {}};
  kernel.family = "program";
  workload.tasks = {copy, kernel};
  workload.jobs = {{.name = "step", .due = Millis{9}, .mark = {}}};
  return workload;
}

TEST(WhatIf, ARecordedCopyOfOtherMemoryIsItsSize) {
  const Workload pinned = changed(recorded(), {.memory = Memory::pinned});
  EXPECT_EQ(std::get<Bytes>(pinned.tasks[0].h2d->amount), Bytes{1000});
  EXPECT_EQ(pinned.tasks[0].h2d->memory, Memory::pinned);
  EXPECT_FALSE(pinned.tasks[0].h2d->size);
  const Workload same = changed(recorded(), {.memory = Memory::pageable});
  EXPECT_EQ(std::get<Millis>(same.tasks[0].h2d->amount), Millis{3}) << "it was that already";
}

TEST(WhatIf, HostTimeIsLagsAndReleasesOfARecording) {
  Workload half = changed(recorded(), {.host_time = 0.5});
  EXPECT_EQ(half.tasks[0].release, Millis{2});
  EXPECT_EQ(half.tasks[1].after[0].lag, Millis{1});
  EXPECT_TRUE(half.tasks[1].after[0].stated) << "the host waits, however short";
  Workload own = recorded();
  own.recorded_on.clear();
  EXPECT_EQ(changed(own, {.host_time = 0.5}).tasks[0].release, Millis{4}) << "an arrival from outside";
}

TEST(WhatIf, ACollectiveTakesAsLongOnFasterSms) {
  Workload workload = recorded();
  workload.tasks[1].kernel->kind = KernelKind::collective;
  EXPECT_EQ(std::get<Millis>(changed(workload, {.compute = 2}).tasks[1].kernel->work), Millis{6});
}

TEST(WhatIf, FasterKernelsTakeLess) {
  EXPECT_EQ(std::get<Millis>(changed(recorded(), {.compute = 3}).tasks[1].kernel->work), Millis{2});
}

TEST(WhatIf, CopiesWaitForTheirOwn) {
  const Workload three = changed(recorded(), {.copies = 3});
  ASSERT_EQ(three.tasks.size(), 6U);
  EXPECT_EQ(three.tasks[5].name, "kernel'3");
  EXPECT_EQ(three.tasks[5].copy, 3U);
  EXPECT_EQ(three.tasks[5].after, (std::vector<Predecessor>{{.task = "copy'3", .lag = Millis{2}}}));
  EXPECT_EQ(three.tasks[5].job, "step'3");
  EXPECT_EQ(three.tasks[5].family, "program'3");
  EXPECT_EQ(three.tasks[4].family, "") << "a copy belongs to none";
  ASSERT_EQ(three.jobs.size(), 3U);
  EXPECT_EQ(three.jobs[2].name, "step'3");
  Workload taken = recorded();
  taken.tasks[1].name = "copy'2";
  EXPECT_THROW(changed(taken, {.copies = 2}), InputError);
}

TEST(WhatIf, HasNoCopiesOfClients) {
  Workload clients = recorded();
  clients.clients.all = {
      {.name = "a", .tasks = {0, 2}, .arrivals = ArrivalsAtOnce{1}, .mark = {.line = 3, .column = 5}}};
  try {
    changed(clients, {.copies = 2});
    FAIL() << "they are not refused";
  } catch (const InputError& error) {
    EXPECT_STREQ(
        error.what(),
        "w.yaml:3:5: --copies takes tasks, and this workload has clients, which compare, simulate, run and serve take, "
        "expected one of tasks "
        "alone");
  }
  EXPECT_EQ(changed(clients, {.compute = 3}).clients, clients.clients);
}

TEST(WhatIf, IsSaidAsFlags) {
  EXPECT_EQ(flags({}), std::vector<std::string>{});
  EXPECT_EQ(flags({.memory = Memory::pinned, .compute = 0.25, .host_time = 0, .copies = 2}),
            (std::vector<std::string>{"--memory pinned", "--compute 0.25", "--host-time 0", "--copies 2"}));
}

}  // namespace
}  // namespace warpshop
