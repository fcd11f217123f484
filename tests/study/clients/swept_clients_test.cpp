#include "sim/study/clients/swept_clients.hpp"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/io/json/described_json.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/quantity.hpp"
#include "sim/study/clients/client_policies.hpp"
#include "sim/study/clients/compared_clients.hpp"
#include "sim/study/grid/client_grid.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::study {
namespace {

/// A workload whose chats come at that rate and are to be answered in that time.
std::string chat_workload(const std::string& rate, const std::string& latency) {
  return fmt::format(R"(schema: warpshop.workload/1
name: chat beside vision
horizon: 40 s
clients:
  - name: chat
    arrivals: {{poisson: {}}}
    request: {{h2d: 2 MiB, kernel: {{time: 8 ms, ctas: 2000, threads: 256}}, d2h: 64 KiB}}
    goal: {{latency: {}, quantile: 80 %}}
  - name: vision
    arrivals: {{closed: 1}}
    request: {{h2d: 24 MiB, kernel: {{time: 9 ms, ctas: 4000, threads: 128}}, d2h: 1 MiB}}
)",
                     rate, latency);
}

constexpr const char* kSweepText = R"(schema: warpshop.sweep/1
name: chat rate
clients: chat.yaml
axes:
  devices: [titanx, gtx980]
  clients:
    chat.arrivals.poisson: [30 /s, 60 /s]
    chat.goal.latency: [25 ms, 40 ms]
policies: [leftover, 'priority:1/0', timeslice]
)";

/// The sweep above with a line in place of another.
std::string with_line(const std::string& before, const std::string& after) {
  std::string text = kSweepText;
  const std::size_t place = text.find(before);
  return place == std::string::npos ? "" : text.replace(place, text.find('\n', place) - place, after);
}

/// A folder with that workload and a sweep of it.
class SweepFolder {
 public:
  explicit SweepFolder(const std::string& sweep, const std::string& workload = chat_workload("5 /s", "30 ms")) {
    folder_.write("chat.yaml", workload);
    file_ = folder_.write("sweep.yaml", sweep).string();
  }
  ClientGridInput read() const { return client_grid(read_sweep_file(file_)); }

 private:
  test::ScratchFolder folder_;
  std::string file_;
};

/// What `compare` says of a workload file as it is, in that text.
ClientComparison compared_alone(const std::string& workload, const std::string& device,
                                const std::vector<std::string>& policies) {
  std::istringstream text(workload);
  const Workload read = io::parse_workload(text, "chat.yaml");
  const std::vector<Device> devices{files::find_device(device)};
  Problem problem = make_problem(read, devices);
  prepare_sharing(problem, devices);
  return compare_clients(problem, choose_client_policies(policies, read, devices).chosen,
                         {.device = device, .options = {}, .over_assumed = false}, [](const std::string& /*text*/) {});
}

void expect_same_figures(const ClientsResult& a, const ClientsResult& b) {
  EXPECT_EQ(a.policy, b.policy);
  ASSERT_EQ(a.figures.clients.size(), b.figures.clients.size());
  for (std::size_t i = 0; i < a.figures.clients.size(); ++i) {
    const ClientFigures& one = a.figures.clients[i];
    const ClientFigures& other = b.figures.clients[i];
    EXPECT_EQ(one.requests, other.requests);
    EXPECT_EQ(one.rate, other.rate);
    EXPECT_EQ(one.goal, other.goal);
    EXPECT_EQ(one.verdict, other.verdict);
    ASSERT_EQ(one.reached.has_value(), other.reached.has_value());
    EXPECT_TRUE(!one.reached || one.reached->value == other.reached->value);
    EXPECT_EQ(one.latency->curve, other.latency->curve);
  }
}

TEST(SweptClients, EveryCellIsWhatCompareSaysOfIt) {
  const ClientGridInput input = SweepFolder(kSweepText).read();
  const ClientSweep sweep = sweep_clients(input.grid, {.options = {}, .jobs = 2});
  ASSERT_EQ(sweep.cells.size(), 8U);
  for (const ClientSweepCell& cell : sweep.cells) {
    const auto value = [&](std::size_t axis) { return sweep.axes[axis].values[cell.values[axis]]; };
    SCOPED_TRACE(value(0) + ' ' + value(1) + ' ' + value(2));
    const ClientComparison alone =
        compared_alone(chat_workload(value(1), value(2)), value(0), {"leftover", "priority:1/0", "timeslice"});
    ASSERT_EQ(cell.comparison.results.size(), alone.results.size());
    EXPECT_EQ(cell.comparison.device, value(0));
    for (std::size_t i = 0; i < alone.results.size(); ++i) {
      expect_same_figures(cell.comparison.results[i], alone.results[i]);
    }
    ASSERT_TRUE(result_of_policy(cell.comparison, "timeslice"));
    EXPECT_TRUE(
        cell.comparison.results[*result_of_policy(cell.comparison, "timeslice")].policy.starts_with("timeslice:"));
  }
  EXPECT_EQ(sweep.ranges.size(), 12U);  // two devices, two goals, three policies
}

TEST(SweptClients, IsTheSameForAnyNumberOfThreads) {
  const ClientGridInput input = SweepFolder(with_line("devices:", "devices: [titanx]")).read();
  std::vector<std::string> printed;
  for (const unsigned jobs : {1U, 3U, 40U}) {
    std::ostringstream out;
    io::print(out, format::Json{}, sweep_clients(input.grid, {.options = {}, .jobs = jobs}));
    printed.push_back(out.str());
  }
  EXPECT_EQ(printed[0], printed[1]);
  EXPECT_EQ(printed[0], printed[2]);
  EXPECT_NE(printed[0].find("\"schema\":\"warpshop.swept-clients/1\""), std::string::npos);
}

TEST(SweptClients, FindsTheBoundBetweenTwoValuesOfTheGrid) {
  const ClientGridInput input = SweepFolder(R"(schema: warpshop.sweep/1
name: chat rate
clients: chat.yaml
axes: {devices: [titanx], clients: {chat.arrivals.poisson: [10 /s, 100 /s]}}
policies: [leftover, 'priority:1/0']
refine: true
)",
                                            chat_workload("5 /s", "40 ms"))
                                    .read();
  const ClientSweep sweep = sweep_clients(input.grid, {.options = {}, .jobs = 2});
  ASSERT_EQ(sweep.ranges.size(), 2U);
  std::size_t refined = 0;
  for (const KeptRange& range : sweep.ranges) {
    if (!range.refined) {
      continue;
    }
    ++refined;
    const RefinedBound& bound = *range.refined;
    const double kept = axis_number(bound.value)->value;
    const double next = axis_number(bound.next)->value;
    EXPECT_LT(kept, next);
    EXPECT_LE(next, 1.02 * kept * (1 + 1e-12));
    const ClientComparison at = compared_alone(chat_workload(bound.value, "40 ms"), "titanx", {range.policy});
    EXPECT_EQ(verdict_of_all(at.results.front().figures), Verdict::kept) << bound.value;
    expect_same_figures(bound.at, at.results.front());
    const ClientComparison behind = compared_alone(chat_workload(bound.next, "40 ms"), "titanx", {range.policy});
    EXPECT_EQ(verdict_of_all(behind.results.front().figures), bound.verdict) << bound.next;
    EXPECT_NE(bound.verdict, Verdict::kept);
  }
  EXPECT_GT(refined, 0U);
}

TEST(SweptClients, NumbersOfUsersStayWhole) {
  const ClientGridInput input = SweepFolder(R"(schema: warpshop.sweep/1
name: users
clients: chat.yaml
axes: {devices: [titanx], clients: {vision.arrivals.closed: [1, 30]}}
policies: [leftover]
refine: true
)",
                                            R"(schema: warpshop.workload/1
name: users
horizon: 4 s
clients:
  - {name: vision, streams: 40, arrivals: {closed: 1}, request: {kernel: {time: 9 ms, ctas: 4000, threads: 128}}, goal: {latency: 100 ms}}
)")
                                    .read();
  const ClientSweep sweep = sweep_clients(input.grid, {.options = {}});
  ASSERT_EQ(sweep.ranges.size(), 1U);
  ASSERT_TRUE(sweep.ranges.front().refined);
  const RefinedBound& bound = *sweep.ranges.front().refined;
  EXPECT_EQ(std::stoi(bound.next), std::stoi(bound.value) + 1) << bound.value << ' ' << bound.next;
}

/// What reading it says.
std::string refusal_of(const std::string& sweep, const std::string& workload = chat_workload("5 /s", "30 ms")) {
  try {
    SweepFolder(sweep, workload).read();
  } catch (const InputError& error) {
    return error.what();
  }
  return "taken";
}

TEST(SweptClients, MistakesAreNamedWhereTheyStand) {
  const auto expect_said = [](const std::string& said, const std::string& expected) {
    EXPECT_NE(said.find(expected), std::string::npos) << said;
  };
  expect_said(refusal_of(with_line("devices:", "devices: ['titanx,gtx980']")),
              "sweep.yaml:5:13: clients share one GPU, expected one device");
  expect_said(refusal_of(with_line("devices:", "devices: [nothing]")), "sweep.yaml:5:13: ");
  expect_said(refusal_of(with_line("chat.arrivals.poisson", "chat.arrivals.poisson: [30 /s, 0 /s]")),
              "sweep.yaml:7:36: ");
  expect_said(refusal_of(with_line("chat.arrivals.poisson", "nobody.arrivals.poisson: [30 /s]")), "sweep.yaml:7:31: ");
  expect_said(refusal_of(with_line("policies:", "policies: [leftover, neh]")),
              "sweep.yaml:9:22: policy neh plans a batch of tasks, and these are clients");
  expect_said(refusal_of(with_line("policies:", "policies: [smk, smk]")), "sweep.yaml:9:17: 'smk' stands here twice");
  std::string no_values = kSweepText;
  no_values.erase(no_values.find("  clients:\n"), no_values.find("policies:") - no_values.find("  clients:\n"));
  expect_said(refusal_of(no_values, "schema: warpshop.workload/1\nname: t\ntasks: [{name: a, kernel: 1 ms}]\n"),
              "chat.yaml has no clients, expected a workload of clients, or tasks and sets here");
}

}  // namespace
}  // namespace warpshop::study
