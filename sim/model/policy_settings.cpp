#include "sim/model/policy_settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "sim/model/error.hpp"

namespace warpshop {
namespace {

std::string numbers_text(const PolicyOption& option, const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) {
    text.append(text.empty() ? "" : "/").append(option.text(number));
  }
  return text;
}

}  // namespace

std::string PolicyOption::text(double number) const {
  return words.empty() ? setting_number(number) : std::string(words[static_cast<std::size_t>(number)]);
}

std::string PolicyOption::range() const {
  if (!words.empty()) {
    std::string all = "word of";
    for (const std::string_view word : words) {
      all.append(word == words.front() ? " " : ", ").append(word);
    }
    return all;
  }
  const bool is_whole = whole && most_on == nullptr;  // else the device says how many
  const std::string kind = is_whole ? "whole number" : "number";
  const bool ends = most < std::numeric_limits<double>::infinity();
  if (is_whole && ends) {
    return kind + (zero ? " from 0 to " : " from 1 to ") + setting_number(most);
  }
  return kind +
         (zero       ? " from 0 on"
          : is_whole ? " from 1 on"
                     : " above 0") +
         (ends ? (below_most ? " and below " : " and at most ") + setting_number(most) : "");
}

bool PolicyOption::takes(double number) const {
  return std::isfinite(number) && !std::signbit(number) && (zero || number > 0) &&
         (!whole || most_on != nullptr || number == std::floor(number)) &&
         (below_most ? number < most : number <= most);
}

double Settings::number(std::string_view option) const {
  const std::size_t at = position(option);
  return numbers_[at].empty() ? options_[at].otherwise.value() : numbers_[at].front();
}

std::string_view Settings::word(std::string_view option) const {
  const auto found =
      std::find_if(words_.begin(), words_.end(), [&](const PolicyWord& word) { return word.option == option; });
  return found == words_.end() ? "" : found->word;
}

std::vector<double> Settings::all() const {
  std::vector<double> all;
  for (const std::vector<double>& numbers : numbers_) {
    all.insert(all.end(), numbers.begin(), numbers.end());
  }
  return all;
}

std::vector<std::pair<std::string_view, std::vector<double>>> Settings::by_option() const {
  std::vector<std::pair<std::string_view, std::vector<double>>> set;
  for (std::size_t option = 0; option < options_.size(); ++option) {
    if (!numbers_[option].empty() && options_[option].words.empty()) {
      set.emplace_back(options_[option].name, numbers_[option]);
    }
  }
  return set;
}

bool Settings::set_in_order(std::span<const double> numbers) {
  for (std::size_t option = 0; option < options_.size() && !numbers.empty(); ++option) {
    if (!options_[option].words.empty()) {
      continue;
    }
    const auto own = numbers.first(std::min(numbers.size(), options_[option].most_numbers));
    numbers_[option].assign(own.begin(), own.end());
    numbers = numbers.subspan(own.size());
  }
  return numbers.empty();
}

std::string Settings::text() const {
  Settings in_order(options_, words_);
  const std::vector<double> numbers = all();
  if (numbers.empty()) {
    return "";
  }
  in_order.set_in_order(numbers);
  std::string text;
  for (std::size_t option = 0; option < options_.size(); ++option) {
    if (!numbers_[option].empty()) {
      text.append(text.empty() ? ":" : "/").append(numbers_text(options_[option], numbers_[option]));
    }
  }
  if (in_order == *this) {
    return text;
  }
  text.clear();
  for (std::size_t option = 0; option < options_.size(); ++option) {
    if (!numbers_[option].empty()) {
      text.append(text.empty() ? "(" : ",").append(options_[option].name).append("=");
      text += numbers_text(options_[option], numbers_[option]);
    }
  }
  return text + ')';
}

void Settings::check(std::string_view policy, const Instance& instance) const {
  const auto asked = [&] { return "policy '" + std::string(policy) + text() + "'"; };
  for (std::size_t i = 0; i < options_.size(); ++i) {
    const PolicyOption& option = options_[i];
    const std::vector<double>& own = numbers_[i];
    if (own.empty()) {
      continue;
    }
    if (option.most_on != nullptr) {
      PolicyOption here = option;
      here.most = static_cast<double>(option.most_on(instance));
      here.most_on = nullptr;
      if (own.size() < option.least_numbers ||
          !std::all_of(own.begin(), own.end(), [&](double each) { return here.takes(each); })) {
        throw InputError(
            asked() + " cannot split the SMs of this device between these kernels so, expected " +
            (own.size() == 1 && option.least_numbers == 1
                 ? "a " + here.range()
                 : std::to_string(option.least_numbers) + " whole numbers from 1 to " + setting_number(here.most)));
      }
      continue;
    }
    for (const double each : own) {
      if (!option.takes(each)) {
        throw InputError(asked() + ": " + setting_number(each) + " is no " + option.range() + ", expected " +
                         std::string(option.what));
      }
    }
  }
}

std::size_t Settings::position(std::string_view option) const {
  const auto found =
      std::find_if(options_.begin(), options_.end(), [&](const PolicyOption& each) { return each.name == option; });
  if (found == options_.end()) {
    throw std::logic_error("no policy of these has an option " + std::string(option));
  }
  return static_cast<std::size_t>(found - options_.begin());
}

std::string setting_number(double number) {
  constexpr double kInFull = 1e9;  // larger ones as 1e+10
  std::array<char, 32> text{};
  const bool in_full = std::abs(number) < kInFull && number == std::floor(number);
  const auto end = in_full ? std::to_chars(text.data(), text.data() + text.size(), static_cast<std::int64_t>(number))
                           : std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), end.ptr};
}

}  // namespace warpshop
