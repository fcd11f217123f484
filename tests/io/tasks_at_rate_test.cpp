// Tasks that come again and again, as clients.
#include "sim/model/tasks_at_rate.hpp"

#include <cstddef>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "sim/io/workload/read_workload.hpp"

namespace warpshop {
namespace {

Workload read(const std::string& content) {
  std::istringstream text(content);
  return io::parse_workload(text, "w.yaml");
}

Workload batch() {
  return read(R"(schema: warpshop.workload/1
name: served
tasks:
  - {name: seldom, h2d: 1 MiB, kernel: 3 ms}
  - {name: often, kernel: 1 ms, d2h: 2 MiB, count: 3}
)");
}

/// The same, as somebody writes it.
TEST(TasksAtRate, AreTheClientsThatOneWouldWrite) {
  const Workload clients = clients_of_tasks(batch(), {.rate = {200}, .horizon = Millis{5000}, .streams = 2});
  const Workload written = read(R"(schema: warpshop.workload/1
name: served
horizon: 5 s
clients:
  - {name: seldom, streams: 2, arrivals: {poisson: 50 /s}, family: served, request: {h2d: 1 MiB, kernel: 3 ms}}
  - {name: often, streams: 2, arrivals: {poisson: 150 /s}, family: served, request: {kernel: 1 ms, d2h: 2 MiB}}
)");
  EXPECT_EQ(clients.clients, written.clients);
  ASSERT_EQ(clients.tasks.size(), written.tasks.size());
  for (std::size_t i = 0; i < written.tasks.size(); ++i) {
    EXPECT_EQ(clients.tasks[i].name, written.tasks[i].name);
    EXPECT_EQ(clients.tasks[i].family, written.tasks[i].family);
    EXPECT_EQ(clients.tasks[i].count, 1U);
    EXPECT_EQ(given_time(*clients.tasks[i].kernel), given_time(*written.tasks[i].kernel));
    EXPECT_EQ(clients.tasks[i].h2d.has_value(), written.tasks[i].h2d.has_value());
    EXPECT_EQ(clients.tasks[i].d2h.has_value(), written.tasks[i].d2h.has_value());
  }
}

TEST(TasksAtRate, WithOneStreamHaveTheirOwnNames) {
  const Workload clients = clients_of_tasks(batch(), {.rate = {1}, .horizon = Millis{1}});
  ASSERT_EQ(clients.tasks.size(), 2U);
  EXPECT_EQ(clients.tasks[1].name, "often");
  EXPECT_EQ(clients.clients.all[1].stages(), 1U);
}

}  // namespace
}  // namespace warpshop
