#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "sim/io/json/described_json.hpp"
#include "tests/support/validations.hpp"

namespace warpshop::io {
namespace {

using test::example_validation;

/// One policy of the example, and figures that a reader can tell apart.
ValidationMetrics metrics_of(const Validation& validation) {
  ValidationMetrics metrics;
  for (const MeasuredPlan& plan : validation.plans) {
    metrics.plans.push_back({.measured = measured_time(plan.samples), .error = 0.25});
  }
  metrics.error = {.mean = 0.5, .median = 0.375, .worst = 0.75};
  metrics.mean_signed_error = -0.125;
  metrics.spearman = 0.875;
  metrics.policies = {{.policy = "hyperq",
                       .plan = 2,
                       .predicted = Millis{12},
                       .measured = metrics.plans[2].measured,
                       .rank = 3,
                       .is_best = false,
                       .loss = 0.625}};
  metrics.speedups = {
      {.policy = "hyperq", .base = "fifo", .speedup = {.ratio = 0.75, .low = 0.5, .high = 0.875, .different = true}}};
  return metrics;
}

std::string json_of(const Validation& validation) {
  std::ostringstream out;
  const ValidationMetrics metrics = metrics_of(validation);
  print(out, format::Json{}, JudgedValidation{validation, metrics});
  return out.str();
}

TEST(ValidationJson, IsOneLineWithPlansErrorsPoliciesSpeedupsAndRivals) {
  EXPECT_EQ(json_of(example_validation()),
            R"({"schema":"warpshop.validate/1","workload":{"name":"jobs","tasks":2},"device":"box","backend":"cuda",)"
            R"("chip":"NVIDIA Box","every_order":true,"orders":[0,1],"plans":[)"
            R"({"order":[1,0],"policies":["best","neh-gpu"],"predicted_ms":9.0,"measured_ms":10.0,"low_ms":9.5,)"
            R"("high_ms":10.5,"error":0.25,"samples_ms":[10.0,9.5,10.5]},)"
            R"({"order":[0,1],"policies":["fifo"],"predicted_ms":12.0,"measured_ms":12.0,"low_ms":11.5,)"
            R"("high_ms":12.5,"error":0.25,"samples_ms":[11.5,12.5,12.0]},)"
            R"({"order":[0,1],"submission":"streams","policies":["hyperq"],"predicted_ms":12.0,"measured_ms":16.0,)"
            R"("low_ms":15.5,"high_ms":16.5,"error":0.25,"samples_ms":[16.0,16.5,15.5]}],)"
            R"("mean_error":0.5,"median_error":0.375,"worst_error":0.75,"mean_signed_error":-0.125,)"
            R"("rank_correlation":{"spearman":0.875,"kendall":null},"policies":[)"
            R"({"policy":"hyperq","order":[0,1],"tasks":["a","b"],"order_text":"streams: a-b","submission":"streams",)"
            R"("predicted_ms":12.0,)"
            R"("measured_ms":16.0,"low_ms":15.5,"high_ms":16.5,"rank":3,"is_best":false,"loss":0.625}],)"
            R"("speedups":[{"policy":"hyperq","base":"fifo","ratio":0.75,"low":0.5,"high":0.875,"different":true}],)"
            R"("rivals":[{"name":"single-queue","problem":"needs a process of its own"},)"
            R"({"name":"mps","measured_ms":10.5,"low_ms":10.0,"high_ms":11.0,"samples_ms":[10.5,10.0,11.0]}],)"
            R"("assumed":[],"set":[],"file":"","seed":1,"budget":null,"version":"","results_correct":true})"
            "\n");
}

TEST(ValidationJson, TellsWrongResultsFromUncheckedOnes) {
  Validation validation = example_validation();
  validation.wrong = {1};
  EXPECT_NE(json_of(validation).find(R"("results_correct":false,"wrong":["b"]})"), std::string::npos);
  validation.checked = false;
  validation.wrong = {};
  EXPECT_NE(json_of(validation).find(R"("results_correct":null})"), std::string::npos);
}

TEST(ValidationJson, HoldsWhatAPlanSaysBesideItsOrder) {
  Validation validation = example_validation();
  validation.plans[0].plan.gates = {{.d2h = 1, .h2d = 0}};
  validation.plans[0].plan.rounds = {2};
  EXPECT_NE(json_of(validation).find(R"({"order":[1,0],"gates":[{"d2h":1,"h2d":0}],"rounds":[2],"policies":)"),
            std::string::npos);
}

TEST(ValidationJson, OfNothingHasEmptyLists) {
  std::ostringstream out;
  print(out, format::Json{}, JudgedValidation{Validation{}, ValidationMetrics{}});
  EXPECT_NE(out.str().find(R"("orders":[],"plans":[],)"), std::string::npos);
  EXPECT_NE(out.str().find(
                R"("policies":[],"speedups":[],"rivals":[],"assumed":[],"set":[],"file":"","seed":1,"budget":null,)"
                R"("version":"","results_correct":null})"),
            std::string::npos);
}

}  // namespace
}  // namespace warpshop::io
