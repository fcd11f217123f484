// What requests of clients cost: two clients, or six, under every policy of which a setting is given or nothing is set.
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/files/device_store.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/order/fleet/deal.hpp"
#include "sim/study/clients/client_policies.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::bench {
namespace {

constexpr double kBriefSeconds = 5;

/// A chat service beside a vision job that always has work; or both beside four that ask for less.
Workload workload_of(int clients, double horizon_s) {
  std::ostringstream text;
  text << "schema: warpshop.workload/1\nname: " << clients << " clients\nhorizon: " << horizon_s << " s\nclients:\n";
  const auto add = [&](const char* name, const char* arrivals, const char* copies, const char* kernel,
                       const char* rest) {
    text << "  - {name: " << name << ", arrivals: " << arrivals << ", request: [{" << copies << ", kernel: {" << kernel
         << "}}]" << rest << "}\n";
  };
  const bool six = clients == 6;
  add("chat", six ? "{poisson: 15 /s}" : "{poisson: 40 /s}", "h2d: 2 MiB, d2h: 64 KiB",
      "time: 8 ms, ctas: 2000, threads: 256, registers: 64, compute: 30 %, memory: 70 %",
      ", goal: {latency: 200 ms, quantile: 99 %}");
  add("vision", "{closed: 1}", "h2d: 24 MiB, d2h: 1 MiB",
      "time: 9 ms, ctas: 4000, threads: 128, registers: 96, compute: 80 %, memory: 20 %", "");
  if (six) {
    add("speech", "{poisson: 30 /s}", "h2d: 1 MiB, d2h: 64 KiB",
        "time: 3 ms, ctas: 700, threads: 128, registers: 40, compute: 60 %, memory: 40 %", "");
    add("search", "{poisson: 20 /s}", "h2d: 5 MiB, d2h: 64 KiB",
        "time: 5 ms, ctas: 5000, threads: 256, registers: 32, compute: 20 %, memory: 80 %", "");
    add("ranking", "{poisson: 40 /s}", "h2d: 2 MiB, d2h: 64 KiB",
        "time: 2 ms, ctas: 333, threads: 512, registers: 64, compute: 50 %, memory: 50 %", "");
    add("text", "{poisson: 10 /s}", "h2d: 1 MiB, d2h: 64 KiB",
        "time: 7 ms, ctas: 1400, threads: 192, registers: 64, compute: 30 %, memory: 80 %", "");
  }
  std::istringstream yaml(text.str());
  return io::parse_workload(yaml, "clients.yaml");
}

double requests_of(const ClientsOutcome& outcome) {
  double requests = 0;
  for (const auto& client : outcome.clients) {
    requests += static_cast<double>(client.until_horizon);
  }
  return requests;
}

/// A policy's plan for the clients, and what it says until so many seconds have passed.
class Simulated {
 public:
  Simulated(const char* policy, int clients, double horizon_s)
      : workload_(workload_of(clients, horizon_s)),
        device_(files::find_device("h100-sxm")),
        problem_(study::make_problem(workload_, device_)),
        plan_(planned(policy)) {}

  double requests() const { return requests_of(evaluate::simulate_clients(problem_.fleet.tasks(), plan_, {})); }

 private:
  Plan planned(const char* policy) {
    study::prepare_sharing(problem_, {&device_, 1});
    return study::plan_of(chosen(policy), problem_.fleet, order::deal(problem_.fleet, {}), {}).plan;
  }
  study::NamedPolicy chosen(const char* policy) const {
    return study::choose_client_policies({policy}, workload_, {&device_, 1}).chosen.front();
  }

  Workload workload_;
  Device device_;
  study::Problem problem_;
  Plan plan_;
};

void simulate(benchmark::State& state, const char* policy, int clients) {
  const double brief = Simulated(policy, clients, kBriefSeconds).requests();
  const Simulated simulated(policy, clients, kBriefSeconds * static_cast<double>(state.range(0)) / brief);
  double requests = 0;
  for (auto _ : state) {
    requests = simulated.requests();
  }
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  state.counters["requests"] = requests;
  state.counters["MB at most"] = static_cast<double>(used.ru_maxrss) / 1024;
}

const bool kRegistered = [] {
  const auto add = [](const char* policy, int clients) {
    benchmark::RegisterBenchmark((std::string(policy) + " of " + std::to_string(clients)).c_str(),
                                 [policy, clients](benchmark::State& state) { simulate(state, policy, clients); })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1)
        ->Arg(100'000)
        ->Arg(1'000'000);
  };
  for (
      const char* policy :
      {"fifo",         "leftover", "smk",   "smt",    "slicing",     "flexsched",     "hsm-fair",      "hpsm-fair",
       "timeslice:10", "smk-od",   "smk-p", "smk-pw", "quota-naive", "quota-history", "quota-elastic", "quota-rollover",
       "quota-time",   "edf",      "srt",   "sjf",    "rr",          "cfs",           "frs",           "fcfs",
       "rr-tick",      "accc",     "xc",    "slaf",   "cosched",     "augc",          "fifo"}) {
    add(policy, 2);
    add(policy, 6);
  }
  add("mps:80/70", 2);
  add("mps:40/70/30/50/20/60", 6);
  add("mig:4/3", 2);
  add("priority:1/0", 2);
  add("priority:1/0/0/0/0/0", 6);
  return true;
}();

}  // namespace
}  // namespace warpshop::bench
