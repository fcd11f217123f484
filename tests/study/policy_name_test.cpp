#include "sim/study/policy_name.hpp"

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

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
  EXPECT_FALSE(named_policy("random").orders);
  EXPECT_EQ(named_policy("random:1000").policy->name, "random");
  EXPECT_EQ(named_policy("random:1000").orders, 1000U);
  EXPECT_EQ(named_policy("random:1000").name(), "random:1000");
  EXPECT_EQ(named_policy("random:1000000").orders, kMostRandomOrders);
}

TEST(NamedPolicy, RefusesWhatIsNoNumberOfOrders) {
  for (const std::string number : {"", "0", "-1", "1.5", "1000001", "1e3", " 5", "5 ", "99999999999999999999"}) {
    EXPECT_EQ(error_of_policy_name("random:" + number),
              "policy 'random:" + number +
                  "' does not say how many orders, expected random:N with a whole number "
                  "N from 1 to 1000000");
  }
  EXPECT_EQ(error_of_policy_name("neh:3"),
            "policy 'neh:3': neh plans one order, expected a number behind random alone");
  EXPECT_TRUE(error_of_policy_name("rnd:3").starts_with("unknown policy 'rnd', expected one of: "));
}

TEST(NamedPolicy, ANumberIsRefusedWhereOneOrderIsTaken) {
  EXPECT_EQ(policy_without_number("random", "why").name, "random");
  EXPECT_THROW(policy_without_number("random:5", "why"), InputError);
}

}  // namespace
}  // namespace warpshop::study
