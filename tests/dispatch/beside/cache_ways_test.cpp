#include "dispatch/beside/cache_ways.hpp"

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include <gtest/gtest.h>
#include <unistd.h>

#include "dispatch/beside/core_controller.hpp"
#include "tests/dispatch/beside/fake_threads.hpp"

namespace warpshop::dispatch {
namespace {

namespace fs = std::filesystem;

/// A folder as resctrl has it, of which files keep every line that was written.
class FakeResctrl {
 public:
  explicit FakeResctrl(const std::string& schemata, const std::string& tasks = "") {
    fs::create_directories(root / "info" / "L3");
    std::ofstream(root / "schemata") << schemata;
    std::ofstream(root / "tasks") << tasks;
  }
  FakeResctrl(const FakeResctrl&) = delete;
  FakeResctrl& operator=(const FakeResctrl&) = delete;
  ~FakeResctrl() { fs::remove_all(root); }

  std::string read(const std::string& file) const {
    std::ifstream in(root / file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::optional<CacheWays::Layout> layout() const {
    std::optional<CacheWays::Layout> layout;
    CacheWays::layout(root, layout);
    return layout;
  }
  std::string why_not() const {
    std::optional<CacheWays::Layout> layout;
    return CacheWays::layout(root, layout);
  }

  const fs::path root = fs::path(testing::TempDir()) / ("resctrl-" + std::to_string(::getpid()));
};

TEST(CacheWays, AreReadFromTheCommonGroup) {
  const FakeResctrl resctrl("    MB:0=100;1=100\n    L3:0=ffff;1=ffff\n");
  const auto layout = resctrl.layout();
  ASSERT_TRUE(layout.has_value());
  EXPECT_EQ(layout->ways, 16);
  EXPECT_EQ(layout->first, 0);
  EXPECT_EQ(layout->fewest, 1);
  EXPECT_EQ(layout->caches, (std::vector<std::string>{"0", "1"}));
}

TEST(CacheWays, AreNotSplitWhereThatCannotBe) {
  std::optional<CacheWays::Layout> layout;
  EXPECT_EQ(CacheWays::layout("/nowhere", layout), "/nowhere is not mounted");
  const auto why = [](const std::string& schemata) {
    const FakeResctrl resctrl(schemata);
    const std::string text = resctrl.why_not();
    return text.substr(std::min(resctrl.root.string().size(), text.size()));
  };
  constexpr const char* kNone = " has no ways of the L3 cache to split";
  EXPECT_EQ(why(""), kNone);
  EXPECT_EQ(why("L3CODE:0=ff\nL3DATA:0=ff\n"), kNone);
  EXPECT_EQ(why("L3:0=1\n"), kNone);
  EXPECT_EQ(why("L3:0=5\n"), kNone);
  constexpr const char* kUnlike = " has masks of the L3 cache that are not all alike";
  EXPECT_EQ(why("L3:0=ff;1=f\n"), kUnlike);
  EXPECT_EQ(why("L3:0=xy\n"), kUnlike);
  EXPECT_EQ(why("L3:0=f0\n"), "");
}

TEST(CacheWays, OfBothGroupsAreApartAsLongAsThereAreAnyLeft) {
  const FakeResctrl resctrl("L3:0=ff0;1=ff0\n");
  std::ofstream(resctrl.root / "info" / "L3" / "min_cbm_bits") << "2\n";
  {
    CacheWays ways(resctrl.root, "ours", *resctrl.layout());
    EXPECT_EQ(ways.ways(), 8);
    EXPECT_EQ(ways.split(3), 3);
    EXPECT_EQ(ways.split(1), 2);  // the fewest
    EXPECT_EQ(ways.split(8), 8);
    EXPECT_EQ(resctrl.read("ours-serving/schemata"), "L3:0=70;1=70\nL3:0=30;1=30\nL3:0=ff0;1=ff0\n");
    EXPECT_EQ(resctrl.read("ours-beside/schemata"), "L3:0=f80;1=f80\nL3:0=fc0;1=fc0\nL3:0=c00;1=c00\n");
  }
  EXPECT_FALSE(fs::exists(resctrl.root / "ours-serving"));
  EXPECT_FALSE(fs::exists(resctrl.root / "ours-beside"));
}

TEST(CacheWays, TakeThreadsOfTheCommonGroupAlone) {
  const FakeResctrl resctrl("L3:0=ff\n", "10\n12\n20\n");
  CacheWays ways(resctrl.root, "ours", *resctrl.layout());
  ways.add({10, 11, 12}, true);  // 11 is in another one
  ways.add({20}, false);
  ways.add({10, 12}, true);
  EXPECT_EQ(resctrl.read("ours-serving/tasks"), "10\n12\n");
  EXPECT_EQ(resctrl.read("ours-beside/tasks"), "20\n");
}

TEST(CacheWays, LeaveNoGroupWhereOneOfThemCannotBeHad) {
  const FakeResctrl resctrl("L3:0=ff\n");
  fs::create_directory(resctrl.root / "ours-serving");  // somebody else's
  EXPECT_THROW(CacheWays(resctrl.root, "ours", *resctrl.layout()), std::system_error);
  EXPECT_FALSE(fs::exists(resctrl.root / "ours-beside"));
  EXPECT_TRUE(fs::exists(resctrl.root / "ours-serving"));
}

TEST(CacheWays, GoWithCoresAndAreGivenUpWhereTheyCannotBeSet) {
  const FakeResctrl resctrl("L3:0=ff\n", "10\n20\n");
  test::FakeThreads machine;
  machine.threads = {{10, {.process = 10, .cores = test::cores({0, 1, 2})}},
                     {20, {.process = 20, .cores = test::cores({0, 1, 2})}}};
  RequestLog requests(Millis{50});
  CoreController controller(
      machine, {.cores = test::cores({0, 1, 2}), .serving = 10, .beside = {20}},
      [](const ServingInterval& interval) {
        return ProcessorPart{1, interval.held.ways - 2};
      },
      requests, Millis{0}, std::make_unique<CacheWays>(resctrl.root, "ours", *resctrl.layout()));
  controller.decide(Millis{20});
  controller.decide(Millis{40});
  EXPECT_EQ(resctrl.read("ours-serving/schemata"), "L3:0=3f\nL3:0=f\n");
  EXPECT_EQ(resctrl.read("ours-beside/tasks"), "20\n");
  EXPECT_DOUBLE_EQ(controller.kept().mean_ways, 6);
  fs::remove_all(resctrl.root / "ours-beside");
  controller.decide(Millis{60});
  EXPECT_EQ(machine.threads[20].cores, test::cores({1, 2}));
  EXPECT_FALSE(fs::exists(resctrl.root / "ours-serving"));
  ASSERT_EQ(controller.kept().notes.size(), 1U);
  controller.decide(Millis{80});
  EXPECT_EQ(controller.kept().notes.size(), 1U);
}

}  // namespace
}  // namespace warpshop::dispatch
