#include "dispatch/proxy/fair_queue.hpp"

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace warpshop::dispatch {
namespace {

constexpr Bytes kPlenty{std::numeric_limits<std::int64_t>::max()};

class FairQueueTest : public testing::Test {
 protected:
  ~FairQueueTest() override { buffers.withdraw(); }  // a task and its worker hold each other while it waits

  TaskId add(const std::shared_ptr<WorkerRecord>& worker, Millis total, Bytes memory = Bytes{}) {
    auto entry = std::make_shared<ProxyEntry>();
    entry->outcome.id = TaskId{++last};
    entry->worker = worker;
    entry->job.kernel = total;
    entry->memory = memory;
    buffers.add({entry});
    return entry->outcome.id;
  }
  /// Workers of the next tasks.
  std::string next(std::size_t tasks, Bytes room = kPlenty) {
    std::string names;
    for (const EntryPointer& entry : buffers.choose(tasks, room).batch) {
      names += entry->worker->name;
    }
    return names;
  }

  std::uint64_t last = 0;
  FairQueue buffers;
  std::shared_ptr<WorkerRecord> a = buffers.add_worker("a");
  std::shared_ptr<WorkerRecord> b = buffers.add_worker("b");
};

TEST_F(FairQueueTest, WorkersGetTheSameTimeWhateverTheirTasksTake) {
  for (int i = 0; i < 12; ++i) {
    add(a, Millis{1});
    add(b, Millis{3});
  }
  EXPECT_EQ(next(8), "abaabaaa");
  EXPECT_EQ(next(4), "baaa");
}

TEST_F(FairQueueTest, TasksKnowWhatWasCharged) {
  add(a, Millis{3});
  add(a, Millis{0});
  const EntryList batch = buffers.choose(2, kPlenty).batch;
  EXPECT_EQ(batch.front()->charged, Millis{3});
  EXPECT_GT(batch.back()->charged, Millis{0});
  EXPECT_EQ(a->given, batch.front()->charged + batch.back()->charged);
}

TEST_F(FairQueueTest, WhoComesBackFromAPauseStartsLevel) {
  for (int i = 0; i < 20; ++i) {
    add(a, Millis{1});
  }
  EXPECT_EQ(next(10), "aaaaaaaaaa");
  add(b, Millis{1});
  add(b, Millis{1});
  add(b, Millis{1});
  EXPECT_EQ(next(6), "ababab");  // not bbb: it has no claim to the time that it did not use
}

TEST_F(FairQueueTest, TasksWithoutAPredictionAreDealtInTurn) {
  for (int i = 0; i < 3; ++i) {
    add(a, Millis{0});
  }
  for (int i = 0; i < 3; ++i) {
    add(b, Millis{0});
  }
  EXPECT_EQ(next(6), "ababab");
}

TEST_F(FairQueueTest, NobodyOvertakesForWantOfMemory) {
  add(a, Millis{1}, Bytes{100});
  add(a, Millis{1}, Bytes{100});
  add(b, Millis{5}, Bytes{500});
  add(b, Millis{5}, Bytes{1});
  EXPECT_EQ(next(4, Bytes{550}), "a");
  EXPECT_EQ(next(4, Bytes{450}), "");
  EXPECT_EQ(next(4, Bytes{601}), "bab");
}

TEST_F(FairQueueTest, APredecessorThatWaitsKeepsItsSuccessorOutOfTheLot) {
  const TaskId first = add(a, Millis{1});
  add(b, Millis{1});
  b->waiting.front()->after = {a->waiting.front()};
  FairQueue::Choice choice = buffers.choose(4, kPlenty);
  ASSERT_EQ(choice.batch.size(), 1U);
  EXPECT_EQ(choice.batch.front()->outcome.id, first);
  choice.batch.front()->state = ProxyEntry::State::on_its_way;
  EXPECT_EQ(next(4), "b");
}

TEST_F(FairQueueTest, WithdrawnTasksAreGone) {
  add(a, Millis{1});
  add(a, Millis{1});
  add(b, Millis{1});
  EXPECT_EQ(buffers.withdraw(*a).size(), 2U);
  EXPECT_EQ(buffers.waiting(), 1U);
  EXPECT_EQ(next(4), "b");
  EXPECT_EQ(buffers.waiting(), 0U);
}

}  // namespace
}  // namespace warpshop::dispatch
