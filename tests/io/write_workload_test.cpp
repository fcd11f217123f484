#include "sim/io/workload/write_workload.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "sim/io/workload/read_workload.hpp"

namespace warpshop::io {
namespace {

std::string written(const std::string& text) {
  std::istringstream in(text);
  std::ostringstream out;
  write_workload(out, parse_workload(in, "file"));
  return out.str();
}

TEST(WriteWorkload, GivesBackEverythingThatAFileMaySay) {
  const std::string text =
      "schema: warpshop.workload/1\n"
      "name: all of it\n"
      "recorded_on: a100\n"
      "submit: one_thread\n"
      "issue: breadth_first\n"
      "jobs:\n"
      "  - {name: step, due: 3 ms, weight: 2}\n"
      "tasks:\n"
      "  - {name: a, h2d: {time: 2.5 ms, bytes: 16 MiB, memory: pageable}, kernel: 1 ms, d2h: {bytes: 7 B, call: "
      "sync}}\n"
      "  - {name: b, kernel: {time: 3 ms, ctas: 40, threads: 256, registers: 32, shared_memory: 8 KiB, category: "
      "memory_bound, power: 210 W}, release: 5 us, weight: 0.5, after: [a], job: step}\n"
      "  - {name: \"c, d\", kernel: {name: vector_add, elements: 12}, count: 3, period: 4 ms, after: [{task: a, "
      "lag: 1 ns}, b], due: 9 ms, family: x, footprint: 1 GiB}\n"
      "  - {name: f, kernel: {time: 3 ms, kind: beside}}\n"
      "  - {name: g, kernel: {time: 3 ms, ctas: 2, threads: 640, kind: collective}}\n"
      "  - {name: e, d2h: {time: 17 us, latency: 15 us}, job: step, recorded: {start: 0 ns, end: 1 us, stream: 7}}\n"
      "  - {name: h, kernel: 1 ms, host: 2 us, stream: legacy_default}\n"
      "  - {name: i, kernel: 1 ms, after: [{task: a, lag: 0 ns}], host: 32 MiB}\n";
  EXPECT_EQ(written(text), text);
}

TEST(WriteWorkload, KeepsEveryDigitOfADuration) {
  const std::string text =
      "schema: warpshop.workload/1\nname: t\ntasks:\n  - {name: a, kernel: 12.345678901234567 ms}\n"
      "  - {name: b, kernel: 1000 s, after: [{task: a, lag: 0.1 ns}]}\n";
  EXPECT_EQ(written(text), text);
}

}  // namespace
}  // namespace warpshop::io
