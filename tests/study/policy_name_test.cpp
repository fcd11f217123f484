#include "sim/study/policy_name.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"
#include "sim/study/all_policies.hpp"

namespace warpshop::study {
namespace {

std::string error_of_policy_name(const std::string& text) {
  try {
    named_policy(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(NamedPolicy, IsAPolicyOrSoManyRandomOrders) {
  EXPECT_EQ(named_policy("neh").policy->name, "neh");
  EXPECT_FALSE(named_policy("random").orders());
  EXPECT_EQ(named_policy("random:1000").policy->name, "random");
  EXPECT_EQ(named_policy("random:1000").orders(), 1000U);
  EXPECT_EQ(named_policy("random:1000").name(), "random:1000");
  EXPECT_EQ(named_policy("random:1000000").orders(), 1'000'000U);
}

TEST(NamedPolicy, RefusesWhatIsNoNumberOfOrders) {
  for (const std::string number : {"", "0", "-1", "1.5", "1000001", "1e3", " 5", "5 ", "99999999999999999999"}) {
    EXPECT_EQ(error_of_policy_name("random:" + number),
              "policy 'random:" + number + "': '" + number +
                  "' is no whole number from 1 to 1000000, expected how many orders");
  }
  EXPECT_EQ(error_of_policy_name("neh:3"), "policy 'neh:3': neh takes no numbers, expected its name alone");
  EXPECT_TRUE(error_of_policy_name("rnd:3").starts_with("unknown policy 'rnd', expected one of: "));
}

std::vector<double> numbers_of(const std::string& text) {
  return named_policy(text).settings.all();
}

TEST(NamedPolicy, HasNumbersBetweenSlashes) {
  EXPECT_EQ(numbers_of("smk:4/4"), (std::vector<double>{4, 4}));
  EXPECT_EQ(numbers_of("mig:3/2/2"), (std::vector<double>{3, 2, 2}));
  EXPECT_EQ(numbers_of("timeslice:0.5"), (std::vector<double>{0.5}));
  EXPECT_EQ(numbers_of("mps:1e1/2.5/100"), (std::vector<double>{10, 2.5, 100}));
}

TEST(NamedPolicy, HasNumbersByOption) {
  using ByOption = std::vector<std::pair<std::string_view, std::vector<double>>>;
  const auto by_option = [](const std::string& text) { return named_policy(text).settings.by_option(); };
  EXPECT_EQ(by_option("mps:45/100"), (ByOption{{"limits", {45, 100}}}));
  EXPECT_EQ(by_option("timeslice:2/0.5"), (ByOption{{"slice", {2}}, {"patience", {0.5}}}));
  EXPECT_EQ(by_option("timeslice(patience=1)"), (ByOption{{"patience", {1}}}));  // the slice is not set
  EXPECT_EQ(by_option("mps"), ByOption{});
  EXPECT_EQ(by_option("spart"), ByOption{});
}

TEST(NamedPolicy, RefusesWhatIsNoNumberAboveZero) {
  const std::string expected =
      "' is no number above 0, expected CTAs per SM of the one, of the other, with / between them";
  EXPECT_EQ(error_of_policy_name("smk:"), "policy 'smk:': '" + expected);
  EXPECT_EQ(error_of_policy_name("smk:4/"), "policy 'smk:4/': '" + expected);
  EXPECT_EQ(error_of_policy_name("smk:/4"), "policy 'smk:/4': '" + expected);
  EXPECT_EQ(error_of_policy_name("smk:4 /4"), "policy 'smk:4 /4': '4 " + expected);
  EXPECT_EQ(error_of_policy_name("smk:4,4"), "policy 'smk:4,4': '4,4" + expected);
  for (const std::string part : {"0", "-1", "nan", "inf", "1e999", "0x4", "+4", "four"}) {
    EXPECT_EQ(error_of_policy_name("smk:4/" + part), "policy 'smk:4/" + part + "': '" + part + expected);
  }
}

TEST(NamedPolicy, RefusesMoreNumbersThanThereAreThingsToSet) {
  EXPECT_EQ(error_of_policy_name("smt:1/2"), "policy 'smt:1/2': too many numbers, expected SMs of the one");
  EXPECT_EQ(error_of_policy_name("joint:1"), "policy 'joint:1': joint takes no numbers, expected its name alone");
  EXPECT_EQ(error_of_policy_name("joint:"), "policy 'joint:': joint takes no numbers, expected its name alone");
  for (const Policy* policy : policies()) {
    std::string all;
    for (const PolicyOption& option : policy->options) {
      const std::string one = option.below_most ? "0.5" : "1";
      for (std::size_t number = 0; option.words.empty() && number < option.most_numbers; ++number) {
        all += (all.empty() ? "" : "/") + one;
      }
    }
    EXPECT_EQ(error_of_policy_name(policy->name + ":" + all).empty(), !all.empty()) << policy->name;
    EXPECT_NE(error_of_policy_name(policy->name + ":" + all + "/1"), "") << policy->name;
  }
}

TEST(NamedPolicy, TakesOptionsByNameAndPrintsThemBehindAColonWhereItCan) {
  EXPECT_EQ(named_policy("smk(ctas=2/6)"), named_policy("smk:2/6"));
  EXPECT_EQ(named_policy("smk(ctas=2/6)").name(), "smk:2/6");
  EXPECT_EQ(named_policy("timeslice(slice=2,patience=0.5)").name(), "timeslice:2/0.5");
  EXPECT_EQ(named_policy("timeslice(patience=0.5,slice=2)"), named_policy("timeslice:2/0.5"));
  EXPECT_EQ(named_policy("timeslice(patience=0.5)").name(), "timeslice(patience=0.5)");
  EXPECT_EQ(named_policy("timeslice(patience=0.5)"), named_policy(named_policy("timeslice(patience=0.5)").name()));
  EXPECT_EQ(named_policy("random(orders=100000)").name(), "random:100000");
  EXPECT_EQ(named_policy("random(orders=5)").orders(), 5U);
}

TEST(NamedPolicy, AnOptionMayBeAWord) {
  EXPECT_EQ(named_policy("rr(quantum=2,preemption=save)").name(), "rr(quantum=2,preemption=save)");
  EXPECT_EQ(named_policy("rr(preemption=save)"), named_policy(named_policy("rr(preemption=save)").name()));
  EXPECT_EQ(named_policy("rr(preemption=flush)").settings.number("preemption"), 2);
  EXPECT_EQ(named_policy("rr").settings.number("preemption"), 0);
  EXPECT_EQ(named_policy("rr:2").name(), "rr:2");
  EXPECT_EQ(error_of_policy_name("rr(preemption=1)"),
            "policy 'rr(preemption=1)': '1' is no preemption, expected preemption=drain|save|flush");
  EXPECT_EQ(error_of_policy_name("rr:2/1"), "policy 'rr:2/1': too many numbers, expected quantum in ms");
  EXPECT_EQ(error_of_policy_name("srt:1"),
            "policy 'srt:1': srt takes no numbers, expected its name alone, or srt(preemption=…)");
}

TEST(NamedPolicy, WordsChooseAmongThePoliciesOfAFamily) {
  EXPECT_EQ(named_policy("flexsched(rule=latency)").policy, named_policy("flexsched-latency").policy);
  EXPECT_EQ(named_policy("flexsched(slowdown=0.1,rule=latency,window=0.4)").name(), "flexsched-latency:0.1/0.4");
  EXPECT_EQ(named_policy("flexsched-latency(rule=throughput)").name(), "flexsched");
  EXPECT_EQ(named_policy("fair(model=hsm,units=sms)").name(), "hsm-fair-smt");
  EXPECT_EQ(named_policy("fair(window=0.2)").name(), "hpsm-fair:0.2");
  EXPECT_EQ(named_policy("hsm-fair-smt(units=ctas)").name(), "hsm-fair");
  EXPECT_EQ(error_of_policy_name("flexsched(slowdown=0.1)"),
            "policy 'flexsched(slowdown=0.1)': flexsched has no option 'slowdown', expected rule=throughput|latency, "
            "window=…");
  EXPECT_EQ(error_of_policy_name("fair(model=xy)"),
            "policy 'fair(model=xy)': 'xy' is no model, expected model=hpsm|hsm, units=ctas|sms");
}

TEST(NamedPolicy, RefusesOptionsThatThereAreNot) {
  EXPECT_EQ(error_of_policy_name("smk(cta=2/6)"), "policy 'smk(cta=2/6)': smk has no option 'cta', expected ctas=…");
  EXPECT_EQ(error_of_policy_name("spart(sms=2)"),
            "policy 'spart(sms=2)': spart has no option 'sms', expected shares=…, preemption=drain|save|flush");
  EXPECT_EQ(error_of_policy_name("joint(sms=2)"),
            "policy 'joint(sms=2)': joint has no options, expected its name alone");
  EXPECT_EQ(
      error_of_policy_name("smk(ctas=2/6"),
      "policy 'smk(ctas=2/6': the ) is missing, expected NAME(OPTION=VALUE,OPTION=VALUE), in quotes where a list is "
      "cut at commas");
  EXPECT_EQ(error_of_policy_name("smk(ctas=2/6)x"),
            "policy 'smk(ctas=2/6)x': 'x' stands behind the ), expected NAME(OPTION=VALUE,OPTION=VALUE)");
  EXPECT_EQ(error_of_policy_name("fair(model=hsm,model=hpsm)"),
            "policy 'fair(model=hsm,model=hpsm)': model= stands there twice, expected it once");
  EXPECT_EQ(named_policy("smk( ctas = 2/6 )").name(), "smk:2/6");
  EXPECT_EQ(error_of_policy_name("smk(ctas=2/6,ctas=3/3)"),
            "policy 'smk(ctas=2/6,ctas=3/3)': ctas= stands there twice, expected it once");
  EXPECT_EQ(error_of_policy_name("smk(ctas=2/6/3)"),
            "policy 'smk(ctas=2/6/3)': too many numbers, expected CTAs per SM of the one, of the other");
  EXPECT_EQ(error_of_policy_name("smk(ctas)"),
            "policy 'smk(ctas)': 'ctas' has no =, expected NAME(OPTION=VALUE,OPTION=VALUE)");
}

TEST(ListedPolicies, AreCutAtCommasOutsideParentheses) {
  EXPECT_EQ(listed_policies({",neh,,si,"}), (std::vector<std::string>{"neh", "si"}));
  EXPECT_EQ(listed_policies({""}), (std::vector<std::string>{""}));
  EXPECT_EQ(listed_policies({"neh, timeslice(slice=2,patience=1) ,smk:2/6", "fifo"}),
            (std::vector<std::string>{"neh", "timeslice(slice=2,patience=1)", "smk:2/6", "fifo"}));
}

TEST(NamedPolicy, ANumberIsRefusedWhereOneOrderIsTaken) {
  EXPECT_EQ(policy_without_number("random", "why").name, "random");
  EXPECT_THROW(policy_without_number("random:5", "why"), InputError);
}

}  // namespace
}  // namespace warpshop::study
