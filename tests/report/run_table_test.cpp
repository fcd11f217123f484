#include "sim/report/run_table.hpp"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "sim/report/described_csv.hpp"
#include "tests/support/csv_cells.hpp"

namespace warpshop::report {
namespace {

/// A run whose copy in took longer than predicted, and whose kernel started late.
Run one_task_run() {
  Run run;
  run.workload = "jobs";
  run.task_names = {"a, first"};
  run.device = "box";
  run.backend = "cuda";
  run.chip = "NVIDIA Box";
  run.policy = "neh-gpu";
  run.plan.order = {0};
  run.predicted = {.intervals = {{0, Stage::h2d, Millis{0}, Millis{2}}, {0, Stage::kernel, Millis{2}, Millis{9}}},
                   .makespan = Millis{9}};
  run.measured = {
      .intervals = {{0, Stage::h2d, Millis{0}, Millis{2.5}}, {0, Stage::kernel, Millis{3.0004}, Millis{10}}},
      .makespan = Millis{10}};
  run.makespans = {Millis{10.5}, Millis{9.75}, Millis{10}};
  return run;
}

std::string table_of(const Run& run) {
  std::ostringstream out;
  print(out, format::Table{}, run);
  return out.str();
}

std::string csv_of(const Run& run) {
  std::ostringstream out;
  print(out, format::Csv{}, run);
  return out.str();
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(RunTable, ShowsPredictedBesideMeasured) {
  EXPECT_EQ(table_of(one_task_run()),
            "jobs on box (cuda, NVIDIA Box), policy neh-gpu\n"
            "order a, first\n"
            "predicted 9.000 ms, measured 10.000 ms (range 9.750 … 10.500, 3 repetitions), error +10.0 %\n"
            "results not checked\n"
            "\n"
            "task      stage   predicted ms     to  measured ms      to  duration\n"
            "a, first  h2d            0.000  2.000        0.000   2.500    x 1.25\n"
            "a, first  kernel         2.000  9.000        3.000  10.000    x 1.00\n");
}

TEST(RunTable, DrawsPredictedAboveMeasuredWhereTheStyleHasCharts) {
  std::ostringstream out;
  print(out, format::Table{.width = 49, .charts = true}, one_task_run());
  EXPECT_TRUE(holds(out.str(),
                    "\n\npredicted\n"
                    "h2d      ########............................\n"
                    "compute  ........##########a, first##########\n"
                    "d2h      ....................................\n"
                    "measured\n"
                    "h2d      #a, first#..............................\n"
                    "compute  ............##########a, first##########\n"
                    "d2h      ........................................\n"
                    "         +-------------------+------------------+\n"
                    "ms       0                   5                 10\n"
                    ". idle\n\ntask "))
      << out.str();
}

TEST(RunTable, SaysWhatTheErrorConsistsOf) {
  auto run = one_task_run();
  run.error_parts = ErrorParts{.total = Millis{1}, .gaps = Millis{0.5}, .rest = Millis{0.003}};
  run.error_parts->stages[index(Stage::h2d)].on_path = Millis{0.5};
  run.error_parts->stages[index(Stage::d2h)].on_path = Millis{-0.02};
  EXPECT_TRUE(
      holds(table_of(run),
            "\nthe repetition below, 10.000 ms: error +10.0 %: h2d +5.0, kernel 0.0, d2h -0.2, gaps +5.0, rest 0.0\n"));
}

TEST(RunTable, NamesTheTasksWithWrongResults) {
  auto run = one_task_run();
  run.checked = true;
  EXPECT_TRUE(holds(table_of(run), "\nresults correct\n"));
  run.wrong = {0};
  EXPECT_TRUE(holds(table_of(run), "\nwrong results: a, first\n"));
  run.wrong = std::vector<std::size_t>(12, 0);
  EXPECT_TRUE(holds(table_of(run), "a, first, … 2 more\n"));
}

TEST(RunTable, ShowsTimesInAllAndATaskWhereTheyWereTaken) {
  auto run = one_task_run();
  run.task_names = {"a", "b"};
  run.planning = std::chrono::duration<double, std::micro>{12.34};
  run.submission = std::chrono::duration<double, std::micro>{45};
  EXPECT_TRUE(holds(table_of(run), "\nplanned in 12.3 us (6.2 a task)\nsubmitted in 45.0 us (22.5 a task)\n"));
}

TEST(RunTable, SaysWhyNobodyKnowsHowLongSubmissionTook) {
  auto run = one_task_run();
  EXPECT_FALSE(holds(table_of(run), "submission"));
  run.planning = std::chrono::duration<double, std::micro>{12.34};
  EXPECT_TRUE(holds(table_of(run),
                    "\nplanned in 12.3 us (12.3 a task)\nsubmission time not known: where copies are "
                    "pageable, tasks are released late or copies wait for gates, several threads "
                    "submit, and wait while they do\n"));
}

TEST(RunTable, TellsWhatDrifted) {
  auto run = one_task_run();
  run.drift = {"h2d at 20 GB/s, the profile says 25", "vector_add"};
  EXPECT_TRUE(holds(table_of(run), "\ndrift: h2d at 20 GB/s, the profile says 25\ndrift: vector_add\n\n"));
}

TEST(RunTable, TellsProvenOptimaOrdersOfTheUserAndSingleRepetitions) {
  auto run = one_task_run();
  run.seeks_optimum = run.proven_optimal = true;
  EXPECT_TRUE(holds(table_of(run), ", policy neh-gpu (proven)\n"));
  run.order_given = true;
  EXPECT_TRUE(holds(table_of(run), ", policy neh-gpu (proven), order of submission given\n"));
  run.makespans = {Millis{10}};
  EXPECT_TRUE(holds(table_of(run), "(range 10.000 … 10.000, 1 repetition), error +10.0 %\n"));
}

TEST(RunTable, OfManyIntervalsShowsTheFirstAndHowManyThereAre) {
  auto run = one_task_run();
  run.predicted.intervals = run.measured.intervals =
      std::vector<Interval>(125, {0, Stage::kernel, Millis{0}, Millis{0}});
  const std::string text = table_of(run);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5 + 1 + 120 + 1);
  EXPECT_TRUE(holds(text, "… 5 more; --format json or csv has them all\n"));
  EXPECT_TRUE(holds(text, "0.000   0.000\n") || holds(text, "0.000  0.000\n")) << "no error of what took no time";
}

TEST(RunCsv, IsUnroundedAndHasTheSameColumnsWhateverItIsAbout) {
  auto run = one_task_run();
  const std::string header =
      "task,position,stage,engine,predicted_start_ms,predicted_end_ms,measured_start_ms,measured_end_ms,workload,"
      "device,"
      "backend,chip,policy,proven_optimal,predicted_ms,measured_ms,measured_low_ms,measured_high_ms,repetitions,"
      "results_correct,planning_us,submission_us,assumed,set,file,seed,budget,version,tasks,error,issued,simplified,"
      "wrong,drift,"
      "error_parts_total_ms,error_parts_h2d_commands,error_parts_h2d_predicted_ms,error_parts_h2d_measured_ms,"
      "error_parts_h2d_mean_error,error_parts_h2d_on_critical_path_ms,error_parts_kernel_commands,"
      "error_parts_kernel_predicted_ms,error_parts_kernel_measured_ms,error_parts_kernel_mean_error,"
      "error_parts_kernel_on_critical_path_ms,error_parts_d2h_commands,error_parts_d2h_predicted_ms,"
      "error_parts_d2h_measured_ms,error_parts_d2h_mean_error,error_parts_d2h_on_critical_path_ms,"
      "error_parts_gaps_ms,error_parts_rest_ms\n";
  const std::string one_task_without_parts = ",1,0.1,,,,,,,,,,,,,,,,,,,,,,";
  EXPECT_EQ(csv_of(run),
            header + test::with_cells("\"a, first\",0,h2d,h2d,0,2,0,2.5,"
                                      "jobs,box,cuda,NVIDIA Box,neh-gpu,false,9,10,9.75,10.5,3,,,,,,,1,,\n"
                                      "\"a, first\",0,kernel,compute,2,9,3.0004,10,"
                                      "jobs,box,cuda,NVIDIA Box,neh-gpu,false,9,10,9.75,10.5,3,,,,,,,1,,\n",
                                      one_task_without_parts));
  run.measured.dma_engines = 1;
  run.predicted.intervals.pop_back();
  run.measured.intervals.pop_back();
  run.planning = std::chrono::duration<double, std::micro>{12.5};
  run.submission = std::chrono::duration<double, std::micro>{45};
  run.checked = true;
  run.origin = {.file = "jobs.yaml", .seed = 7, .budget = "200", .version = "1.2.3"};
  const std::string row =
      "\"a, first\",0,h2d,dma,0,2,0,2.5,jobs,box,cuda,NVIDIA Box,neh-gpu,false,9,10,9.75,10.5,3,true,12.5,45,,,"
      "jobs.yaml,7,200,1.2.3\n";
  EXPECT_EQ(csv_of(run), header + test::with_cells(row, one_task_without_parts));
  run.submission.reset();
  EXPECT_TRUE(holds(csv_of(run), ",true,12.5,,,,jobs.yaml,")) << "what JSON calls null is empty here";
}

}  // namespace
}  // namespace warpshop::report
