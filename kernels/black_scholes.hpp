#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "kernels/gpu/mark.hpp"

namespace warpshop::kernels {

/// Prices of European options on a stock that pays no dividend (BS in S5 tables 3.6 and 4.2; Black and Scholes 1973):
/// call = S·N(d1) - X·exp(-rT)·N(d2) and put = call - S + X·exp(-rT), where d1 = (ln(S/X) + (r + v²/2)·T) / (v·√T),
/// d2 = d1 - v·√T, S is the price of the stock, X the strike, T the years left, r the rate, v the volatility a year,
/// and N the normal distribution.
struct BlackScholes {
  static constexpr std::string_view kName = "black_scholes";
  static constexpr int kThreads = 256;
  static constexpr std::uint32_t kOptionsPerThread = 4;
  static constexpr std::uint32_t kOptionsPerSubtask = kThreads * kOptionsPerThread;

  struct Arguments {
    const float* price;
    const float* strike;
    const float* years;
    float* call;
    float* put;
    std::uint32_t options;
    float rate;
    float volatility;
  };
  struct Shared {};

  template <class Cta>
  static WARPSHOP_BODY void subtask(Cta& cta, Shared&, const Arguments& arguments, std::uint32_t subtask) {
    cta.threads([&](int thread) {
      for (std::uint32_t step = 0; step < kOptionsPerThread; ++step) {
        const std::uint32_t i = subtask * kOptionsPerSubtask + step * kThreads + static_cast<std::uint32_t>(thread);
        if (i < arguments.options) {
          price_option(arguments, i);
        }
      }
    });
  }

 private:
  /// Half of the other tail: no cancellation where the result is close to 0.
  static WARPSHOP_BODY float normal(float d) {
    constexpr float kSqrtHalf = 0.70710678F;
    return 0.5F * std::erfc(-kSqrtHalf * d);
  }

  static WARPSHOP_BODY void price_option(const Arguments& arguments, std::uint32_t i) {
    const float price = arguments.price[i];
    const float years = arguments.years[i];
    const float strike = arguments.strike[i];
    const float drift = arguments.rate + 0.5F * arguments.volatility * arguments.volatility;
    const float deviation = arguments.volatility * std::sqrt(years);
    const float d1 = (std::log(price / strike) + drift * years) / deviation;
    const float present_strike = strike * std::exp(-arguments.rate * years);
    const float call = price * normal(d1) - present_strike * normal(d1 - deviation);
    arguments.call[i] = call;
    arguments.put[i] = call - price + present_strike;
  }
};

}  // namespace warpshop::kernels
