#include "sim/files/measurement_journal.hpp"

#include <csignal>
#include <fstream>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "sim/files/text_key.hpp"
#include "sim/model/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::files {
namespace {

const std::string kA = "000000000000000a";
const std::string kB = "000000000000000b";
const JournalShape kShape{.plans = 2, .samples = 2, .rivals = {"mps"}, .tasks = 4};

MeasuredSamples samples() {
  return {.plans = {{Millis{1.5}, Millis{0.1}}, {Millis{2}}},
          .rivals = {{.name = "mps", .samples = {}, .problem = "no \"MPS\" here"}},
          .wrong = {3}};
}

class Journal : public testing::Test {
 protected:
  std::filesystem::path file() const { return folder_ / "journal"; }

  /// What opening it, and looking for kA, says after the file's name; empty: nothing.
  std::string error_of(const std::string& text, const JournalShape& shape = kShape) const {
    folder_.write("journal", text);
    try {
      static_cast<void>(MeasurementJournal(file()).find(kA, shape));
    } catch (const InputError& error) {
      EXPECT_EQ(test::content_of(file()), text);
      return std::string(error.what()).substr(file().string().size());
    }
    return "";
  }

  test::ScratchFolder folder_;
};

TEST_F(Journal, KeepsWhatWasMeasuredFromOneTimeToTheNext) {
  MeasurementJournal(file()).append(kA, samples());
  MeasurementJournal(file()).append(kB, samples());
  const MeasurementJournal journal(file());
  const MeasuredSamples* known = journal.find(kA, kShape);
  ASSERT_NE(known, nullptr);
  EXPECT_EQ(known->plans, samples().plans);
  EXPECT_EQ(known->wrong, samples().wrong);
  ASSERT_EQ(known->rivals.size(), 1U);
  EXPECT_EQ(known->rivals[0].problem, "no \"MPS\" here");
  EXPECT_NE(journal.find(kB, kShape), nullptr);
  EXPECT_EQ(journal.find("000000000000000c", kShape), nullptr);
}

TEST_F(Journal, HasOneWriterAtATime) {
  {
    MeasurementJournal journal(file());
    try {
      const MeasurementJournal other(file());
      FAIL() << "two writers";
    } catch (const InputError& error) {
      EXPECT_EQ(std::string{error.what()},
                file().string() + ": is in use by another process, expected a journal that no other writes to");
    }
    journal.append(kA, samples());
  }
  EXPECT_NE(MeasurementJournal(file()).find(kA, kShape), nullptr);
}

TEST_F(Journal, SaysWhyItCannotBeWritten) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{.rlim_cur = 10, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string what;
  try {
    MeasurementJournal(file()).append(kA, samples());
  } catch (const std::runtime_error& error) {
    what = error.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(what, file().string() + ": cannot be written: File too large");
}

TEST_F(Journal, ALineThatWasCutShortIsTakenOffWhenTheNextIsWritten) {
  MeasurementJournal(file()).append(kA, samples());
  std::ofstream(file(), std::ios::app) << R"({"schema":"warpshop.journal/1","key":"b","pla)";
  const std::string before = test::content_of(file());
  MeasurementJournal journal(file());
  EXPECT_EQ(test::content_of(file()), before);
  EXPECT_NE(journal.find(kA, kShape), nullptr);
  journal.append(kB, samples());
  EXPECT_EQ(test::content_of(file()), io::journal_line(kA, samples()) + "\n" + io::journal_line(kB, samples()) + "\n");
}

TEST_F(Journal, ALineThatWasCutAnywhereBehindAnotherIsTakenOff) {
  const std::string line = io::journal_line(kA, samples());
  for (std::size_t cut = 1; cut < line.size(); ++cut) {
    EXPECT_EQ(error_of(line + '\n' + line.substr(0, cut)), "") << cut;
  }
  EXPECT_NE(error_of(line.substr(0, 5)), "");  // any file may start with {"sch
}

TEST_F(Journal, AWholeLastLineWithAMistakeIsNotTakenOff) {
  std::string line = io::journal_line(kB, samples());
  line.insert(line.size() - 1, ",\"note\":1");
  EXPECT_NE(error_of(io::journal_line(kA, samples()) + '\n' + line).find(":2:"), std::string::npos);
}

TEST_F(Journal, AWholeLineWithoutItsEndCounts) {
  folder_.write("journal", io::journal_line(kA, samples()));
  {
    MeasurementJournal journal(file());
    EXPECT_NE(journal.find(kA, kShape), nullptr);
    journal.append(kB, samples());
  }
  EXPECT_NE(MeasurementJournal(file()).find(kB, kShape), nullptr);
}

TEST_F(Journal, WhatIsNoJournalIsRefusedAndLeftAsItIs) {
  const std::string expected = "not a line of a journal, expected one with schema warpshop.journal/1";
  EXPECT_EQ(error_of("my only copy"), ":1:1: " + expected);
  EXPECT_EQ(error_of("my only copy\n"), ":1:1: " + expected);
  EXPECT_EQ(error_of("{}\n"), ":1:1: " + expected);
  EXPECT_EQ(error_of("{"), ":1:2: " + expected);
  EXPECT_EQ(error_of("\n"), ":1:1: " + expected);
  EXPECT_EQ(error_of(io::journal_line(kA, samples()) + "\ntasks: []\n"), ":2:2: " + expected);
  EXPECT_EQ(error_of("{\"schema\":\"warpshop.journal/2\"}\n"), ":1:1: " + expected);
  EXPECT_THROW(MeasurementJournal(folder_ / "none" / "journal"), InputError);
  EXPECT_THROW(MeasurementJournal("/dev/null"), InputError);
  EXPECT_THROW(MeasurementJournal{folder_.path()}, InputError);
}

TEST_F(Journal, WhatIsOfAnotherShapeIsNotTaken) {
  const std::string line = io::journal_line(kA, samples()) + "\n";
  const std::string start = ":1:1: this is not what this command measured: ";
  JournalShape shape = kShape;
  shape.plans = 3;
  EXPECT_EQ(error_of(line, shape), start + "samples of 2 plans, expected those of 3");
  shape = kShape;
  shape.samples = 1;
  EXPECT_EQ(error_of(line, shape), start + "more samples than were asked for, expected at most 1 each");
  shape = kShape;
  shape.rivals = {};
  EXPECT_EQ(error_of(line, shape), start + "rivals that were not asked for, expected 0 by the names of --rivals");
  shape = kShape;
  shape.tasks = 3;
  EXPECT_EQ(error_of(line, shape), start + "the position 3 in wrong, expected 0 to 2");
  EXPECT_EQ(error_of(line), "");
}

TEST(JournalKey, IsFnv1a) {
  EXPECT_EQ(text_key(""), "cbf29ce484222325");
  EXPECT_EQ(text_key("foobar"), "85944171f73967e8");
}

}  // namespace
}  // namespace warpshop::files
