#include "calibrate/near_cpus.hpp"

#include <string>

#include <gtest/gtest.h>
#include <sched.h>

#include "tests/support/scratch_folder.hpp"

namespace warpshop::calibrate {
namespace {

constexpr const char* kAddress = "0000:17:00.0";

/// Those that this thread may run on.
cpu_set_t allowed() {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  sched_getaffinity(0, sizeof cpus, &cpus);
  return cpus;
}

int last_allowed() {
  int last = 0;
  const cpu_set_t cpus = allowed();
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    last = CPU_ISSET(cpu, &cpus) ? cpu : last;
  }
  return last;
}

/// What the kernel says of a GPU.
struct Listed {
  explicit Listed(const std::string& cpus) {
    folder.write(std::string(kAddress) + "/local_cpulist", cpus.c_str());
    folder.write(std::string(kAddress) + "/numa_node", "1");
  }
  test::ScratchFolder folder;
};

TEST(NearCpus, AreWhereTheThreadIsUntilTheyAreLeft) {
  const cpu_set_t before = allowed();
  const std::string last = std::to_string(last_allowed());
  const Listed listed(last + ",1000-1023");
  {
    const NearCpus near(kAddress, listed.folder.path().string());
    const bool has_choice = CPU_COUNT(&before) > 1;
    EXPECT_EQ(near.text(),
              has_choice ? "bound to " + last + ",1000-1023, the CPUs of NUMA node 1, where the GPU is" : "");
    const cpu_set_t now = allowed();
    EXPECT_EQ(CPU_COUNT(&now), 1);
    EXPECT_TRUE(CPU_ISSET(last_allowed(), &now));
  }
  const cpu_set_t after = allowed();
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(NearCpus, AreNobodysChoiceWhereAllAreAsNearOrNothingIsKnown) {
  const cpu_set_t before = allowed();
  for (const std::string list : {"0-1023", "", "nonsense"}) {
    const Listed listed(list);
    const NearCpus near(kAddress, listed.folder.path().string());
    EXPECT_EQ(near.text(), "") << list;
    const cpu_set_t now = allowed();
    EXPECT_TRUE(CPU_EQUAL(&before, &now)) << list;
  }
  EXPECT_EQ(NearCpus("").text(), "");
  EXPECT_EQ(NearCpus(kAddress, "/nowhere").text(), "");
}

TEST(NearCpus, ThatMayNotBeUsedAreSaid) {
  const std::string other = std::to_string(last_allowed() + 1);
  const Listed listed(other);
  const NearCpus near(kAddress, listed.folder.path().string());
  EXPECT_EQ(near.text(), "not bound: none of " + other + ", which are nearest to the GPU (NUMA node 1), may be used");
}

}  // namespace
}  // namespace warpshop::calibrate
