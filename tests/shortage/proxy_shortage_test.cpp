#include <array>
#include <atomic>
#include <exception>
#include <optional>

#include <gtest/gtest.h>

#include "tests/dispatch/proxy/proxy_tasks.hpp"
#include "tests/shortage/failing_driver.hpp"
#include "tests/shortage/shortage.hpp"

namespace warpshop::dispatch {
namespace {

using test::Shortage;
using Kind = Outcome::Kind;

constexpr std::size_t kTasks = 6;

/// What became of kTasks tasks: counted by their callbacks, and those that were refused by whoever handed them in.
struct Account {
  std::array<std::atomic<int>, kTasks> told{};
  std::array<bool, kTasks> taken{};
  std::atomic<std::size_t> done = 0, failed = 0, withdrawn = 0;
  std::size_t refused = 0;

  void tell(std::size_t task, const Outcome& outcome) {
    ++told[task];
    ++(outcome.kind == Kind::done ? done : outcome.kind == Kind::failed ? failed : withdrawn);
  }
};

/// Hands in tasks of which one comes after another, of pinned and of pageable memory, as a program would that goes on
/// whatever happens.
void hand_in(Proxy& proxy, const test::Additions& pinned, const test::Additions& pageable, Account& account) {
  std::optional<Worker> worker;
  try {
    worker.emplace(proxy.worker("worker"));
  } catch (const std::exception&) {
    account.refused = kTasks;
    return;
  }
  std::optional<TaskId> last;
  for (std::size_t i = 0; i < kTasks; ++i) {
    try {
      ProxyTask task = (i % 3 == 2 ? pageable : pinned).task(i);
      if (last && i % 2 == 1) {
        task.after = {*last};
      }
      task.done = [&account, i](const Outcome& outcome) { account.tell(i, outcome); };
      last = worker->submit(std::move(task));
      account.taken[i] = true;
    } catch (const std::exception&) {
      ++account.refused;
    }
  }
  worker->drain();
}

/// Every task is accounted for, once, and the proxy says the same.
void expect_all_accounted_for(const Account& account, const Proxy& proxy) {
  EXPECT_EQ(account.done + account.failed + account.withdrawn + account.refused, kTasks);
  for (std::size_t i = 0; i < kTasks; ++i) {
    EXPECT_EQ(account.told[i], account.taken[i] ? 1 : 0) << "task " << i;
  }
  const ProxyStatistics statistics = proxy.statistics();
  EXPECT_EQ(statistics.all.done, account.done);
  EXPECT_EQ(statistics.all.failed, account.failed);
  EXPECT_EQ(statistics.all.withdrawn, account.withdrawn);
}

struct DeviceAndMemory {
  gpu::Device device = test::fast_device();
  test::Additions pinned{device, kTasks};
  test::Additions pageable{device, kTasks, 256, gpu::Space::pageable};
};

void expect_all_accounted_for_whichever_allocation_fails(Shortage::Lasting lasting) {
  bool came = true;
  for (std::size_t number = 1; came; ++number) {
    SCOPED_TRACE(number);
    const DeviceAndMemory machine;  // of its own: a device that runs out of memory is lost
    Proxy proxy(machine.device, test::fast_profile(), test::as_chosen);
    Account account;
    {
      const Shortage shortage(Shortage::Of::memory, number, lasting);
      hand_in(proxy, machine.pinned, machine.pageable, account);
      came = Shortage::came();
    }
    proxy.finish();
    expect_all_accounted_for(account, proxy);
    if (!came) {
      EXPECT_EQ(account.done, kTasks);
      EXPECT_GT(number, 50U) << "handing in tasks allocates";
    }
    if (testing::Test::HasFailure()) {
      return;
    }
  }
}

TEST(ProxyInShortage, AccountsForEveryTaskWhicheverAllocationFails) {
  expect_all_accounted_for_whichever_allocation_fails(Shortage::Lasting::once);
}

TEST(ProxyInShortage, AccountsForEveryTaskWhenMemoryIsGoneForGood) {
  expect_all_accounted_for_whichever_allocation_fails(Shortage::Lasting::for_good);
}

TEST(ProxyInShortage, IsMadeWholeOrNotAtAllWhicheverAllocationFails) {
  const DeviceAndMemory machine;
  bool came = true;
  std::size_t refused = 0;
  for (std::size_t number = 1; came; ++number) {
    std::optional<Proxy> proxy;
    {
      const Shortage shortage(Shortage::Of::memory, number, Shortage::Lasting::once);
      try {
        proxy.emplace(machine.device, test::fast_profile(), test::as_chosen);
      } catch (const std::exception&) {
        ++refused;
      }
      came = Shortage::came();
    }
    if (proxy) {
      break;
    }
  }
  EXPECT_GT(refused, 5U);
}

TEST(ProxyInShortage, IsMadeWholeOrNotAtAllWhicheverThreadCannotBeStarted) {
  const DeviceAndMemory machine;
  for (std::size_t number = 1; number <= 5; ++number) {
    const Shortage shortage(Shortage::Of::threads, number, Shortage::Lasting::once);
    EXPECT_THROW(Proxy(machine.device, test::fast_profile(), test::as_chosen), DeviceError) << number;
  }
  Proxy proxy(machine.device, test::fast_profile(), test::as_chosen);
  Account account;
  hand_in(proxy, machine.pinned, machine.pageable, account);
  EXPECT_EQ(account.done, kTasks);
}

TEST(HostDriverInShortage, IsOpenedWholeOrNotAtAllWhicheverThreadCannotBeStarted) {
  for (std::size_t number = 1; number <= 4; ++number) {
    const Shortage shortage(Shortage::Of::threads, number, Shortage::Lasting::once);
    EXPECT_THROW(test::fast_device(), DeviceError) << number;
  }
}

TEST(ProxyOnAFailingDriver, AccountsForEveryTaskWhicheverCallFails) {
  for (const bool for_good : {false, true}) {
    bool came = true;
    for (std::uint64_t call = 1; came; ++call) {
      SCOPED_TRACE(call);
      const DeviceAndMemory machine;
      const auto driver = std::make_shared<test::FailingDriver>(
          std::shared_ptr<gpu::Driver>(std::shared_ptr<void>(), &machine.device.driver()), call, for_good);
      Account account;
      std::optional<Proxy> proxy;
      try {
        proxy.emplace(gpu::Device(driver), test::fast_profile(), test::as_chosen);
      } catch (const DeviceError&) {
        continue;
      }
      hand_in(*proxy, machine.pinned, machine.pageable, account);
      try {
        proxy->finish();
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
      }
      expect_all_accounted_for(account, *proxy);
      came = driver->came();
      if (testing::Test::HasFailure()) {
        return;
      }
    }
  }
}

}  // namespace
}  // namespace warpshop::dispatch
