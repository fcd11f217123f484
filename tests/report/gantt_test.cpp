#include "sim/report/gantt.hpp"

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/utf8.hpp"
#include "sim/report/gantt_axis.hpp"

namespace warpshop::report {
namespace {

constexpr std::size_t kCells = 40;              // of a row in these tests,
constexpr std::size_t kWidth = 7 + 2 + kCells;  // behind `compute` and two spaces

/// A cell is 0.25 ms where the makespan is 10.
Timeline two_tasks() {
  return {.intervals = {{0, Stage::h2d, Millis{0}, Millis{2}},
                        {0, Stage::kernel, Millis{2}, Millis{6.0625}},
                        {0, Stage::d2h, Millis{6.0625}, Millis{8}},
                        {1, Stage::h2d, Millis{2}, Millis{7}},
                        {1, Stage::kernel, Millis{7}, Millis{8}},
                        {1, Stage::d2h, Millis{8}, Millis{10}}},
          .makespan = Millis{10}};
}

const std::vector<std::string> kNames{"AB", "second"};

std::string chart(const Timeline& timeline, GanttStyle style, const std::vector<std::string>& names = kNames) {
  style.width = style.width == GanttStyle{}.width ? kWidth : style.width;
  const GanttPanel panel{.title = "", .timeline = timeline, .task_names = names};
  return gantt(std::span(&panel, 1), style);
}

/// The first so many lines.
std::string head(const std::string& text, int lines) {
  std::size_t end = 0;
  for (; lines > 0; --lines) {
    end = text.find('\n', end) + 1;
  }
  return text.substr(0, end);
}

TEST(Gantt, DrawsARowAnEngineWithNamesWhereTheyFit) {
  EXPECT_EQ(chart(two_tasks(), {.unicode = true}),
            "h2d      ███AB██▉███████second███▒▒▒▒············\n"
            "compute  ········███████AB███████▎···████········\n"
            "d2h      ························▐▒▒AB██▉█second█\n"
            "         ├───────────────────┼──────────────────┼\n"
            "ms       0                   5                 10\n"
            "▒ copies both ways at once   · idle\n");
}

TEST(Gantt, IsAsciiWhereTheLocaleIs) {
  EXPECT_EQ(chart(two_tasks(), {}),
            "h2d      ##AB###|#######second###====............\n"
            "compute  ........#######AB#######....####........\n"
            "d2h      ........................==AB###|#second#\n"
            "         +-------------------+------------------+\n"
            "ms       0                   5                 10\n"
            "= copies both ways at once   . idle\n");
}

TEST(Gantt, EdgesAreEighthsOfACellInColours) {
  const Timeline timeline{.intervals = {{0, Stage::kernel, Millis{0.125}, Millis{2.375}},
                                        {1, Stage::kernel, Millis{2.375}, Millis{3}},
                                        {0, Stage::kernel, Millis{5.5}, Millis{5.75}}},
                          .makespan = Millis{kCells}};
  const std::vector<std::string> nobody{"", ""};
  // green, from the second eighth on; green and blue share a cell; two eighths on their own
  std::string compute = "compute  \x1b[0;7;32m▏\x1b[0;32m█\x1b[0;32;44m▍\x1b[0m··\x1b[0;32m▎\x1b[0m";
  for (std::size_t cell = 6; cell < kCells; ++cell) {
    compute += "·";
  }
  EXPECT_NE(chart(timeline, {.unicode = true, .colour = true}, nobody).find("\n" + compute + "\n"), std::string::npos);
}

TEST(Gantt, ShowsNamesByTheCellsThatTheyTake) {
  const Timeline timeline{.intervals = {{0, Stage::kernel, Millis{0}, Millis{10}},
                                        {1, Stage::kernel, Millis{10}, Millis{18}},
                                        {2, Stage::kernel, Millis{18}, Millis{23}}},
                          .makespan = Millis{kCells}};
  const auto lines = chart(timeline, {.unicode = true}, {"時間", "e\u0301te\u0301", "toolong"});
  const std::string compute =
      lines.substr(lines.find('\n') + 1, lines.find('\n', lines.find('\n') + 1) - lines.find('\n') - 1);
  EXPECT_EQ(compute, "compute  ███時間██▉██e\u0301te\u0301██▉█████·················");
  EXPECT_EQ(display_width(compute), kWidth);
}

TEST(Gantt, OneDmaEngineHasOneRowAndOpposesNothing) {
  Timeline timeline{.intervals = {{0, Stage::h2d, Millis{0}, Millis{20}}, {1, Stage::d2h, Millis{20}, Millis{30}}},
                    .makespan = Millis{kCells}};
  timeline.dma_engines = 1;
  EXPECT_EQ(head(chart(timeline, {}), 2),
            "dma      ########AB#########|##second##..........\n"
            "compute  ........................................\n");
}

TEST(Gantt, KernelsThatOverlapHaveRowsUpToEight) {
  Timeline timeline{.makespan = Millis{kCells}};
  for (std::uint32_t task = 0; task < 10; ++task) {
    timeline.intervals.push_back({task, Stage::kernel, Millis{task * 1.0}, Millis{30}});
    timeline.residencies.push_back({.task = task, .start = Millis{task * 1.0}, .end = Millis{30}});
  }
  const std::string text = chart(timeline, {}, std::vector<std::string>(10, "k"));
  EXPECT_NE(text.find("\ncompute 2      .##"), std::string::npos) << text;
  EXPECT_NE(text.find("\ncompute 8 ...  .....:##"), std::string::npos) << text;
  EXPECT_EQ(text.find("compute 9"), std::string::npos) << text;
}

TEST(Gantt, ManyShortCommandsBecomeHeights) {
  Timeline timeline{.makespan = Millis{kCells}};
  for (std::uint32_t task = 0; task < 400; ++task) {  // ten a cell, each busy for a tenth more than the one before
    const Millis start{task * 0.1};
    timeline.intervals.push_back({0, Stage::kernel, start, start + Millis{0.1} * (task / 400.0)});
  }
  EXPECT_EQ(chart(timeline, {.unicode = true}),
            "h2d      ········································\n"
            "compute  ▁▁▁▁▁▁▁▁▂▂▂▂▂▃▃▃▃▃▄▄▄▄▄▅▅▅▅▅▆▆▆▆▆▇▇▇▇▇██\n"
            "d2h      ········································\n"
            "         ├─────────┼─────────┼─────────┼────────┼\n"
            "ms       0        10        20        30       40\n"
            "▁▄█ part of the time   · idle\n");
}

TEST(Gantt, TwoPlansStandOnOneTimeAxis) {
  const Timeline first = two_tasks();
  const Timeline second{.intervals = {{1, Stage::kernel, Millis{0}, Millis{5}}}, .makespan = Millis{5}};
  const std::vector<GanttPanel> panels{{.title = "one", .timeline = first, .task_names = kNames},
                                       {.title = "two", .timeline = second, .task_names = kNames}};
  EXPECT_EQ(gantt(panels, {.width = kWidth}),
            "one\n"
            "h2d      ##AB###|#######second###====............\n"
            "compute  ........#######AB#######....####........\n"
            "d2h      ........................==AB###|#second#\n"
            "two\n"
            "h2d      ....................\n"
            "compute  #######second#######\n"
            "d2h      ....................\n"
            "         +-------------------+------------------+\n"
            "ms       0                   5                 10\n"
            "= copies both ways at once   . idle\n");
}

TEST(Gantt, NamesTheDevicesOfAFleet) {
  Timeline timeline{
      .intervals = {{0, Stage::kernel, Millis{0}, Millis{10}}, {1, Stage::kernel, Millis{0}, Millis{20}, 1}},
      .makespan = Millis{kCells}};
  timeline.fleet_dma_engines = {2, 1};
  const std::vector<std::string> devices{"x", "y"};
  const GanttPanel panel{.title = "", .timeline = timeline, .task_names = kNames, .devices = devices};
  EXPECT_EQ(head(gantt(std::span(&panel, 1), {.width = kWidth + 2}), 5),
            "x h2d      ........................................\n"
            "x compute  ####AB####..............................\n"
            "x d2h      ........................................\n"
            "y dma      ........................................\n"
            "y compute  #######second#######....................\n");
}

TEST(Gantt, NoLineIsWiderThanAllowedWhateverTheNames) {
  const std::vector<std::string> names{"行列積行列積行列積", "\x1b[1mé"};
  for (std::size_t width = 40; width < 200; ++width) {
    for (const bool unicode : {false, true}) {
      std::istringstream lines(chart(two_tasks(), {.width = width, .unicode = unicode}, names));
      for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(display_width(line), std::max<std::size_t>(width, 40)) << line;
        EXPECT_EQ(line.find('\x1b'), std::string::npos);
      }
    }
  }
}

TEST(Gantt, DrawsNothingOfAPlanThatTakesNoTime) {
  const Timeline timeline{.intervals = {{0, Stage::kernel, Millis{0}, Millis{0}}}, .makespan = Millis{0}};
  EXPECT_EQ(head(chart(timeline, {}), 1), "h2d      \n");
}

TEST(GanttAxis, HasRoundNumbersInAUnitThatFits) {
  EXPECT_EQ(gantt_axis(Millis{30}, 30, false).ticks, "+---------+---------+--------+");
  EXPECT_EQ(gantt_axis(Millis{30}, 30, false).numbers, "0        10        20       30");
  EXPECT_EQ(gantt_axis(Millis{0.03}, 30, false).unit, "us");
  EXPECT_EQ(gantt_axis(Millis{0.03}, 30, false).numbers, "0        10        20       30");
  EXPECT_EQ(gantt_axis(Millis{2e-5}, 30, false).unit, "ns");
  EXPECT_EQ(gantt_axis(Millis{9999}, 30, false).numbers, "0            5000");
  EXPECT_EQ(gantt_axis(Millis{9999}, 30, false).unit, "ms");
  EXPECT_EQ(gantt_axis(Millis{1e15}, 30, false).unit, "s");
  EXPECT_EQ(gantt_axis(Millis{0}, 30, false).numbers, "0");
}

}  // namespace
}  // namespace warpshop::report
