// Workloads that capsm refuses, and others that refuse what only it can keep.
#include <span>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/order/policies.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/share/sm_parts.hpp"

namespace warpshop::share {
namespace {

/// Kernels of which an SM of titanx holds 8 CTAs, and 3.
#define EIGHT "arrivals: {closed: 1}, request: {kernel: {time: 1 ms, ctas: 100, threads: 256}}"
#define THREE "arrivals: {closed: 1}, request: {kernel: {time: 1 ms, ctas: 100, threads: 640}}"

Workload workload_with(const std::string& clients) {
  std::istringstream text("schema: warpshop.workload/1\nname: w\nhorizon: 1 s\nclients:\n" + clients);
  return io::parse_workload(text, "file");
}

std::string refused_with(const std::string& clients, const std::string& by = "capsm") {
  const Device device = files::find_device("titanx");
  const auto found = refusal(*find_in(policies(), by), workload_with(clients), std::span(&device, 1));
  return found ? std::to_string(found->mark.line) + ": " + found->what : "";
}

TEST(CapsmRefusal, TakesReservationsThatFitToTheSlice) {
  // 27.5 SMs are 220 of 224 slices, 0.5 SMs 2 of 84: 27.5 + 2/3 > 28. 0.34 are two thirds as well, 0.333 one.
  EXPECT_EQ(
      refused_with("  - {name: a, " EIGHT ", reservation: 27.5 SMs}\n  - {name: b, " THREE ", reservation: 0.333 SMs}\n"
                   "  - {name: c, " EIGHT ", class: offline}\n  - {name: d, " EIGHT ", quota: 0.125 SMs}\n"),
      "");
  EXPECT_EQ(refused_with("  - {name: a, " EIGHT ", reservation: 28 SMs}\n"), "");
}

TEST(CapsmRefusal, NamesClientsWhoseReservationsNeverFit) {
  EXPECT_EQ(
      refused_with("  - {name: a, " EIGHT ", reservation: 28.000001 SMs}\n"),
      "5: policy capsm: client 'a' reserves 28.000001 SMs, more than the 28 SMs of device titanx, expected no more "
      "than there are");
  EXPECT_EQ(refused_with("  - {name: a, " EIGHT ", reservation: 27.5 SMs}\n  - {name: c, " EIGHT ", class: offline}\n"
                         "  - {name: b, " THREE ", reservation: 0.5 SMs}\n"),
            "7: policy capsm: clients 'a' and 'b' reserve, in whole slices of SMs, more than the 28 SMs of device "
            "titanx together, expected no more than there are");
  EXPECT_EQ(
      refused_with("  - {name: a, " EIGHT ", reservation: 10 SMs}\n  - {name: b, " EIGHT ", reservation: 10 SMs}\n"
                   "  - {name: c, " EIGHT ", reservation: 10 SMs}\n  - {name: d, " EIGHT ", reservation: 1 SM}\n"),
      "7: policy capsm: clients 'a', 'b' and 'c' reserve, in whole slices of SMs, more than the 28 SMs of device "
      "titanx together, expected no more than there are");
}

TEST(CapsmRefusal, NamesAnOnlineClientWithoutAReservation) {
  EXPECT_EQ(refused_with("  - {name: a, " EIGHT ", goal: {latency: 5 ms}}\n"),
            "5: policy capsm gives online clients the SMs that they reserve, and client 'a' reserves none, expected "
            "reservation: so many SMs, or class: offline");
  EXPECT_EQ(refused_with("  - {name: a, arrivals: {closed: 1}, request: {h2d: 1 ms}, goal: {latency: 5 ms}}\n"), "");
}

TEST(CapsmRefusal, NamesAQuotaOfLessThanACta) {
  EXPECT_EQ(
      refused_with("  - {name: a, " THREE ", quota: 0.333333 SMs}\n"),
      "5: policy capsm: the quota of client 'a' is 0.333333 SMs, less than what one CTA takes of an SM that holds "
      "3 of them, expected a CTA's part at least");
  EXPECT_EQ(refused_with("  - {name: a, " THREE ", quota: 0.333334 SMs}\n"), "");
}

// A client of several kernels: that of which its reservation takes most.
TEST(CapsmRefusal, GoesByTheKernelWhoseSlicesTakeMost) {
  const std::string chain =
      "arrivals: {closed: 1}, request: [{kernel: {time: 1 ms, ctas: 9, threads: 256}}, {kernel: {time: 1 ms, ctas: 9, "
      "threads: 640}}]";
  EXPECT_NE(refused_with("  - {name: a, " + chain +
                         ", reservation: 0.5 SMs}\n  - {name: b, " EIGHT ", reservation: 27.5 SMs}\n"),
            "");
  EXPECT_EQ(
      refused_with("  - {name: a, " EIGHT ", reservation: 0.5 SMs}\n  - {name: b, " EIGHT ", reservation: 27.5 SMs}\n"),
      "");
}

TEST(CapsmRefusal, EveryOtherPolicyRefusesReservationsAndQuotas) {
  const std::string reserves = "  - {name: a, " EIGHT "}\n  - {name: b, " EIGHT ", reservation: 1 SM}\n";
  const std::string limits = "  - {name: a, " EIGHT "}\n  - {name: b, " EIGHT ", quota: 2 SMs}\n";
  for (const Policy& policy : policies()) {
    if (policy.name == "capsm" || policy.sharing->one_process) {  // who is one process refuses clients anyway
      continue;
    }
    EXPECT_EQ(refused_with(reserves, policy.name), "6: policy " + policy.name +
                                                       " cannot honour 'reservation', which client 'b' has, expected a "
                                                       "workload without it");
    EXPECT_EQ(
        refused_with(limits, policy.name),
        "6: policy " + policy.name + " cannot honour 'quota', which client 'b' has, expected a workload without it");
  }
  for (const Policy& policy : order::policies()) {
    const auto found = order::refusal(policy, workload_with(limits), Objective::makespan);
    ASSERT_TRUE(found) << policy.name;
    EXPECT_NE(found->what.find("cannot honour 'quota'"), std::string::npos) << found->what;
  }
}

TEST(SmParts, AreTheLeastCommonMultiple) {
  const auto parts = [](std::vector<std::int64_t> per_sm) { return parts_of_an_sm(per_sm); };
  EXPECT_EQ(parts({}), 1);
  EXPECT_EQ(parts({8, 8, 3, 6}), 24);
  std::vector<std::int64_t> all(32);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = static_cast<std::int64_t>(i + 1);
  }
  EXPECT_EQ(parts(all), 144'403'552'893'600);  // whatever kernels do on an SM of today
  EXPECT_EQ(parts({1'000'003, 999'983, 999'979}), std::nullopt);
}

}  // namespace
}  // namespace warpshop::share
