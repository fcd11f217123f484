#include <cstdlib>
#include <fstream>
#include <optional>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/files/output_file.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/model/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::files {
namespace {

/// An environment variable that has a value, or none, for as long as this lives.
class Variable {
 public:
  Variable(const char* name, const std::optional<std::string>& value) : name_(name) {
    if (const char* before = std::getenv(name)) {
      before_ = before;
    }
    set(value);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { set(before_); }

 private:
  void set(const std::optional<std::string>& value) const {
    value ? ::setenv(name_, value->c_str(), 1) : ::unsetenv(name_);
  }
  const char* name_;
  std::optional<std::string> before_;
};

std::string error_of_name(const std::string& name) {
  try {
    make_user_device_path(name);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(UserDevicePath, IsWhereFindDeviceLooks) {
  const test::ScratchFolder data;
  const Variable folder("XDG_DATA_HOME", data.path().string());
  const std::filesystem::path path = make_user_device_path("box-1.b");
  EXPECT_EQ(path, data / "warpshop/devices/box-1.b.yaml");
  EXPECT_EQ(make_user_device_path("box-1.b"), path);  // again, with the folder there
  Device device = find_device("k20c");
  device.name = "box-1.b";
  OutputFile file(path);
  io::write_device(file.stream(), device);
  file.commit();
  EXPECT_EQ(find_device("box-1.b"), device);
}

TEST(UserDevices, AreFoundInYmlFilesUnlessAYamlFileHasTheName) {
  const test::ScratchFolder data;
  const Variable folder("XDG_DATA_HOME", data.path().string());
  const auto yml = data.write("warpshop/devices/box.yml", "");
  EXPECT_EQ(find_user_device("box"), yml);
  EXPECT_EQ(user_device_files(), std::vector<std::filesystem::path>{yml});
  const auto yaml = data.write("warpshop/devices/box.yaml", "");
  EXPECT_EQ(find_user_device("box"), yaml);
  EXPECT_EQ(user_device_files(), std::vector<std::filesystem::path>{yaml});
}

TEST(UserDevicePath, IsBelowHomeWhereNothingElseIsSaid) {
  const test::ScratchFolder home;
  const Variable no_folder("XDG_DATA_HOME", std::nullopt);
  const Variable folder("HOME", home.path().string());
  EXPECT_EQ(make_user_device_path("box"), home / ".local/share/warpshop/devices/box.yaml");
  EXPECT_TRUE(std::filesystem::is_directory(home / ".local/share/warpshop/devices"));
}

TEST(UserDevicePath, NeedsAFolder) {
  const Variable no_data("XDG_DATA_HOME", "relative");
  const Variable no_home("HOME", std::nullopt);
  EXPECT_EQ(error_of_name("box"),
            "there is no folder for profiles of one's own, expected XDG_DATA_HOME or HOME to be an absolute path");
}

TEST(UserDevicePath, SaysWhyTheFolderCannotBeMade) {
  const test::ScratchFolder data;
  const std::filesystem::path file = data.write("file", "");
  const Variable folder("XDG_DATA_HOME", file.string());
  EXPECT_EQ(error_of_name("box"), (file / "warpshop/devices").string() +
                                      ": cannot be created (Not a directory), expected a folder for profiles");
}

TEST(UserDevicePath, TakesOnlyNamesOfDevices) {
  const test::ScratchFolder data;
  const Variable folder("XDG_DATA_HOME", data.path().string());
  for (const std::string name : {"", "a/b", "a b", "ä"}) {
    EXPECT_EQ(error_of_name(name),
              "'" + name + "' is not the name of a device, expected letters, digits, '.', '_' and '-'");
  }
  EXPECT_FALSE(std::filesystem::exists(data / "warpshop"));
}

}  // namespace
}  // namespace warpshop::files
