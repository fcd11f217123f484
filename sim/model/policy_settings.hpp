#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpshop {

struct Instance;

/// Where a search for what clients need looks for a number: low, low + coarse, … high first, then in steps of `fine`.
struct SearchRange {
  double low = 0, high = 0, coarse = 0, fine = 0;  ///< 0 < low < high
  bool percent_of_sms = false;                     ///< rounded down to whole SMs, at least one: no others are tried
  bool of_all_sms =
      false;  ///< only their ratios count: whole SMs of all that there are are tried, as many as steps in %
};

/// Numbers that a user may set of a policy. Parsing, printing, help and errors follow from this.
struct PolicyOption {
  std::string_view name;  ///< as in `smk(ctas=2/6)`
  std::string_view what;  ///< what the numbers are, with their unit: `window in ms`
  std::size_t least_numbers = 1;
  std::size_t most_numbers = 1;  ///< with / between them
  bool zero = false;             ///< is a number as well; else they are above 0
  bool whole = false;
  double most = std::numeric_limits<double>::infinity();
  bool below_most = false;                                      ///< `most` itself is too much
  std::int64_t (*most_on)(const Instance& instance) = nullptr;  ///< that of whole numbers, where the device says it
  std::optional<double> otherwise = {};                         ///< where it is not set; nothing: the policy chooses
  std::span<const std::string_view> words = {};  ///< what users write for 0, 1, …; empty: the numbers themselves
  bool assumed = false;                          ///< what it is where it is not set is usual, nobody publishes it
  std::optional<SearchRange> search = {};        ///< one a client, see study::search_setting()

  /// `a whole number from 1 to 1024`, or `a word of drain, save`, without the article.
  std::string range() const;
  bool takes(double number) const;
  /// One that it takes, as users write it.
  std::string text(double number) const;
};

/// The option of those that choose how CTAs leave: Leaving, without `swap`.
inline constexpr std::string_view kPreemption = "preemption";

/// Which of several rules a policy goes by: `latency` of the option `rule`.
struct PolicyWord {
  std::string_view option;
  std::string_view word;
  friend bool operator==(const PolicyWord&, const PolicyWord&) = default;
};

/// What has been set of a policy's options, by a user or a search.
class Settings {
 public:
  Settings() = default;
  /// Nothing is set of them. Both outlive it.
  explicit Settings(std::span<const PolicyOption> options, std::span<const PolicyWord> words = {})
      : options_(options), words_(words), numbers_(options.size()) {}

  std::span<const PolicyOption> options() const { return options_; }
  /// Nothing has been set.
  bool empty() const { return all().empty(); }
  bool is_set(std::string_view option) const { return !numbers(option).empty(); }
  /// As set; empty: they are not. Throws std::logic_error: the policy has no such option.
  const std::vector<double>& numbers(std::string_view option) const { return numbers_[position(option)]; }
  /// The first of them, or what stands for it where none is set.
  double number(std::string_view option) const;
  std::string_view word(std::string_view option) const;
  /// All that are set, in the order of the options: `4/4` of `smk:4/4`.
  std::vector<double> all() const;
  /// The options of numbers that are set, in their order, with these.
  std::vector<std::pair<std::string_view, std::vector<double>>> by_option() const;

  void set(std::string_view option, std::vector<double> numbers) { numbers_[position(option)] = std::move(numbers); }
  /// Numbers behind a name: the first option of numbers has as many as it takes, then the next. False: there are too
  /// many.
  bool set_in_order(std::span<const double> numbers);

  /// As users write it behind a name: `:2/6`, or `(patience=1)` where an option is set behind one that is not.
  std::string text() const;

  /// Throws InputError: numbers that the options do not take, on this device. policy: its name.
  void check(std::string_view policy, const Instance& instance) const;

  friend bool operator==(const Settings& one, const Settings& other) {
    return one.numbers_ == other.numbers_ || (one.empty() && other.empty());
  }

 private:
  std::size_t position(std::string_view option) const;

  std::span<const PolicyOption> options_;
  std::span<const PolicyWord> words_;
  std::vector<std::vector<double>> numbers_;  ///< by option
};

/// As users set it behind the name of a policy: `60`, `0.3`.
std::string setting_number(double number);

}  // namespace warpshop
