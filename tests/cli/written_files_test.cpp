#include "cli/written_files.hpp"

#include <gtest/gtest.h>

#include "sim/model/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::cli {
namespace {

namespace fs = std::filesystem;

std::string error_of(const std::vector<WrittenFile>& written, const std::vector<fs::path>& read) {
  try {
    check_written_files(written, read);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(CheckWrittenFiles, TakesFilesThatDiffer) {
  const test::ScratchFolder folder;
  const fs::path input = folder.write("input", "");
  const fs::path old = folder.write("old", "");
  EXPECT_EQ(error_of({{"--output", old}, {"--trace", folder / "new"}}, {input}), "");
  EXPECT_EQ(error_of({{"--output", ""}, {"--trace", ""}}, {input}), "");
  EXPECT_EQ(error_of({{"--output", "/dev/null"}, {"--trace", "/dev/null"}}, {input}), "");
}

TEST(CheckWrittenFiles, ADashIsNoFile) {
  EXPECT_EQ(error_of({{"--output", "-"}}, {"-"}), "");
  EXPECT_EQ(error_of({{"--output", "./-"}}, {"-"}), "");
}

TEST(CheckWrittenFiles, RefusesOneFileForTwoOptions) {
  const test::ScratchFolder folder;
  const std::string there = folder.write("there", "");
  const std::string detour = folder / "." / "there";
  EXPECT_EQ(error_of({{"--output", there}, {"--trace", detour}}, {}),
            "--output and --trace name the same file, " + detour + ", expected one for each");
  fs::remove(there);
  EXPECT_EQ(error_of({{"--output", there}, {"--trace", detour}}, {}),
            "--output and --trace name the same file, " + detour + ", expected one for each");
}

TEST(CheckWrittenFiles, RefusesAFileThatIsReadWhateverItIsCalled) {
  const test::ScratchFolder folder;
  const std::string input = folder.write("input", "");
  const std::string link = folder / "link";
  const std::string hard_link = folder / "hard link";
  fs::create_symlink(input, link);
  fs::create_hard_link(input, hard_link);
  for (const std::string& output : {input, link, hard_link}) {
    EXPECT_EQ(error_of({{"--output", output}}, {folder / "other", input}),
              "--output: " + output + " is read by this command, expected another file");
  }
}

TEST(DeviceFiles, AreThoseThatAProfileIsReadFrom) {
  EXPECT_TRUE(device_files("k20c").empty());
  EXPECT_TRUE(device_files("k20c:1").empty());
  EXPECT_EQ(device_files("box.yaml"), std::vector<fs::path>{"box.yaml"});
  EXPECT_EQ(device_files("box.yaml:1"), std::vector<fs::path>{"box.yaml"});
  EXPECT_EQ(device_files("k20c,box.yaml:2,./b.yaml"), (std::vector<fs::path>{"box.yaml", "./b.yaml"}));
}

}  // namespace
}  // namespace warpshop::cli
