// What clients got on hardware, beside what was predicted.
#include "sim/report/client_run_table.hpp"

#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace warpshop::report {
namespace {

ClientFigures client_of(const std::string& name, double mean) {
  return {.name = name,
          .requests = 100,
          .until_horizon = 100,
          .rate = PerSecond{10},
          .latency = LatencyFigures{.mean = Millis{mean}, .p50 = {}, .p95 = {}, .p99 = {}},
          .waited = {},
          .of_alone = {}};
}

ClientRunResult run_of(double chat, double vision) {
  ClientRunResult run{.predicted = {.workload = "two",
                                    .task_names = {"chat", "vision"},
                                    .device = "box",
                                    .horizon = Millis{1000.0000001},
                                    .clients = {{.name = "chat", .tasks = {0, 1}, .arrivals = {}},
                                                {.name = "vision", .tasks = {1, 1}, .arrivals = {}}}},
                      .measured = {},
                      .backend = "host",
                      .chip = "host backend"};
  run.predicted.results = {
      {.policy = "edf", .plan = {}, .figures = {.clients = {client_of("chat", 4), client_of("vision", 4)}}}};
  run.measured.clients = {client_of("chat", chat), client_of("vision", vision)};
  return run;
}

std::string text_of(const ClientRunResult& run) {
  std::ostringstream out;
  print(out, {.width = 120}, run);
  return out.str();
}

TEST(ClientRunTable, SaysWhoseRequestsTookFarLongerThanPredicted) {
  EXPECT_EQ(text_of(run_of(4.9, 3.3)).find("measured / predicted"), std::string::npos);
  const std::string far = text_of(run_of(6, 2));
  EXPECT_NE(far.find("Mean latency measured / predicted: chat 1.50, vision 0.50."), std::string::npos) << far;
  EXPECT_NE(far.find("policy edf: requests until 1 s\n"), std::string::npos) << far;
}

TEST(ClientRunTable, SaysThatMoreComeThanAreAnswered) {
  ClientRunResult run = run_of(4, 4);
  EXPECT_EQ(text_of(run).find("more requests come"), std::string::npos);
  run.measured.overloaded = true;
  EXPECT_NE(text_of(run).find("more requests come than are answered"), std::string::npos);
}

}  // namespace
}  // namespace warpshop::report
