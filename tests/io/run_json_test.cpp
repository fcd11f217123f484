#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "sim/io/json/described_json.hpp"
#include "tests/io/example_run.hpp"

namespace warpshop::io {
namespace {

using test::example_run;

std::string json_of(const warpshop::Run& run) {
  std::ostringstream out;
  print(out, format::Json{}, run);
  return out.str();
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(RunJson, HoldsPlanBothMakespansAndEveryIntervalTwice) {
  EXPECT_EQ(
      json_of(example_run()),
      R"({"schema":"warpshop.run/1","workload":{"name":"jobs","tasks":2},"device":"box","backend":"cuda",)"
      R"("chip":"NVIDIA Box","policy":"neh-gpu","order":[1,0],"tasks":["b","a"],)"
      R"("plan":{"policy":"neh-gpu","order":[1,0],"tasks":["b","a"],"order_text":"b-a",)"
      R"("proven_optimal":false},)"
      R"("predicted_ms":3.0,"measured_ms":4.0,"measured_low_ms":3.5,"measured_high_ms":4.5,"error":0.25,)"
      R"("repetitions":[4.5,3.5,4.0],"assumed":[],"set":[],"file":"","seed":1,"budget":null,"version":"","results_correct":null,"intervals":[)"
      "\n"
      R"({"task":"b","position":1,"stage":"kernel","engine":"compute","predicted_start_ms":0.0,"predicted_end_ms":1.0,)"
      R"("measured_start_ms":0.0,"measured_end_ms":1.5},)"
      "\n"
      R"({"task":"a","position":0,"stage":"h2d","engine":"h2d","predicted_start_ms":0.0,"predicted_end_ms":1.0,)"
      R"("measured_start_ms":0.0,"measured_end_ms":1.25},)"
      "\n"
      R"({"task":"a","position":0,"stage":"kernel","engine":"compute","predicted_start_ms":1.0,"predicted_end_ms":3.0,)"
      R"("measured_start_ms":1.5,"measured_end_ms":4.0})"
      "\n]}\n");
}

TEST(RunJson, TellsCorrectResultsFromWrongOnesAndUncheckedOnes) {
  auto run = example_run();
  run.checked = true;
  EXPECT_TRUE(holds(json_of(run), R"("results_correct":true,"intervals")"));
  run.wrong = {1};
  EXPECT_TRUE(holds(json_of(run), R"("results_correct":false,"wrong":["b"],"intervals")"));
}

TEST(RunJson, HoldsWhatThePlanSaysBesideItsOrder) {
  auto run = example_run();
  run.plan.submission = Submission::streams;
  run.plan.gates = {{.d2h = 1, .h2d = 0}};
  run.plan.rounds = {1, 1};
  run.order_given = true;
  EXPECT_TRUE(holds(json_of(run),
                    R"("plan":{"policy":"neh-gpu","order":[1,0],"tasks":["b","a"],)"
                    R"json("order_text":"streams: b | a (gates 1:0)","submission":"streams",)json"
                    R"("gates":[{"d2h":1,"h2d":0}],"rounds":[1,1],"order_given":true,"proven_optimal":false})"));
}

TEST(RunJson, HoldsTimesDriftAndErrorPartsWhereTheyAreThere) {
  auto run = example_run();
  run.planning = std::chrono::duration<double, std::micro>{12.5};
  run.submission = std::chrono::duration<double, std::micro>{45};
  run.drift = {"h2d is slow"};
  run.error_parts = ErrorParts{.total = Millis{1}, .gaps = Millis{0.25}, .rest = Millis{0}};
  run.error_parts->stages[index(Stage::kernel)] = {
      .commands = 2, .predicted = Millis{3}, .measured = Millis{4}, .mean_error = 0.125, .on_path = Millis{0.75}};
  EXPECT_TRUE(holds(
      json_of(run),
      R"("drift":["h2d is slow"],"planning_us":12.5,"submission_us":45.0,"error_parts":{"total_ms":1.0,)"
      R"("h2d":{"commands":0,"predicted_ms":0.0,"measured_ms":0.0,"mean_error":0.0,"on_critical_path_ms":0.0},)"
      R"("kernel":{"commands":2,"predicted_ms":3.0,"measured_ms":4.0,"mean_error":0.125,"on_critical_path_ms":0.75},)"
      R"("d2h":{"commands":0,"predicted_ms":0.0,"measured_ms":0.0,"mean_error":0.0,"on_critical_path_ms":0.0},)"
      R"("gaps_ms":0.25,"rest_ms":0.0},"intervals")"));
}

TEST(RunJson, SubmissionTimeIsNullWherePlanningWasTimedAndThatWasNot) {
  auto run = example_run();
  EXPECT_FALSE(holds(json_of(run), "submission_us"));
  run.planning = std::chrono::duration<double, std::micro>{12.5};
  EXPECT_TRUE(holds(json_of(run), R"("planning_us":12.5,"submission_us":null,)"));
}

TEST(RunJson, MedianOfAnEvenNumberOfRepetitionsIsUnroundedAndBothCopiesShareOneEngine) {
  auto run = example_run();
  run.makespans = {Millis{0.1}, Millis{0.2}};
  run.measured.dma_engines = 1;
  EXPECT_TRUE(holds(json_of(run), R"("measured_ms":0.15000000000000002,)"));
  EXPECT_TRUE(holds(json_of(run), R"("stage":"h2d","engine":"dma")"));
}

}  // namespace
}  // namespace warpshop::io
