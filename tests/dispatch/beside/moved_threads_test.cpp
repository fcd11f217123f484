#include "dispatch/beside/moved_threads.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/dispatch/beside/fake_threads.hpp"

namespace warpshop::dispatch {
namespace {

using test::cores;

TEST(CoreSet, IsReadAsTasksetHasIt) {
  EXPECT_EQ(parse_cores("4-7,9"), cores({4, 5, 6, 7, 9}));
  EXPECT_EQ(parse_cores("0"), cores({0}));
  EXPECT_EQ(parse_cores("4095,64"), cores({64, 4095}));
  for (const char* wrong : {"", ",", "4-", "-4", "7-4", "4096", "1,", "1 ,2", "a", "1-2-3", "99999999999999999999"}) {
    EXPECT_FALSE(parse_cores(wrong)) << wrong;
  }
}

TEST(CoreSet, IsDividedIntoTheFirstAndTheOthers) {
  const CoreSet all = cores({3, 63, 64, 200});
  EXPECT_EQ(first_cores(all, 2), cores({3, 63}));
  EXPECT_EQ(cores_behind(all, 2), cores({64, 200}));
  EXPECT_EQ(all.count(), 4U);
}

TEST(MovedThreads, HaveWhatTheyHadOnceItGoes) {
  test::FakeThreads machine;
  machine.threads = {{10, {.process = 10, .cores = cores({0, 1, 2, 3})}},
                     {11, {.process = 10, .cores = cores({3})}},
                     {20, {.process = 20, .cores = cores({0, 1})}}};
  {
    MovedThreads moved(machine);
    moved.move(10, cores({3}));
    moved.move(10, cores({2, 3}));
    EXPECT_EQ(machine.threads[10].cores, cores({2, 3}));
    EXPECT_EQ(machine.threads[11].cores, cores({2, 3}));
    EXPECT_EQ(machine.threads[20].cores, cores({0, 1}));
    EXPECT_TRUE(moved.notes().empty());
  }
  EXPECT_EQ(machine.threads[10].cores, cores({0, 1, 2, 3}));
  EXPECT_EQ(machine.threads[11].cores, cores({3}));  // as it was by itself, and not what it was given
}

TEST(MovedThreads, KeepWhatSomebodyElseHasGivenThemSince) {
  test::FakeThreads machine;
  machine.threads = {{10, {.process = 10, .cores = cores({0, 1, 2, 3})}},
                     {11, {.process = 10, .cores = cores({0, 1, 2, 3})}}};
  {
    MovedThreads moved(machine);
    moved.move(10, cores({2, 3}));
    machine.threads[11].cores = cores({1});
  }
  EXPECT_EQ(machine.threads[10].cores, cores({0, 1, 2, 3}));
  EXPECT_EQ(machine.threads[11].cores, cores({1}));
}

TEST(MovedThreads, AreFoundThatAppearWhileOthersArePutBack) {
  test::FakeThreads machine;
  machine.threads = {{10, {.process = 10, .cores = cores({0, 1, 2, 3})}}, {20, {.process = 20, .cores = cores({3})}}};
  {
    MovedThreads moved(machine);
    moved.move(10, cores({3}));
    machine.threads[12] = {.process = 10, .cores = cores({3}), .started = 7};  // 10 started it
  }
  EXPECT_EQ(machine.threads[12].cores, cores({0, 1, 2, 3}));
  EXPECT_EQ(machine.threads[20].cores, cores({3}));
}

TEST(MovedThreads, StayWhereTheyArePutOnceTheyWerePutBack) {
  test::FakeThreads machine;
  machine.threads = {{10, {.process = 10, .cores = cores({0, 1})}}};
  MovedThreads moved(machine);
  moved.move(10, cores({1}));
  moved.put_back();
  moved.move(10, cores({1}));
  EXPECT_EQ(machine.threads[10].cores, cores({0, 1}));
}

TEST(MovedThreads, HaveWhatTheirProcessHadWhereItStartedThemMeanwhile) {
  test::FakeThreads machine;
  machine.threads = {{10, {.process = 10, .cores = cores({0, 1, 2})}}};
  {
    MovedThreads moved(machine);
    moved.move(10, cores({2}));
    machine.threads[11] = {.process = 10, .cores = cores({2})};  // from 10
    machine.threads[12] = {.process = 10, .cores = cores({1})};  // by itself
    machine.threads.erase(10);
    moved.move(10, cores({1, 2}));
    EXPECT_EQ(machine.threads[11].cores, cores({1, 2}));
    EXPECT_EQ(machine.threads[12].cores, cores({1, 2}));
  }
  EXPECT_EQ(machine.threads[11].cores, cores({0, 1, 2}));
  EXPECT_EQ(machine.threads[12].cores, cores({1}));
}

TEST(MovedThreads, ThatVanishAreNoErrorAndThoseOfTheirNumberAreLeftAlone) {
  test::FakeThreads machine;
  machine.threads = {{10, {.process = 10, .cores = cores({0, 1})}}, {11, {.process = 10, .cores = cores({0, 1})}}};
  {
    MovedThreads moved(machine);
    moved.move(99, cores({1}));
    machine.vanishes = 11;
    moved.move(10, cores({1}));
    machine.vanishes = 0;
    machine.threads[10] = {.process = 30, .cores = cores({1}), .started = 2};  // somebody else
    EXPECT_TRUE(moved.notes().empty());
  }
  EXPECT_EQ(machine.threads[10].cores, cores({1}));
}

TEST(MovedThreads, ThatMayNotBeTouchedAreAskedOnceAndSaidOnceForAProcess) {
  test::FakeThreads machine;
  machine.threads = {{10, {.process = 10, .cores = cores({0, 1}), .refuses = std::errc::operation_not_permitted}},
                     {11, {.process = 10, .cores = cores({0, 1}), .refuses = std::errc::operation_not_permitted}},
                     {12, {.process = 10, .cores = cores({0, 1})}}};
  MovedThreads moved(machine);
  moved.move(10, cores({1}));
  moved.move(10, cores({0}));
  moved.move(10, cores({1}));
  EXPECT_EQ(machine.threads[10].asked, 1);
  EXPECT_EQ(machine.threads[11].asked, 1);
  EXPECT_EQ(machine.threads[12].cores, cores({1}));
  ASSERT_EQ(moved.notes().size(), 1U);
  EXPECT_EQ(moved.notes().front(), "process 10 has a thread that stays where it is: Operation not permitted");
  EXPECT_EQ(moved.moved(10), 1U);
}

TEST(MovedThreads, AreAskedOnlyWhereSomethingChanges) {
  test::FakeThreads machine;
  machine.threads = {{10, {.process = 10, .cores = cores({0, 1})}}};
  MovedThreads moved(machine);
  for (int i = 0; i < 5; ++i) {
    moved.move(10, cores({1}));
  }
  EXPECT_EQ(machine.threads[10].asked, 1);
}

/// As a second Ctrl-C does: no destructor runs.
[[noreturn]] void end_in_a_handler() {
  test::FakeThreads machine;
  machine.threads = {{10, {.process = 10, .cores = cores({0, 1})}}};
  MovedThreads moved(machine);
  moved.move(10, cores({1}));
  const bool was_moved = machine.threads[10].cores == cores({1});
  MovedThreads::put_back_before_the_end();
  std::_Exit(was_moved && machine.threads[10].cores == cores({0, 1}) ? 7 : 1);
}

TEST(MovedThreads, HaveWhatTheyHadWhereASignalEndsTheProgram) {
  EXPECT_EXIT(end_in_a_handler(), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace warpshop::dispatch
