#include "sim/io/output_file.hpp"

#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/model/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::io {
namespace {

namespace fs = std::filesystem;

std::size_t files_in(const test::ScratchFolder& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator{}));
}

void write(const fs::path& target, const std::string& text) {
  OutputFile file(target);
  file.stream() << text;
  file.commit();
}

std::string error_of(const fs::path& target) {
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

TEST(OutputFile, LeavesNothingWithoutCommit) {
  const test::ScratchFolder folder;
  folder.write("out", "old");
  {
    OutputFile file(folder / "out");
    file.stream() << std::string(1'000'000, 'x');
    EXPECT_EQ(files_in(folder), 2U);
  }
  EXPECT_EQ(files_in(folder), 1U);
  EXPECT_EQ(test::content_of(folder / "out"), "old");
}

TEST(OutputFile, KeepsPermissionsOfWhatItReplaces) {
  const test::ScratchFolder folder;
  folder.write("out", "old");
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
  folder.write("below/real", "old");
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
  EXPECT_EQ(error_of("/none/such"), "/none/such: cannot be written (No such file or directory)" + rest);
  EXPECT_EQ(error_of("/"), "/: cannot be written (Is a directory)" + rest);
  EXPECT_EQ(error_of(""), "cannot be written (No such file or directory)" + rest);
  EXPECT_EQ(error_of(folder / "new/"),
            (folder / "new/").string() + ": cannot be written (No such file or directory)" + rest);
  folder.write("file", "");
  EXPECT_EQ(error_of(folder / "file/x"), (folder / "file/x").string() + ": cannot be written (Not a directory)" + rest);
  fs::create_symlink("loop", folder / "loop");
  EXPECT_EQ(error_of(folder / "loop"),
            (folder / "loop").string() + ": cannot be written (Too many levels of symbolic links)" + rest);
  if (::geteuid() != 0) {
    ::chmod((folder / "file").c_str(), 0400);
    EXPECT_EQ(error_of(folder / "file"), (folder / "file").string() + ": cannot be written (Permission denied)" + rest);
  }
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
}  // namespace warpshop::io
