#include "sim/model/profile_setting.hpp"

#include <array>

#include <gtest/gtest.h>

namespace warpshop {
namespace {

TEST(ProfileSetting, IsAPathAndWhatStandsBehindTheFirstEqualsSign) {
  const std::array<std::string, 2> texts{"sm.count= 7=8", "sm="};
  const auto settings = parse_settings(texts);
  ASSERT_EQ(settings.size(), 2U);
  EXPECT_EQ(settings[0].path, "sm.count");
  EXPECT_EQ(settings[0].value, "7=8");
  EXPECT_EQ(settings[0].text(), "sm.count=7=8");
  EXPECT_EQ(settings[1].value, "");
}

TEST(ProfileSetting, NeedsAPathOfAValue) {
  for (const std::string text : {"sm", "=1", ".a=1", "a.=1", "a..b=1", "name=x", "schema=x"}) {
    EXPECT_THROW(parse_settings(std::array{text}), InputError) << text;
  }
}

TEST(ProfileSetting, SaysWhatStandsAtItsPathAboveAndBelow) {
  const ProfileSetting setting{.path = "bus.h2d", .value = "1 GB/s"};
  EXPECT_TRUE(sets(setting, "bus.h2d"));
  EXPECT_TRUE(sets(setting, "bus"));
  EXPECT_TRUE(sets(setting, "bus.h2d.low"));
  EXPECT_FALSE(sets(setting, "bus.h2"));
  EXPECT_FALSE(sets(setting, "bus.h2d2"));
}

TEST(ProfileSetting, IsNamedWithWhatIsWrong) {
  const std::array<ProfileSetting, 2> settings{{{.path = "a", .value = "1"}, {.path = "b", .value = "2"}}};
  EXPECT_STREQ(with_settings(InputError("file", mark_of_setting(1), "is wrong"), settings).what(),
               "--set b=2: is wrong");
  EXPECT_STREQ(with_settings(InputError("file", {.line = 3, .column = 1}, "is wrong"), settings).what(),
               "file:3:1: is wrong (with --set a=1, --set b=2)");
}

}  // namespace
}  // namespace warpshop
