#include "sim/io/measurement_journal.hpp"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::io {
namespace {

class Journal : public testing::Test {
 protected:
  std::filesystem::path file() const { return folder_ / "journal"; }
  static MeasuredSamples samples() {
    return {.plans = {{Millis{1.5}, Millis{0.1}}, {Millis{2}}},
            .rivals = {{.name = "mps", .samples = {}, .problem = "no \"MPS\" here"}},
            .wrong = {3}};
  }

  test::ScratchFolder folder_;
};

TEST_F(Journal, KeepsWhatWasMeasuredFromOneTimeToTheNext) {
  MeasurementJournal(file()).append("a", samples());
  MeasurementJournal(file()).append("b", {});
  const MeasurementJournal journal(file());
  ASSERT_NE(journal.find("a"), nullptr);
  EXPECT_EQ(journal.find("a")->plans, samples().plans);
  EXPECT_EQ(journal.find("a")->wrong, samples().wrong);
  ASSERT_EQ(journal.find("a")->rivals.size(), 1U);
  EXPECT_EQ(journal.find("a")->rivals[0].problem, "no \"MPS\" here");
  EXPECT_NE(journal.find("b"), nullptr);
  EXPECT_EQ(journal.find("c"), nullptr);
}

TEST_F(Journal, ALineThatWasCutShortIsTakenOffAndWrittenAnew) {
  MeasurementJournal(file()).append("a", samples());
  std::ofstream(file(), std::ios::app) << R"({"schema":"warpshop.journal/1","key":"b","pla)";
  MeasurementJournal journal(file());
  EXPECT_NE(journal.find("a"), nullptr);
  journal.append("b", samples());
  EXPECT_NE(MeasurementJournal(file()).find("b"), nullptr);
}

TEST_F(Journal, AnythingElseIsRefusedWithItsLineAndLeftAsItIs) {
  MeasurementJournal(file()).append("a", samples());
  std::ofstream(file(), std::ios::app) << "tasks: []\n";
  const std::string before = test::content_of(file());
  try {
    const MeasurementJournal journal(file());
    FAIL() << "it was taken";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              file().string() + ":2:1: not a line of a journal, expected one with schema warpshop.journal/1");
  }
  EXPECT_EQ(test::content_of(file()), before);
  EXPECT_THROW(MeasurementJournal(folder_ / "none" / "journal"), InputError);
}

TEST(JournalKey, IsFnv1a) {
  EXPECT_EQ(journal_key(""), "cbf29ce484222325");
  EXPECT_EQ(journal_key("foobar"), "85944171f73967e8");
}

}  // namespace
}  // namespace warpshop::io
