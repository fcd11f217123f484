#include "sim/files/output_file.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "sim/model/error.hpp"
#include "sim/result/kinds.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::files {
namespace {

namespace fs = std::filesystem;

/// What warpshop wrote earlier, and may replace.
const std::string kOld = "{\"schema\":\"warpshop.compare/1\"}\n";

std::size_t files_in(const test::ScratchFolder& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator{}));
}

void write(const fs::path& target, const std::string& text) {
  OutputFile file(target);
  file.stream() << text;
  file.commit();
}

std::string error_of_target(const fs::path& target) {
  try {
    write(target, "text");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(OutputFile, AppearsWholeWithCommit) {
  const test::ScratchFolder folder;
  const std::string text(1'000'000, 'x');
  OutputFile file(folder / "out");
  file.stream() << text;
  EXPECT_FALSE(fs::exists(folder / "out"));
  file.commit();
  EXPECT_EQ(test::content_of(folder / "out"), text);
  EXPECT_EQ(files_in(folder), 1U);
}

/// By zlib's own reader of such files.
std::string unpacked(const fs::path& file, std::size_t size) {
  std::string text(size + 1, '\0');
  gzFile_s* const in = gzopen(file.c_str(), "rb");
  EXPECT_EQ(gzdirect(in), 0) << "is not compressed";
  text.resize(static_cast<std::size_t>(std::max(0, gzread(in, text.data(), static_cast<unsigned>(text.size())))));
  EXPECT_EQ(gzclose(in), Z_OK);  // its checksum too
  return text;
}

TEST(OutputFile, IsCompressedWhereItIsCalledSo) {
  const test::ScratchFolder folder;
  std::string text = kOld;
  for (int line = 0; line < 100'000; ++line) {
    text += std::to_string(line * 7919 % 100'003) + '\n';
  }
  for (const std::string& content : {text, kOld, std::string{}}) {
    SCOPED_TRACE(content.size());
    write(folder / "out.gz", content);
    EXPECT_EQ(unpacked(folder / "out.gz", content.size()), content);
    write(folder / "twin.gz", content);
    EXPECT_EQ(test::content_of(folder / "out.gz"), test::content_of(folder / "twin.gz"));
    fs::remove(folder / "twin.gz");
    if (content.empty()) {
      fs::remove(folder / "out.gz");  // nobody's
    }
  }
}

TEST(OutputFile, ReplacesWhatIsCompressedOnlyIfItIsOurs) {
  const test::ScratchFolder folder;
  write(folder / "out.gz", kOld + "old");
  write(folder / "out.gz", "something else\n");
  EXPECT_EQ(unpacked(folder / "out.gz", 100), "something else\n");
  EXPECT_NE(error_of_target(folder / "out.gz"), "");
}

TEST(OutputFile, LeavesNothingWithoutCommit) {
  const test::ScratchFolder folder;
  folder.write("out", kOld);
  {
    OutputFile file(folder / "out");
    file.stream() << std::string(1'000'000, 'x');
    EXPECT_EQ(files_in(folder), 2U);
  }
  EXPECT_EQ(files_in(folder), 1U);
  EXPECT_EQ(test::content_of(folder / "out"), kOld);
}

TEST(OutputFile, KeepsPermissionsOfWhatItReplaces) {
  const test::ScratchFolder folder;
  folder.write("out", kOld);
  ::chmod((folder / "out").c_str(), 0640);
  write(folder / "out", "new");
  struct stat status {};
  ::stat((folder / "out").c_str(), &status);
  EXPECT_EQ(status.st_mode & 07777, 0640U);
  EXPECT_EQ(test::content_of(folder / "out"), "new");
}

TEST(OutputFile, ANewFileHasThePermissionsThatTheUmaskLeaves) {
  const test::ScratchFolder folder;
  const mode_t before = ::umask(027);
  write(folder / "out", "new");
  ::umask(before);
  struct stat status {};
  ::stat((folder / "out").c_str(), &status);
  EXPECT_EQ(status.st_mode & 07777, 0640U);
}

TEST(OutputFile, KeepsLinksAndReplacesWhatTheyName) {
  const test::ScratchFolder folder;
  folder.write("below/real", kOld);
  fs::create_symlink("below/real", folder / "link");
  fs::create_symlink("link", folder / "second");
  fs::create_symlink("below/later", folder / "dangling");
  write(folder / "second", "new");
  write(folder / "dangling", "made");
  EXPECT_TRUE(fs::is_symlink(folder / "link") && fs::is_symlink(folder / "second"));
  EXPECT_TRUE(fs::is_symlink(folder / "dangling"));
  EXPECT_EQ(test::content_of(folder / "below/real"), "new");
  EXPECT_EQ(test::content_of(folder / "below/later"), "made");
}

TEST(OutputFile, WritesDevicesAndPipesInPlace) {
  const test::ScratchFolder folder;
  write("/dev/null", "text");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = test::content_of(folder / "pipe"); });
  write(folder / "pipe", "text");
  reader.join();
  EXPECT_EQ(received, "text");
  EXPECT_TRUE(fs::is_fifo(folder / "pipe"));
}

TEST(OutputFile, APipeIsWaitedForUntilSomebodyReadsItAndNoLonger) {
  const test::ScratchFolder folder;
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  try {
    const OutputFile file(pipe, FileKind::result, std::chrono::milliseconds{20});
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), pipe.string() + ": is a named pipe that nobody reads, expected a reader of it, or a file");
  }
  const std::string text(300'000, 'x');  // more than a pipe holds: the reader is waited for
  std::string received;
  std::thread reader([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    received = test::content_of(pipe);
  });
  write(pipe, text);
  reader.join();
  EXPECT_EQ(received, text);
}

TEST(OutputFile, AFullDiskIsAFailureThatNamesTheFile) {
  try {
    write("/dev/full", "text");
    FAIL() << "nothing was thrown";
  } catch (const InputError&) {
    FAIL() << "this is no mistake of the user's";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "/dev/full: cannot be written: No space left on device");
  }
}

TEST(OutputFile, WhatCannotBeOpenedIsNamed) {
  const test::ScratchFolder folder;
  const std::string rest = ", expected a file in a folder that can be written";
  EXPECT_EQ(error_of_target("/none/such"), "/none/such: cannot be written (No such file or directory)" + rest);
  EXPECT_EQ(error_of_target("/"), "/: cannot be written (Is a directory)" + rest);
  EXPECT_EQ(error_of_target(""), "cannot be written (No such file or directory)" + rest);
  EXPECT_EQ(error_of_target(folder / "new/"),
            (folder / "new/").string() + ": cannot be written (No such file or directory)" + rest);
  folder.write("file", "");
  EXPECT_EQ(error_of_target(folder / "file/x"),
            (folder / "file/x").string() + ": cannot be written (Not a directory)" + rest);
  fs::create_symlink("loop", folder / "loop");
  EXPECT_EQ(error_of_target(folder / "loop"),
            (folder / "loop").string() + ": cannot be written (Too many levels of symbolic links)" + rest);
  if (::geteuid() != 0) {
    ::chmod((folder / "file").c_str(), 0400);
    EXPECT_EQ(error_of_target(folder / "file"),
              (folder / "file").string() + ": cannot be written (Permission denied)" + rest);
  }
}

TEST(OutputFile, WhatIsNotOursIsNeverReplaced) {
  const test::ScratchFolder folder;
  const std::string precious = "my only copy of warpshop.device/1 and {\"schema\":\"warpshop.compare/1\"}\n";
  for (const std::string& text :
       {precious, std::string("a,b\n1,2\n"), "task,start_ms of mine\n" + kOld, std::string("run,predicted_ms\n1,2\n"),
        std::string("{\"schema\":\"warpshop.journal/1\",\"key\":\"0\"}\n"), "\n" + kOld,
        std::string("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n]}")}) {
    folder.write("notes.md", text);
    EXPECT_EQ(error_of_target(folder / "notes.md"),
              (folder / "notes.md").string() +
                  ": is there already and was not written by warpshop, expected a new file, or an earlier result to "
                  "replace");
    EXPECT_THROW(OutputFile(folder / "notes.md", FileKind::profile), InputError);
    EXPECT_EQ(test::content_of(folder / "notes.md"), text);
  }
  fs::create_symlink("notes.md", folder / "link");
  EXPECT_NE(error_of_target(folder / "link"), "");
  EXPECT_EQ(files_in(folder), 2U);
}

TEST(OutputFile, EarlierResultsAndEmptyFilesAreReplaced) {
  const test::ScratchFolder folder;
  for (const char* text :
       {"", "{\"schema\":\"warpshop.run/1\",",
        "{\"otherData\":{\"madeBy\":\"warpshop\"},\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n]}",
        "# Written by warpshop.\nx", "task,start_ms,end_ms,assumed,set,file,seed,budget,version\nBS,1",
        "series,sample,milliseconds,outlier,device,version\r\n"}) {
    folder.write("out", text);
    EXPECT_EQ(error_of_target(folder / "out"), "") << text;
    EXPECT_EQ(test::content_of(folder / "out"), "text");
  }
}

TEST(OutputFile, ResultsAreReplacedAndInputsAreNot) {
  const test::ScratchFolder folder;
  for (const auto& each : fs::directory_iterator(WARPSHOP_SOURCE_DIR "/docs/schema")) {
    if (const std::string kind = each.path().stem(); kind != "common") {
      EXPECT_TRUE(is_result("{\"schema\":\"warpshop." + kind + "/1\",")) << kind;
    }
  }
  for (const auto* form : result::forms()) {
    std::string header;
    for (const result::Column& column : result::columns_of(*form)) {
      header += (header.empty() ? "" : ",") + column.name;
    }
    folder.write("out.csv", header + '\n');
    EXPECT_EQ(error_of_target(folder / "out.csv"), "") << form->name;
  }
  for (const char* kind : {"workload/1", "device/1", "sweep/1", "manifest/1", "journal/1", "", "run", "runs/1"}) {
    folder.write("in.json", std::string("{\"schema\":\"warpshop.") + kind + "\",");
    EXPECT_NE(error_of_target(folder / "in.json"), "") << kind;
  }
}

TEST(OutputFile, OfSeveralManifestsTheFirstStays) {
  const test::ScratchFolder folder;
  OutputFile first(folder / "manifest.json", FileKind::manifest);
  OutputFile second(folder / "manifest.json", FileKind::manifest);
  first.stream() << "first";
  second.stream() << "second";
  first.commit();
  second.commit();
  EXPECT_EQ(test::content_of(folder / "manifest.json"), "first");
  EXPECT_EQ(files_in(folder), 1U);
}

TEST(OutputFile, AProfileReplacesAProfileAlone) {
  const test::ScratchFolder folder;
  const std::string profile = test::content_of(WARPSHOP_SOURCE_DIR "/devices/k20c.yaml");
  for (const std::string& text :
       {profile, std::string("# Measured by warpshop calibrate.\nbroken since"), std::string()}) {
    folder.write("box.yaml", text);
    OutputFile file(folder / "box.yaml", FileKind::profile);
    file.commit();
  }
  folder.write("box.yaml", profile);
  EXPECT_NE(error_of_target(folder / "box.yaml"), "") << "a result over a profile";
  folder.write("result", kOld);
  EXPECT_THROW(OutputFile(folder / "result", FileKind::profile), InputError);
  EXPECT_EQ(test::content_of(folder / "result"), kOld);
}

TEST(OutputFile, WhatComesThereMeanwhileIsNotReplaced) {
  const test::ScratchFolder folder;
  OutputFile file(folder / "out");
  folder.write("out", "my only copy");
  EXPECT_THROW(file.commit(), std::runtime_error);
  EXPECT_EQ(test::content_of(folder / "out"), "my only copy");
}

TEST(OutputFile, SharedMemoryIsAFolderLikeOthers) {
  const std::string name = "/dev/shm/warpshop-test-" + std::to_string(::getpid());
  if (::access("/dev/shm", W_OK) != 0) {
    GTEST_SKIP() << "no /dev/shm here";
  }
  write(name, kOld);
  write(name, kOld);
  EXPECT_EQ(test::content_of(name), kOld);
  fs::remove(name);
}

TEST(OutputFile, WhatIsOpenAlreadyIsAppendedTo) {
  const test::ScratchFolder folder;
  folder.write("out", "before\n");
  const int open = ::open((folder / "out").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  write("/dev/fd/" + std::to_string(open), "one\n");
  write("/proc/self/fd/" + std::to_string(open), "two\n");
  ::close(open);
  EXPECT_EQ(test::content_of(folder / "out"), "before\none\ntwo\n");
}

TEST(OutputFile, TemporariesOfKilledProcessesAreRemovedAndNoOthers) {
  const test::ScratchFolder folder;
  const std::vector<std::string> others{".warpshop-1-.tmp", ".warpshop-a-0.tmp", "warpshop-1-0.tmp",
                                        ".warpshop-1-0.tmp2"};
  for (const std::string& name : others) {
    folder.write(name, "");
  }
  folder.write(".warpshop-4000000-0.tmp", "left behind");
  fs::create_directory(folder / ".warpshop-4000000-1.tmp");
  fs::create_symlink("elsewhere", folder / ".warpshop-4000000-2.tmp");
  OutputFile at_work(folder / "at work");
  at_work.stream() << std::string(1'000'000, 'x');
  write(folder / "out", "text");
  EXPECT_FALSE(fs::exists(folder / ".warpshop-4000000-0.tmp"));
  EXPECT_TRUE(fs::exists(folder / ".warpshop-4000000-1.tmp"));
  EXPECT_TRUE(fs::is_symlink(folder / ".warpshop-4000000-2.tmp"));
  for (const std::string& name : others) {
    EXPECT_TRUE(fs::exists(folder / name)) << name;
  }
  at_work.commit();
  EXPECT_EQ(fs::file_size(folder / "at work"), 1'000'000U);
}

TEST(OutputFile, ASignalHandlerCanRemoveEveryTemporary) {
  const test::ScratchFolder folder;
  OutputFile first(folder / "first");
  OutputFile second(folder / "second");
  {
    OutputFile done(folder / "done");
    done.commit();
  }
  EXPECT_EQ(files_in(folder), 3U);
  remove_open_temporaries();
  EXPECT_EQ(files_in(folder), 1U);
  EXPECT_TRUE(fs::exists(folder / "done"));
}

}  // namespace
}  // namespace warpshop::files
