#include "sim/study/explanations.hpp"

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "sim/study/all_policies.hpp"

namespace warpshop::study {
namespace {

std::string page_of(const std::string& file) {
  std::ifstream in(std::string(WARPSHOP_SOURCE_DIR) + "/docs/" + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Explanations, EveryPolicyHasAPageWithAllParts) {
  for (const Policy* policy : policies()) {
    const std::string page = page_of("policies/" + policy->name + ".md");
    ASSERT_FALSE(page.empty()) << "write docs/policies/" << policy->name << ".md, as the others are";
    EXPECT_TRUE(page.starts_with("# " + policy->name + "\n")) << policy->name;
    for (const char* part : {"**Source:** ", "**Formula:** ", "**Takes:** ", "**Wins:** ", "**Cannot honour:** "}) {
      const std::size_t found = page.find("\n\n" + std::string(part));
      ASSERT_NE(found, std::string::npos) << policy->name << ": " << part;
      EXPECT_NE(page[found + std::string(part).size() + 2], '\n') << policy->name << ": " << part;
    }
    EXPECT_FALSE(explanation(*policy).empty()) << policy->name << ": build again";
  }
}

TEST(Explanations, NoPageIsLeftBehind) {
  std::set<std::string_view> names;
  for (const Policy* policy : policies()) {
    names.insert(policy->name);
  }
  for (const Explanation& page : explanations()) {
    EXPECT_TRUE(names.contains(page.policy)) << page.policy;
  }
}

/// `20 000`, as the table of docs/policies.md writes numbers.
std::string spaced(std::size_t number) {
  std::string text = std::to_string(number);
  if (text.size() > 4) {
    text.insert(text.size() - 3, " ");
  }
  return text;
}

TEST(Explanations, TheOverviewsNameEveryPolicyAndItsLimits) {
  const std::string orders = page_of("policies.md");
  const std::string sharing = page_of("sharing.md");
  for (const Policy* policy : policies()) {
    const std::string name = '`' + policy->name + '`';
    EXPECT_NE((policy->sharing ? sharing : orders).find(name), std::string::npos) << policy->name;
    if (!policy->sharing) {
      EXPECT_NE(orders.find("| [" + name + "](policies/" + policy->name + ".md) | "), std::string::npos)
          << policy->name << " has no link";
    }
    const std::size_t row = orders.find("\n| " + name + " | ");
    if (row != std::string::npos && policy->limits.at_most < 10'000'000) {
      const std::string line = orders.substr(row + 1, orders.find('\n', row + 1) - row);
      EXPECT_NE(line.find("| " + spaced(policy->limits.in_all) + ' '), std::string::npos) << line;
      EXPECT_NE(line.find("| " + spaced(policy->limits.at_most) + ' '), std::string::npos) << line;
    }
  }
}

TEST(Explanation, ReadsAsTextWithWhatTheRegistrySays) {
  const std::string text = explanation(find_policy("lots"));
  EXPECT_TRUE(text.starts_with("lots\nAs few lots of at most 16 tasks as possible, each with its share of ")) << text;
  EXPECT_NE(text.find("\n\nSource: S5 3.6.2.\n\nFormula: "), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\n\nLimits: takes any number of tasks; plans for the makespan alone.\n")) << text;
  EXPECT_EQ(text.find("**"), std::string::npos);
  EXPECT_NE(explanation(find_policy("best")).find("Limits: in `all` up to 10 tasks, takes up to 4096 tasks.\n"),
            std::string::npos);
  const std::string smk = explanation(find_policy("smk"));
  EXPECT_TRUE(
      smk.ends_with("; every kernel needs a shape; one GPU.\n\nNumbers: smk:… takes CTAs per SM of the one, of "
                    "the other, with / between them where there are several.\n\nOptions, as in smk(ctas=…): ctas=…, "
                    "whole number, the device says up to which.\n"))
      << smk;
  const std::string latency = explanation(find_policy("flexsched-latency"));
  EXPECT_TRUE(
      latency.ends_with("\n\nOptions, as in flexsched(slowdown=…): rule=throughput|latency; slowdown=…, number "
                        "above 0 and below 1 (0.2 if not set); window=…, number above 0 (0.3 if not set).\n"))
      << latency;
}

TEST(Explanation, OfAPolicyWithoutAPageIsEmpty) {
  Policy unknown = find_policy("fifo");
  unknown.name = "my-order";
  EXPECT_EQ(explanation(unknown), "");
}

}  // namespace
}  // namespace warpshop::study
