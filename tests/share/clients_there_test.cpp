// Who is there of whom quotas are, and what their kernels ask for.
#include "sim/share/clients_there.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::share {
namespace {

// On 4 SMs client 0 has two kernels that run, client 1 one that could.
class ClientsThereTest : public testing::Test {
 protected:
  /// done: of the 100 subtasks of the first kernel.
  std::span<const ClientThere> there(std::int64_t done) {
    seen_.running = RunningKernels(std::vector<Running>{
        {.task = 1, .subtasks = 100, .done = done, .asked = {{0, 4, 3}}, .held = {{0, 2, 3}, {2, 1, 1}}},
        {.task = 0, .subtasks = 50, .done = 0, .asked = {}, .held = {{2, 2, 2}}}});
    seen_.ready = ready_;
    const std::span<ClientThere> clients = clients_.find(seen_);
    for (ClientThere& client : clients) {
      set_ctas(client, {{0, 3, 3}}, spans_);
    }
    return clients;
  }
  std::vector<Allocation> asked(const ClientThere& client) const { return asked_by_kernels(client, spans_); }

 private:
  Observation seen_;
  std::vector<std::uint32_t> ready_{2}, owner_of_{0, 0, 1};
  std::vector<SmSpan> spans_{{0, 2}, {2, 1}, {3, 1}};
  ClientsThere clients_{owner_of_};
};

TEST_F(ClientsThereTest, HoldWhatTheirKernelsHold) {
  const std::span<const ClientThere> clients = there(0);
  ASSERT_EQ(clients.size(), 2U);
  EXPECT_EQ(clients[0].holds, (CtasBySpan{3, 3, 2}));
  EXPECT_EQ(clients[0].is_let, (CtasBySpan{3, 3, 0}));
  EXPECT_EQ(clients[0].kernels[0].task, 1U);  // launched first
  EXPECT_FALSE(clients[0].leaves(1));
  EXPECT_TRUE(clients[0].leaves(2));
  EXPECT_EQ(clients[1].holds, (CtasBySpan{0, 0, 0}));
  EXPECT_TRUE(clients[1].comes_to(1));
  EXPECT_FALSE(clients[1].comes_to(2));  // it is to have none there
}

TEST_F(ClientsThereTest, AskForNoMoreTogetherThanOneIsToHave) {
  EXPECT_EQ(asked(there(0)[0]), (std::vector<Allocation>{{{0, 3, 3}}, {}}));
  // The first has 7 subtasks left and 7 CTAs: the other has what these leave.
  EXPECT_EQ(asked(there(93)[0]), (std::vector<Allocation>{{{0, 3, 3}}, {{2, 1, 2}}}));
  EXPECT_EQ(asked(there(92)[0]), (std::vector<Allocation>{{{0, 3, 3}}, {}}));
  EXPECT_EQ(asked(there(0)[1]), (std::vector<Allocation>{{{0, 3, 3}}}));
}

}  // namespace
}  // namespace warpshop::share
