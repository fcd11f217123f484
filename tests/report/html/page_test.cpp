#include "sim/report/html/page.hpp"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/report/html/client_chapter.hpp"
#include "sim/report/html/client_sweep_chapter.hpp"
#include "sim/report/html/comparison_chapter.hpp"
#include "sim/report/html/device_sections.hpp"
#include "sim/report/html/line_chart.hpp"
#include "sim/report/html/pairs_chapter.hpp"
#include "sim/report/html/run_chapter.hpp"
#include "sim/report/html/simulation_chapter.hpp"
#include "sim/report/html/sweep_chapter.hpp"
#include "sim/report/html/validation_chapter.hpp"
#include "sim/report/validation_figures.hpp"
#include "sim/result/file_openings.hpp"
#include "tests/support/html_check.hpp"
#include "tests/support/validations.hpp"

namespace warpshop::report::html {
namespace {

const std::vector<std::string> kHostile{"<script>alert(1)</script>", "\"onload=alert(1) x=\"", "]]><img src=x>",
                                        "'/></svg>\u202e\x01"};

std::string page_of(std::vector<Chapter> chapters) {
  std::ostringstream out;
  write_page(out, chapters, {},
             {.command = "warpshop compare '" + kHostile[0] + "'", .version = "1", .inputs = {{kHostile[1], "00ff"}}});
  return out.str();
}

/// What holds for every page.
void expect_sound(const std::string& page) {
  EXPECT_EQ(test::problem_of_html(page), "");
  EXPECT_EQ(test::outside_reference(page), "");
  EXPECT_TRUE(page.starts_with(kReportOpening));
  EXPECT_EQ(test::count_of(page, "<script>"), 1U);
  EXPECT_EQ(test::count_of(page, "<h1>"), 1U);
  for (const char* const number : {"\"nan", "\"-nan", "\"inf", "\"-inf", " nan", " inf"}) {
    EXPECT_EQ(page.find(number), std::string::npos) << number;
  }
}

Comparison hostile_comparison() {
  Comparison comparison;
  comparison.workload = kHostile[0];
  comparison.task_names = kHostile;
  comparison.device = "box";
  comparison.engine = "fast";
  comparison.lower_bound = Millis{8};
  comparison.fifo_cost = Millis{16};
  comparison.fifo_plan.order = {0, 1, 2, 3};
  comparison.basis = {.assumed = {"a<b"}, .set = {"x=\"1\""}};
  PolicyResult best;
  best.policy = "neh-gpu";
  best.predicted = best.cost = best.makespan = Millis{10};
  best.plan.order = {3, 2, 1, 0};
  best.proven_optimal = true;
  PolicyResult random = best;
  random.policy = "random:9";
  random.proven_optimal = false;
  random.cost = random.makespan = Millis{12};
  random.distribution = CostDistribution{9, Millis{10}, Millis{11}, Millis{12}, Millis{12}, Millis{13}, Millis{20}};
  comparison.results = {best, random};
  comparison.skipped = {{.policy = "best", .limit = 10}, {.policy = "mps", .reason = "needs <sm>"}};
  return comparison;
}

DrawnPlan hostile_plan() {
  DrawnPlan plan;
  Simulation& simulation = plan.simulation;
  simulation.workload = kHostile[2];
  simulation.task_names = kHostile;
  simulation.device = kHostile[1];
  simulation.policy = "neh-gpu";
  simulation.engine = "fast";
  simulation.plan.order = {3, 2, 1, 0};
  simulation.due = {Millis{1}, Millis{100}, kNoDueDate, Millis{3}};
  simulation.releases = {Millis{0}, Millis{1}, Millis{0}, Millis{0}};
  for (std::uint32_t task = 0; task < 4; ++task) {
    simulation.timeline.intervals.push_back({task, Stage::kernel, Millis{1.0 * task}, Millis{task + 2.0}});
    simulation.timeline.residencies.push_back({task, 0, 0, 4, 2, Millis{1.0 * task}, Millis{task + 2.0}, 1});
    plan.alone.emplace_back(1.5);
  }
  simulation.timeline.makespan = simulation.cost = Millis{5};
  simulation.loads = {{Millis{0}, {0.5, 0.25, 0}}, {Millis{2}, {1, 0.5, 0}}};
  return plan;
}

TEST(Page, OfAComparisonIsSoundWhateverItsNames) {
  const std::vector<DrawnPlan> plans{hostile_plan(), hostile_plan()};
  const std::string page = page_of({chapter(hostile_comparison(), plans)});
  expect_sound(page);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("\u202e"), std::string::npos);
  EXPECT_NE(page.find("Left out: best, which `all` takes up to 10 tasks only."), std::string::npos);
  EXPECT_NE(page.find("Left out: mps, needs &lt;sm&gt;."), std::string::npos);
  EXPECT_NE(page.find("Rests on a value that the profile only assumes: a&lt;b."), std::string::npos);
}

TEST(Page, AnswersInItsFirstSentence) {
  Comparison comparison = hostile_comparison();
  comparison.workload = "jobs";
  comparison.task_names = {"a", "b", "c", "d"};
  const Chapter answer = chapter(comparison, {});
  EXPECT_EQ(answer.question, "In which order should “jobs” run on box?");
  EXPECT_EQ(
      answer.answer,
      "neh-gpu ends after 10.000 ms, 37.5 % sooner than as listed (16.000 ms); no plan can be below 8.000 ms; proven "
      "best order. Launch d-c-b-a.");
}

TEST(Page, TellsWhatTiesWithTheBest) {
  Comparison comparison = hostile_comparison();
  comparison.results.push_back(comparison.results[0]);
  comparison.results.back().policy = "ig";
  EXPECT_NE(page_of({chapter(comparison, {})}).find("neh-gpu, ig (all proven)"), std::string::npos);
}

TEST(Page, OfASimulationHasReleasesDueDatesAndWhatKernelsHold) {
  const std::string page = page_of({chapter(hostile_plan())});
  expect_sound(page);
  EXPECT_NE(page.find("is late, ends at"), std::string::npos);
  EXPECT_NE(page.find("may start from"), std::string::npos);
  EXPECT_NE(page.find("CTAs an SM holds"), std::string::npos);
  EXPECT_NE(page.find("How busy kernels keep what they share"), std::string::npos);
}

TEST(Page, OfAValidationAndARunComparesPredictedAndMeasured) {
  const Validation validation = test::example_validation();
  const ValidationMetrics metrics = validation_metrics(validation);
  warpshop::Run run;
  run.workload = "jobs";
  run.task_names = {"a"};
  run.plan.order = {0};
  run.predicted = {.intervals = {{0, Stage::h2d, Millis{0}, Millis{2}}, {0, Stage::kernel, Millis{2}, Millis{10}}},
                   .makespan = Millis{10}};
  run.measured = {.intervals = {{0, Stage::h2d, Millis{0}, Millis{2.5}}, {0, Stage::kernel, Millis{2.5}, Millis{11}}},
                  .makespan = Millis{11}};
  run.makespans = {Millis{11}, Millis{10.9}};
  run.error_parts = ErrorParts{};
  const std::string page = page_of({chapter(JudgedValidation{validation, metrics}), chapter(run, {})});
  expect_sound(page);
  EXPECT_EQ(test::count_of(page, "<article id="), 2U);
  EXPECT_EQ(test::count_of(page, "predicted exactly</title>"), 2U);  // a diagonal each
  EXPECT_NE(page.find("single-queue could not be measured: needs a process of its own"), std::string::npos);
}

TEST(Page, OfPairsHasEveryThroughput) {
  PairTable table;
  table.device = "box";
  table.pairs = {{.kernels = {"<a>", "b"},
                  .configurations = {{.ctas = {1, 2}, .np = {0.7, 0.6}}, {.ctas = {2, 1}, .np = {0.5, 0.6}}}}};
  const std::string page = page_of({chapter(table)});
  expect_sound(page);
  EXPECT_EQ(test::count_of(page, ">1.300</td>"), 3U);  // both ways round, and the table below
}

stats::BoxStatistics box_around(double median) {
  return {.count = 9,
          .min = median - 0.3,
          .low_whisker = median - 0.2,
          .low_quartile = median - 0.1,
          .median = median,
          .high_quartile = median + 0.1,
          .high_whisker = median + 0.2,
          .max = median + 0.2,
          .mean = median,
          .outliers = 1};
}

TEST(Page, OfASweepHasABoxAPolicyAndCellAndSaysWhereTheBestChanges) {
  Sweep sweep;
  sweep.name = "a faster <link>";
  sweep.sets = 9;
  sweep.axes = {{"device", {"box"}}, {"link", {"1", "2", "4"}}};
  sweep.policies = {"fifo", "neh-gpu"};
  for (std::size_t value = 0; value < 3; ++value) {
    SweepCell cell{.values = {0, value}, .device = "box", .policies = {}, .tests = {}};
    for (const double median : {1.1, 1.3 - 0.15 * static_cast<double>(value)}) {
      SweepPolicy policy;
      policy.speedup.fill(box_around(median));
      policy.cost = policy.closeness = box_around(median);
      cell.policies.push_back(policy);
    }
    sweep.cells.push_back(cell);
  }
  sweep.effects = {{.axis = 1,
                    .others = {0, 0},
                    .values = {0, 1, 2},
                    .elasticity = -0.5,
                    .fit = 0.9,
                    .best = {1, 1, 0},
                    .gain = {1.3, 1.15, 1.1}}};
  const std::string page = page_of({chapter(sweep)});
  expect_sound(page);
  EXPECT_NE(page.find("from 4 on fifo is best"), std::string::npos);
  EXPECT_EQ(test::count_of(page, "1 of 9 beyond the whiskers</title>"), 6U);
  EXPECT_NE(page.find("neh-gpu is best in 2 of 3 cells, 15.0 to 30.0 % faster than the median order"),
            std::string::npos);
}

TEST(Page, OfASweepOfClientsHasACurveAPolicyAndTheGoal) {
  ClientSweep sweep{.name = kHostile[0],
                    .axes = {{"device", {"box"}}, {"clients.chat.arrivals.poisson", {"20 /s", "40 /s"}}},
                    .policies = {"smk", "mps"},
                    .cells = {}};
  for (std::size_t value = 0; value < 2; ++value) {
    ClientSweepCell& cell = sweep.cells.emplace_back();
    cell.values = {0, value};
    cell.comparison.workload = kHostile[1];
    cell.comparison.clients = {{.name = kHostile[2], .goal = LatencyGoal{Millis{50}, 0.99}}};
    cell.comparison.alone.resize(1);
    for (const std::string& policy : sweep.policies) {
      ClientFigures figures{.name = kHostile[2], .rate = {20}, .goal = LatencyGoal{Millis{50}, 0.99}};
      figures.reached = Estimate{.value = Millis{30}, .low = Millis{29}, .high = Millis{31}};
      cell.comparison.results.push_back(
          {.policy = policy, .figures = {.clients = {figures}, .goals = 1, .goals_kept = 1}});
      cell.comparison.results.back().asked = {policy};
    }
  }
  sweep.ranges = kept_ranges(sweep);
  const std::string page = page_of({chapter(sweep)});
  expect_sound(page);
  EXPECT_NE(page.find("smk keeps the goal up to"), std::string::npos);
  EXPECT_NE(page.find("goal: 50 ms"), std::string::npos);
  EXPECT_EQ(test::count_of(page, "30.00 (29.00 … 31.00) of 50"), 4U);
}

/// Two clients, a window under the first of two ways of sharing.
ClientComparison hostile_clients() {
  ClientComparison comparison;
  comparison.workload = kHostile[0];
  comparison.device = "box";
  comparison.horizon = Millis{1000};
  comparison.clients = {{.name = kHostile[1], .tasks = {0, 1}, .goal = LatencyGoal{Millis{50}, 0.99}},
                        {.name = kHostile[2], .tasks = {1, 1}, .goal = RateGoal{{40}}}};
  ClientFigures figures{
      .name = kHostile[1], .rate = {30}, .latency = LatencyFigures{}, .goal = comparison.clients[0].goal};
  figures.latency->curve = {{0.5, Millis{8}}, {0.9, Millis{20}}, {0.99, Millis{40}}};
  figures.reached = Estimate{.value = Millis{40}, .low = Millis{30}, .high = Millis{45}};
  ClientFigures second{
      .name = kHostile[2], .rate = {10}, .goal = comparison.clients[1].goal, .verdict = Verdict::missed};
  comparison.alone = {figures, second};
  ClientsResult result{
      .policy = "smk", .plan = {}, .figures = {.clients = {figures, second}, .goals = 2, .goals_kept = 1}};
  comparison.results = {result, result};
  comparison.results[1].policy = "mps:<1>";
  ClientWindow window{.time = {Millis{100}, Millis{110}},
                      .requests = {{0, 7, Millis{95}}, {1, 3, Millis{101}}},
                      .timeline = {},
                      .steps = {0, 0}};
  window.timeline.intervals = {{0, Stage::kernel, Millis{96}, Millis{104}},
                               {1, Stage::kernel, Millis{101}, Millis{120}}};
  window.timeline.residencies = {{0, 0, 0, 4, 2, Millis{96}, Millis{104}, 8},
                                 {1, 0, 0, 4, 2, Millis{101}, Millis{120}, 8}};
  window.timeline.makespan = Millis{120};
  comparison.results[0].window = window;
  comparison.skipped = {{.policy = "mig", .reason = "needs <sm>"}};
  return comparison;
}

TEST(Page, OfClientsTellsGoalsCurvesAndWhatHappensWhen) {
  const std::string page = page_of({chapter(hostile_clients())});
  expect_sound(page);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(test::count_of(page, "kept, 90 % of what it may take</title>"), 2U);
  EXPECT_EQ(test::count_of(page, "missed, 25 % of what it is to get</title>"), 2U);
  EXPECT_EQ(test::count_of(page, "<title>goal: 50 ms</title>"), 1U) << "the other client was never answered";
  EXPECT_EQ(test::count_of(page, ": how long its requests take <span>"), 1U);
  EXPECT_NE(page.find("smk: 100 ms … 110 ms"), std::string::npos);
  EXPECT_NE(page.find("CTAs an SM holds"), std::string::npos);
  EXPECT_NE(page.find("#8, kernel: 0 ms … 4.000 ms"), std::string::npos) << "cut where the window begins";
  EXPECT_EQ(page.find("the plan ends at"), std::string::npos);
  EXPECT_NE(page.find("Left out: mig, needs &lt;sm&gt;."), std::string::npos);
}

TEST(Page, OfOneWayOfSharingIsThatOfASimulation) {
  ClientTimeline timeline{.comparison = hostile_clients()};
  timeline.comparison.results.pop_back();
  const std::string page = page_of({chapter(timeline)});
  expect_sound(page);
  EXPECT_NE(page.find("on box under smk?</h1>"), std::string::npos);
  EXPECT_NE(page.find("What happens when</h2>"), std::string::npos);
}

TEST(Page, ALogarithmicAxisHasRoundEnds) {
  const std::string chart = line_chart({.caption = "c",
                                        .x_name = "x",
                                        .y_name = "ms",
                                        .curves = {{.name = "one", .points = {{1, 30, 30, 30}, {2, 700, 700, 700}}}},
                                        .levels = {{.y = 100, .text = "goal"}},
                                        .log_y = true});
  for (const char* tick : {">20</text>", ">50</text>", ">100</text>", ">200</text>", ">500</text>", ">1000</text>"}) {
    EXPECT_NE(chart.find(tick), std::string::npos) << tick;
  }
  // From 20 at 250 up to 1000 at 34: 100 stands at 250 - 216 ln 5 / ln 50.
  EXPECT_NE(chart.find(R"(y1="161.14")"), std::string::npos) << chart;
}

TEST(Page, OfADeviceLeavesOutWhatItsProfileDoesNotSay) {
  Device device;
  device.name = "box";
  EXPECT_TRUE(device_sections(device).empty());
  device.transfers[0][0].alone = BytesPerSecond{12e9};
  device.transfers[0][0].duplex = BytesPerSecond{10e9};
  device.kernels["k<1>"].by_ctas = {{1, {10}}, {2, {18}}};
  Chapter chapter{.question = "q", .answer = "a", .sections = device_sections(device)};
  const std::string page = page_of({chapter});
  expect_sound(page);
  EXPECT_NE(page.find("12.00 GB/s alone"), std::string::npos);
  EXPECT_NE(page.find("10.00 GB/s duplex"), std::string::npos);
  EXPECT_NE(page.find("k&lt;1&gt;"), std::string::npos);
}

TEST(Page, IsTheSameBytesForTheSameInput) {
  const std::vector<DrawnPlan> plans{hostile_plan()};
  EXPECT_EQ(page_of({chapter(hostile_comparison(), plans)}), page_of({chapter(hostile_comparison(), plans)}));
}

}  // namespace
}  // namespace warpshop::report::html
