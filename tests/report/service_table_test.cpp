#include "sim/report/service_table.hpp"

#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "sim/model/utf8.hpp"

namespace warpshop::report {
namespace {

TEST(ServiceTable, SaysWhatPlanningAndTheDriversCallsCostATask) {
  Service service;
  service.statistics.lots = 3;
  service.statistics.mean_lot = 5.5;
  service.statistics.planning = ProxyStatistics::Micros{1.25};
  service.statistics.submission = ProxyStatistics::Micros{48023};
  std::ostringstream out;
  print(out, format::Table{}, service);
  EXPECT_NE(out.str().find("\n3 lots of 5.5 tasks; planning 1.2 us a task, calls of the driver 48023.0 us (one for a "
                           "pageable copy lasts until that has ended)\n"),
            std::string::npos)
      << out.str();
}

TEST(ServiceTable, SaysHowManyTasksHaveNoResultsToCheck) {
  const auto text = [](std::uint64_t done, std::uint64_t checked, std::uint64_t wrong) {
    Service service;
    service.all.done = done;
    service.checked = checked;
    service.wrong = wrong;
    std::ostringstream out;
    print(out, format::Table{}, service);
    const std::size_t end = out.str().find('\n', out.str().find("refused; "));
    const std::size_t begin = out.str().find("refused; ") + 9;
    return out.str().substr(begin, end - begin);
  };
  EXPECT_EQ(text(150, 0, 0), "results not checked");
  EXPECT_EQ(text(150, 150, 0), "results of 150 tasks correct");
  EXPECT_EQ(text(150, 128, 0), "results of 128 tasks correct, 22 have none to check");
  EXPECT_EQ(text(150, 149, 2), "results of 2 of 149 tasks WRONG, 1 has none to check");
}

TEST(ServiceTable, LeavesColumnsOutWhereLinesAreShort) {
  Service service;
  service.tasks = {{.name = "matrix-product", .done = 1000, .gpu_time = Millis{12345.6}}};
  service.workers = {{.name = "worker 1", .done = 1000, .worst = Millis{1234.5678}}};
  std::ostringstream out;
  print(out, format::Table{.width = 80}, service);
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(display_width(line), 80U) << line;
  }
  EXPECT_NE(out.str().find("GPU time ms  median ms"), std::string::npos) << out.str();
  EXPECT_EQ(out.str().find("done  failed  withdrawn"), std::string::npos) << out.str();
}

}  // namespace
}  // namespace warpshop::report
