#include "sim/files/find_workloads.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "sim/model/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::files {
namespace {

std::string error_of_arguments(const std::string& argument) {
  try {
    find_workload_files({argument});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(FindWorkloads, ADirectoryGivesItsYamlAndYmlFilesByName) {
  const test::ScratchFolder folder;
  folder.write("b.yaml", "");
  folder.write("a.yaml", "");
  folder.write("B.yaml", "");
  folder.write("ab.yml", "");
  folder.write("notes.txt", "");
  folder.write(".hidden.yaml", "");
  folder.write("below/c.yaml", "");
  std::filesystem::create_directory(folder / "folder.yaml");
  ASSERT_EQ(::mkfifo((folder / "pipe.yaml").c_str(), 0600), 0);
  const std::filesystem::path other = folder.write("below/d.txt", "");
  EXPECT_EQ(find_workload_files({other.string(), folder.path().string()}),
            (std::vector<std::filesystem::path>{other, folder / "B.yaml", folder / "a.yaml", folder / "ab.yml",
                                                folder / "b.yaml"}));
}

TEST(FindWorkloads, ADashIsStandardInputOnce) {
  EXPECT_EQ(find_workload_files({"-"}), (std::vector<std::filesystem::path>{"-"}));
  EXPECT_THROW(find_workload_files({"-", "-"}), InputError);
}

TEST(FindWorkloads, NothingFoundIsAnError) {
  const test::ScratchFolder folder;
  EXPECT_EQ(error_of_arguments(folder.path().string()),
            folder.path().string() + ": holds no workloads, expected a directory with *.yaml or *.yml files");
  EXPECT_EQ(
      error_of_arguments((folder / "none.yaml").string()),
      (folder / "none.yaml").string() + ": cannot be opened (No such file or directory), expected a file or directory");
}

}  // namespace
}  // namespace warpshop::files
