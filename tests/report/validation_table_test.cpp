#include "sim/report/validation_table.hpp"

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/report/described_csv.hpp"
#include "sim/report/validation_figures.hpp"
#include "sim/report/validation_summary.hpp"
#include "tests/support/csv_cells.hpp"
#include "tests/support/validations.hpp"

namespace warpshop::report {
namespace {

using test::example_validation;

std::string table_of(const Validation& validation, const format::Table& style = {}) {
  std::ostringstream out;
  const ValidationMetrics metrics = validation_metrics(validation);
  print(out, style, JudgedValidation{validation, metrics});
  return out.str();
}

std::string csv_of(const Validation& validation, bool header) {
  std::ostringstream out;
  const ValidationMetrics metrics = validation_metrics(validation);
  print(out, format::Csv{header}, JudgedValidation{validation, metrics});
  return out.str();
}

bool shows_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Every sample twice: the same medians and ranges, of enough samples for intervals.
Validation repeated_often(Validation validation) {
  for (MeasuredPlan& plan : validation.plans) {
    const std::vector<Millis> once = plan.samples;
    plan.samples.insert(plan.samples.end(), once.begin(), once.end());
  }
  return validation;
}

TEST(ValidationTable, TellsNothingApartByTooFewRepetitions) {
  const std::string text = table_of(example_validation());
  EXPECT_TRUE(shows_text(text, "measured ms            range    error"));
  EXPECT_TRUE(shows_text(text, "\ntoo few repetitions to tell anything apart, expected 6 at least\n"));
  EXPECT_FALSE(shows_text(text, "times faster than"));
}

TEST(ValidationTable, ShowsErrorsRanksPoliciesAndSpeedups) {
  EXPECT_EQ(table_of(repeated_often(example_validation())),
            "jobs on box (cuda, NVIDIA Box): 2 tasks, all 2 orders\n"
            "size of the error over the 2 orders: mean 5.0 %, median 5.0 %, worst 10.0 %; predicted 5.0 % too short on "
            "average\n"
            "rank correlation of predicted and measured: Spearman 1.000, Kendall 1.000\n"
            "results correct\n"
            "\n"
            "   policy   predicted ms  measured ms    95 % interval    error  rank    loss  order\n"
            "*  best            9.000       10.000   9.500 … 10.500  +10.0 %     1   0.0 %  b-a\n"
            "*  neh-gpu         9.000       10.000   9.500 … 10.500  +10.0 %     1   0.0 %  b-a\n"
            "   fifo           12.000       12.000  11.500 … 12.500    0.0 %     2  20.0 %  as listed\n"
            "   hyperq         12.000       16.000  15.500 … 16.500  +25.0 %     3  60.0 %  streams: as listed\n"
            "* not told apart from the measured best\n"
            "error: (measured - predicted) / measured, above 0 where it took longer; rank: 1 and how many of the 2 "
            "orders are clearly faster; loss: measured / measured best - 1\n"
            "any order: the median of the 2 orders\n"
            "\n"
            "times faster than  any order              fifo                   hyperq                 mps\n"
            "best               no difference          1.200 (1.095 … 1.316)  1.600 (1.476 … 1.737)  no difference\n"
            "neh-gpu            no difference          1.200 (1.095 … 1.316)  1.600 (1.476 … 1.737)  no difference\n"
            "fifo               no difference                                 1.333 (1.240 … 1.435)  0.875 (0.800 … "
            "0.957)\n"
            "hyperq             0.688 (0.606 … 0.774)  0.750 (0.697 … 0.806)                         0.656 (0.606 … "
            "0.710)\n"
            "single-queue could not be measured: needs a process of its own\n");
}

TEST(ValidationTable, SaysWhetherOrdersAreASample) {
  Validation validation = example_validation();
  validation.every_order = false;
  EXPECT_TRUE(shows_text(table_of(validation), ": 2 tasks, a sample of 2 orders\n"));
  EXPECT_TRUE(shows_text(table_of(validation), "\nsize of the error over the 2 orders sampled: mean 5.0 %"));
  validation.orders = {};
  EXPECT_TRUE(shows_text(table_of(validation), ": 2 tasks, 3 plans\n"));
  EXPECT_TRUE(shows_text(table_of(validation), "\nsize of the error over the 3 plans: mean "));
}

TEST(ValidationTable, ShowsErrorsWithTheSignThatTheLegendSays) {
  Validation validation = example_validation();
  validation.plans[0].predicted = Millis{12};
  const std::string text = table_of(validation);
  EXPECT_TRUE(shows_text(text, " -20.0 %     1   0.0 %  b-a\n")) << text;
  EXPECT_TRUE(shows_text(text, " +25.0 %     3  60.0 %  streams: as listed\n")) << text;
}

TEST(ValidationTable, TellsThePolicyRandomFromTheMedianOfAllOrders) {
  Validation validation = example_validation();
  validation.policies.push_back({"random", 1, true});
  EXPECT_TRUE(shows_text(table_of(validation),
                         "\nany order: the median of the 2 orders; the policy random is one order, drawn by --seed\n"));
}

TEST(ValidationTable, WithoutOrdersHasNoMedianOfThem) {
  Validation validation = example_validation();
  validation.orders = {};
  const std::string text = table_of(validation);
  EXPECT_TRUE(shows_text(text, "how many of the 3 plans are clearly faster"));
  EXPECT_FALSE(shows_text(text, "any order"));
}

TEST(ValidationTable, SaysWhetherPlansTookLongerOrLessTimeThanPredicted) {
  Validation validation = example_validation();
  validation.plans[0].predicted = Millis{12};
  EXPECT_TRUE(shows_text(table_of(validation), "; predicted 10.0 % too long on average\n"));
}

TEST(ValidationTable, SaysThatThereIsNoRankCorrelationAndThatResultsAreWrong) {
  Validation validation = example_validation();
  validation.orders = {0};
  validation.wrong = {1};
  EXPECT_TRUE(shows_text(table_of(validation), "all 1 order\n"));
  EXPECT_TRUE(shows_text(table_of(validation), "measured: Spearman none, Kendall none\nwrong results: b\n"));
}

TEST(ValidationTable, WithoutPoliciesIsItsHeading) {
  Validation validation = example_validation();
  validation.policies = {};
  validation.rivals = {};
  const std::string text = table_of(validation);
  EXPECT_EQ(text.substr(text.size() - 16), "results correct\n");
}

TEST(ValidationTable, BoldMarksTheMeasuredBestOnlyInColour) {
  EXPECT_FALSE(shows_text(table_of(example_validation()), "\x1b"));
  EXPECT_TRUE(shows_text(table_of(example_validation(), {.colour = true}), "\x1b[1m*  neh-gpu"));
  EXPECT_FALSE(shows_text(table_of(example_validation(), {.colour = true}), "\x1b[1m   fifo"));
}

TEST(ValidationTable, OfSeveralWorkloadsCountsWhereAPolicyWasBestAndAveragesSpeedups) {
  Validation validation = example_validation();
  validation.policies = {{"neh-gpu", 0}, {"fifo", 1}};
  validation.rivals = {};
  const std::vector<ValidationMetrics> workloads(2, validation_metrics(validation));
  std::ostringstream out;
  print(out, format::Table{}, summary(workloads));
  EXPECT_EQ(out.str(),
            "2 workloads, 4 orders\n"
            "size of the error over them: mean 5.0 %, median 5.0 %, worst 10.0 %\n"
            "rank correlation of predicted and measured, mean: Spearman 1.000, Kendall 1.000\n"
            "\n"
            "policy   best in  mean loss  worst loss\n"
            "neh-gpu   2 of 2      0.0 %       0.0 %\n"
            "fifo      0 of 2     20.0 %      20.0 %\n"
            "\n"
            "policy   times faster than  geometric mean  median  faster in  slower in\n"
            "neh-gpu  any order           no difference             0 of 2     0 of 2\n"
            "neh-gpu  fifo                        1.200   1.200     2 of 2     0 of 2\n"
            "fifo     any order           no difference             0 of 2     0 of 2\n");
}

TEST(ValidationCsv, HasALineAPlanUnrounded) {
  Validation validation = example_validation();
  validation.workload = "jobs, all";
  validation.plans[1].samples = {Millis{0.1}, Millis{0.2}};
  validation.plans[1].predicted = Millis{0.3};
  validation.plans[1].plan.gates = {{.d2h = 1, .h2d = 0}};
  validation.plans[1].plan.rounds = {1, 1};
  validation.origin = {.file = "jobs.yaml", .seed = 7, .version = "1.2.3"};
  const std::string rows = test::with_cells(
      "\"jobs, all\",1 0,ordered,best neh-gpu,9,10,9.5,10.5,0.1,3,,,b > a,box,cuda,NVIDIA Box,,,jobs.yaml,7,,1.2.3\n"
      "\"jobs, all\",0 1,ordered,fifo,0.3,0.15000000000000002,0.1,0.2,0.9999999999999997,2,1:0,1 1,a > "
      "b,box,cuda,NVIDIA Box,,,jobs.yaml,7,,1.2.3\n"
      "\"jobs, all\",0 1,streams,hyperq,12,16,15.5,16.5,0.25,3,,,a > b,box,cuda,NVIDIA Box,,,jobs.yaml,7,,1.2.3\n",
      ",2,true,0.5499999999999998,0.5499999999999998,0.9999999999999997,-0.44999999999999984,0.9999999999999998,1,,,"
      "true,,"
      ",,");
  EXPECT_EQ(csv_of(validation, false), rows);
  EXPECT_EQ(
      csv_of(validation, true),
      "workload,order,submission,policies,predicted_ms,measured_ms,measured_low_ms,measured_high_ms,error,"
      "samples,gates,rounds,names,device,backend,chip,assumed,set,file,seed,budget,version,tasks,every_order,"
      "mean_error,median_error,worst_error,mean_signed_error,spearman,kendall,issued,simplified,results_correct,wrong,"
      "share_policy,share_way,share_split\n" +
          rows);
}

}  // namespace
}  // namespace warpshop::report
