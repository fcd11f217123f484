#include <sstream>

#include <gtest/gtest.h>

#include "sim/io/workload/read_workload.hpp"

namespace warpshop::io {
namespace {

Workload parse(const std::string& text) {
  std::istringstream stream(text);
  return parse_workload(stream, "file.yaml");
}

TEST(Workload, TakesEitherMicroSignForMicroseconds) {
  const Workload workload = parse(
      "schema: warpshop.workload/1\nname: x\ntasks:\n"
      "  - {name: a, h2d: 5 \u00B5s, kernel: 5\u03BCs, d2h: 5 us}\n");
  EXPECT_EQ(std::get<Millis>(workload.tasks[0].h2d->amount), Millis{0.005});
  EXPECT_EQ(std::get<Millis>(workload.tasks[0].kernel->work), Millis{0.005});
  EXPECT_EQ(std::get<Millis>(workload.tasks[0].d2h->amount), Millis{0.005});
}

TEST(Workload, HoldsWhatTheFileSays) {
  const Workload workload = parse(R"(
schema: warpshop.workload/1
name: all of it
tasks:
  - {name: MM, h2d: 2.52 ms, kernel: 10.61 ms, d2h: 1.26 ms}
  - name: VA
    h2d: {bytes: 32 MiB, memory: pageable}
    kernel: {name: vector_add, elements: 8388608}
    d2h: 16.777216 MB
    release: 5 us
    weight: 2.5
    due: 1 s
    period: 33 ms
    count: 1
    after: [MM]
    family: video
    footprint: 1 GiB
  - {name: 7, d2h: {time: 500 ns, memory: pageable}, count: 3, after: VA}
)");
  EXPECT_EQ(workload.name, "all of it");
  EXPECT_EQ(workload.file, "file.yaml");
  ASSERT_EQ(workload.tasks.size(), 3U);
  EXPECT_EQ(workload.size(), 5U);

  const Task& plain = workload.tasks[0];
  EXPECT_EQ(std::get<Millis>(plain.h2d->amount), Millis{2.52});
  EXPECT_EQ(plain.h2d->memory, Memory::pinned);
  EXPECT_EQ(std::get<Millis>(plain.kernel->work), Millis{10.61});
  EXPECT_EQ(std::get<Millis>(plain.d2h->amount), Millis{1.26});
  EXPECT_EQ(plain.release, Millis{0});
  EXPECT_EQ(plain.weight, 1);
  EXPECT_EQ(plain.count, 1U);
  EXPECT_FALSE(plain.due || plain.footprint);
  EXPECT_TRUE(plain.after.empty() && plain.family.empty());

  const Task& full = workload.tasks[1];
  EXPECT_EQ(std::get<Bytes>(full.h2d->amount), Bytes{32 << 20});
  EXPECT_EQ(full.h2d->memory, Memory::pageable);
  EXPECT_EQ(std::get<KernelCall>(full.kernel->work).name, "vector_add");
  EXPECT_EQ(std::get<KernelCall>(full.kernel->work).elements, 8'388'608);
  EXPECT_EQ(std::get<Bytes>(full.d2h->amount), Bytes{16'777'216});
  EXPECT_EQ(full.release, Millis{0.005});
  EXPECT_EQ(full.weight, 2.5);
  EXPECT_EQ(full.due, Millis{1000});
  EXPECT_EQ(full.period, Millis{33});
  EXPECT_EQ(full.after, (std::vector<Predecessor>{{.task = "MM"}}));
  EXPECT_EQ(full.family, "video");
  EXPECT_EQ(full.footprint, Bytes{1 << 30});
  EXPECT_FALSE(plain.h2d->latency || full.h2d->latency);

  const Task& repeated = workload.tasks[2];
  EXPECT_EQ(repeated.name, "7");
  EXPECT_EQ(std::get<Millis>(repeated.d2h->amount), Millis{0.0005});
  EXPECT_EQ(repeated.d2h->memory, Memory::pageable);
  EXPECT_FALSE(repeated.h2d || repeated.kernel);
  EXPECT_EQ(repeated.count, 3U);
  EXPECT_EQ(repeated.after, (std::vector<Predecessor>{{.task = "VA"}}));
}

TEST(Workload, TakesWhatOfADurationIsLatency) {
  const Workload workload = parse(R"(schema: warpshop.workload/1
name: short
tasks:
  - {name: a, h2d: {time: 17 us, latency: 15 us}, d2h: {latency: 0 us, time: 17 us, memory: pageable}}
)");
  const Task& task = workload.tasks.front();
  EXPECT_EQ(task.h2d->latency, Millis{0.015});
  EXPECT_EQ(std::get<Millis>(task.h2d->amount), Millis{0.017});
  EXPECT_EQ(task.d2h->latency, Millis{0});
  EXPECT_EQ(task.d2h->memory, Memory::pageable);
}

TEST(Workload, TakesKernelsThatTheirTasksDescribe) {
  const Workload workload = parse(R"(schema: warpshop.workload/1
name: described
tasks:
  - name: full
    kernel: {time: 3 ms, ctas: 4000, threads: 256, registers: 32, shared_memory: 8 KiB, category: memory_bound}
  - {name: least, kernel: {threads: 64, time: 20 us, ctas: 1}}
  - {name: bare, kernel: {time: 3 ms}}
)");
  const auto full = std::get<KernelShape>(workload.tasks[0].kernel->work);
  EXPECT_EQ(full.time, Millis{3});
  EXPECT_EQ(full.ctas, 4000);
  EXPECT_EQ(full.cta, (CtaResources{.threads = 256, .registers = 32, .shared_memory = Bytes{8192}}));
  EXPECT_EQ(full.category, Category::memory_bound);
  const auto least = std::get<KernelShape>(workload.tasks[1].kernel->work);
  EXPECT_EQ(least.time, Millis{0.02});
  EXPECT_EQ(least.ctas, 1);
  EXPECT_EQ(least.cta, (CtaResources{.threads = 64}));
  EXPECT_EQ(least.category, Category::compute_bound);
  EXPECT_EQ(given_time(*workload.tasks[1].kernel), Millis{0.02});
  EXPECT_EQ(std::get<Millis>(workload.tasks[2].kernel->work), Millis{3});
}

TEST(Workload, KeepsTheMarksThatLaterErrorsNeed) {
  const Workload workload = parse(
      "schema: warpshop.workload/1\nname: x\ntasks:\n  - name: a\n    h2d: 1 B\n    kernel: {name: k, elements: 1}\n");
  const Task& task = workload.tasks[0];
  EXPECT_EQ(task.mark.line, 4U);
  EXPECT_EQ(task.mark.column, 5U);
  EXPECT_EQ(task.h2d->mark.line, 5U);
  EXPECT_EQ(task.h2d->mark.column, 10U);
  EXPECT_EQ(task.kernel->mark.line, 6U);
  EXPECT_EQ(task.kernel->mark.column, 13U);
}

TEST(Workload, SchemaMayComeLastAndJsonIsYaml) {
  const Workload workload = parse(
      "# made by a script\n{\"tasks\": [{\"name\": \"a\", \"kernel\": \"1.5 ms\", \"count\": 2}], \"name\": \"x\",\n"
      " \"schema\": \"warpshop.workload/1\"}\n");
  EXPECT_EQ(workload.size(), 2U);
  EXPECT_EQ(workload.tasks[0].mark.line, 2U);
  EXPECT_EQ(workload.tasks[0].mark.column, 12U);
}

TEST(Workload, NothingTakesNoTimeButZeroIsNotNothing) {
  const Workload workload =
      parse("schema: warpshop.workload/1\nname: x\ntasks:\n- {name: a, h2d: 0 B, kernel: 0 ms}\n");
  EXPECT_EQ(std::get<Bytes>(workload.tasks[0].h2d->amount), Bytes{0});
  EXPECT_EQ(std::get<Millis>(workload.tasks[0].kernel->work), Millis{0});
  EXPECT_FALSE(workload.tasks[0].d2h);
}

TEST(Workload, OneDocumentMayHaveItsMarkers) {
  EXPECT_EQ(parse("---\nschema: warpshop.workload/1\nname: x\ntasks: [{name: a, kernel: 1 ms}]\n...\n").size(), 1U);
  EXPECT_EQ(parse("--- {schema: warpshop.workload/1, name: x, tasks: [{name: a, kernel: 1 ms}]}\n").size(), 1U);
}

TEST(Workload, QuotedNamesAreTakenAsTheyAre) {
  const Workload workload =
      parse("schema: 'warpshop.workload/1'\nname: \"yes\"\ntasks: [{name: ' on ', kernel: 1 ms, family: 'null'}]\n");
  EXPECT_EQ(workload.name, "yes");
  EXPECT_EQ(workload.tasks[0].name, " on ");
  EXPECT_EQ(workload.tasks[0].family, "null");
}

}  // namespace
}  // namespace warpshop::io
