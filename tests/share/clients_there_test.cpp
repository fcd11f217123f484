// Who is there of whom quotas are, and what their kernels ask for.
#include "sim/share/clients_there.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::share {
namespace {

using BySm = std::vector<std::uint32_t>;

// On 4 SMs client 0 has two kernels that run, client 1 one that could.
class ClientsThere : public testing::Test {
 protected:
  /// done: of the 100 subtasks of the first kernel.
  std::vector<ClientThere> there(std::int64_t done) {
    seen_.running = RunningKernels(std::vector<Running>{
        {.task = 1, .subtasks = 100, .done = done, .asked = {{0, 4, 3}}, .held = {{0, 2, 3}, {2, 1, 1}}},
        {.task = 0, .subtasks = 50, .done = 0, .asked = {}, .held = {{2, 2, 2}}}});
    seen_.ready = ready_;
    std::vector<ClientThere> clients = clients_there(seen_, owner_of_, 4);
    for (ClientThere& client : clients) {
      client.is_let = {3, 3, 3, 0};
    }
    return clients;
  }

 private:
  Observation seen_;
  std::vector<std::uint32_t> ready_{2}, owner_of_{0, 0, 1};
};

TEST_F(ClientsThere, HoldWhatTheirKernelsHold) {
  const std::vector<ClientThere> clients = there(0);
  ASSERT_EQ(clients.size(), 2U);
  EXPECT_EQ(clients[0].holds, (BySm{3, 3, 3, 2}));
  EXPECT_EQ(clients[0].kernels[0].task, 1U);  // launched first
  EXPECT_FALSE(clients[0].leaves(2));
  EXPECT_TRUE(clients[0].leaves(3));
  EXPECT_EQ(clients[1].holds, (BySm{0, 0, 0, 0}));
  EXPECT_TRUE(clients[1].comes_to(2));
  EXPECT_FALSE(clients[1].comes_to(3));  // it is to have none there
}

TEST_F(ClientsThere, AskForNoMoreTogetherThanOneIsToHave) {
  EXPECT_EQ(asked_by_kernels(there(0)[0]), (std::vector<BySm>{{3, 3, 3, 0}, {0, 0, 0, 0}}));
  // The first has 7 subtasks left and 7 CTAs: the other has what these leave.
  EXPECT_EQ(asked_by_kernels(there(93)[0]), (std::vector<BySm>{{3, 3, 3, 0}, {0, 0, 2, 0}}));
  EXPECT_EQ(asked_by_kernels(there(92)[0]), (std::vector<BySm>{{3, 3, 3, 0}, {0, 0, 0, 0}}));
  EXPECT_EQ(asked_by_kernels(there(0)[1]), (std::vector<BySm>{{3, 3, 3, 0}}));
}

}  // namespace
}  // namespace warpshop::share
