#include "sim/study/policy_name.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/error.hpp"
#include "sim/order/fleet/fleet_plan.hpp"
#include "sim/study/all_policies.hpp"

namespace warpshop::study {
namespace {

/// The texts between a separator.
std::vector<std::string_view> cut_at(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    if (end == text.size()) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

std::string_view without_spaces(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

/// What stands behind a policy's name.
class NameReader {
 public:
  explicit NameReader(const std::string& text) : text_(text) {}

  NamedPolicy read() {
    const std::size_t end = std::min(text_.find_first_of(":("), text_.size());
    policy_ = &find_policy(text_.substr(0, end));
    settings_ = policy_->settings();
    if (end < text_.size()) {
      const std::string_view rest = std::string_view(text_).substr(end + 1);
      text_[end] == ':' ? read_in_order(rest) : read_options(rest);
    }
    return {.policy = policy_, .settings = settings_};
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { throw InputError("policy '" + text_ + "': " + what); }

  double number_of(std::string_view part, const PolicyOption& option, const std::string& expected) const {
    if (const auto word = std::find(option.words.begin(), option.words.end(), part); word != option.words.end()) {
      return static_cast<double>(word - option.words.begin());
    }
    if (!option.words.empty()) {
      refuse(
          fmt::format("'{}' is no {}, expected {}={}", part, option.name, option.name, fmt::join(option.words, "|")));
    }
    double value = 0;
    const char* const end = part.data() + part.size();
    const auto format = policy_->draws ? std::chars_format::fixed : std::chars_format::general;
    const auto read = std::from_chars(part.data(), end, value, format);
    if (read.ec != std::errc() || read.ptr != end || !option.takes(value)) {
      refuse(fmt::format("'{}' is no {}, expected {}", part, option.range(), expected));
    }
    return value;
  }

  void read_in_order(std::string_view text) {
    std::vector<const PolicyOption*> places;
    for (const PolicyOption& option : policy_->options) {
      places.insert(places.end(), option.words.empty() ? option.most_numbers : 0, &option);
    }
    if (places.empty()) {
      refuse(policy_->name + " takes no numbers, expected its name alone" +
             (policy_->options.empty() ? "" : fmt::format(", or {}({}=…)", policy_->name, policy_->options[0].name)));
    }
    const std::string expected = numbers_text(*policy_) + (places.size() > 1 ? ", with / between them" : "");
    std::vector<double> numbers;
    for (const std::string_view part : cut_at(text, '/')) {
      numbers.push_back(number_of(part, *places[std::min(numbers.size(), places.size() - 1)], expected));
    }
    if (!settings_.set_in_order(numbers)) {
      refuse("too many numbers, expected " + expected);
    }
  }

  void read_options(std::string_view text) {
    const std::string expected = "expected NAME(OPTION=VALUE,OPTION=VALUE)";
    const std::size_t end = text.find(')');
    if (end == std::string_view::npos) {
      refuse("the ) is missing, " + expected + ", in quotes where a list is cut at commas");
    }
    if (end + 1 < text.size()) {
      refuse(fmt::format("'{}' stands behind the ), {}", text.substr(end + 1), expected));
    }
    std::vector<PolicyWord> numbers;  // options with what is no word
    std::vector<std::string_view> seen;
    for (const std::string_view item : cut_at(text.substr(0, end), ',')) {
      const std::size_t equals = item.find('=');
      if (equals == std::string_view::npos) {
        refuse(fmt::format("'{}' has no =, {}", item, expected));
      }
      const PolicyWord given{without_spaces(item.substr(0, equals)), without_spaces(item.substr(equals + 1))};
      if (std::find(seen.begin(), seen.end(), given.option) != seen.end()) {
        refuse(std::string(given.option) + "= stands there twice, expected it once");
      }
      seen.push_back(given.option);
      const bool is_word = std::any_of(policy_->words.begin(), policy_->words.end(),
                                       [&](const PolicyWord& word) { return word.option == given.option; });
      is_word ? go_by(given) : numbers.push_back(given);
    }
    settings_ = policy_->settings();
    for (const PolicyWord& given : numbers) {
      set(given);
    }
  }

  /// From now on it is the policy of the family that differs in this word alone.
  void go_by(const PolicyWord& given) {
    std::vector<PolicyWord> wanted = policy_->words;
    for (PolicyWord& word : wanted) {
      word = word.option == given.option ? given : word;
    }
    const auto found = std::find_if(policies().begin(), policies().end(), [&](const Policy* each) {
      return each->family == policy_->family && each->words == wanted;
    });
    if (found == policies().end()) {
      refuse(
          fmt::format("'{}' is no {}, expected {}", given.word, given.option, fmt::join(words_text(*policy_), ", ")));
    }
    policy_ = *found;
  }

  void set(const PolicyWord& given) {
    const auto option = std::find_if(policy_->options.begin(), policy_->options.end(),
                                     [&](const PolicyOption& each) { return each.name == given.option; });
    if (option == policy_->options.end()) {
      refuse_option(given.option);
    }
    std::vector<double> numbers;
    for (const std::string_view part : cut_at(given.word, '/')) {
      numbers.push_back(number_of(part, *option, std::string(option->what)));
    }
    if (numbers.size() > option->most_numbers) {
      refuse("too many numbers, expected " + std::string(option->what));
    }
    settings_.set(option->name, std::move(numbers));
  }

  [[noreturn]] void refuse_option(std::string_view name) const {
    std::vector<std::string> known = words_text(*policy_);
    for (const PolicyOption& option : policy_->options) {
      known.push_back(fmt::format("{}={}", option.name,
                                  option.words.empty() ? "…" : fmt::format("{}", fmt::join(option.words, "|"))));
    }
    refuse(known.empty()
               ? policy_->name + " has no options, expected its name alone"
               : fmt::format("{} has no option '{}', expected {}", policy_->name, name, fmt::join(known, ", ")));
  }

  const std::string& text_;
  const Policy* policy_ = nullptr;
  Settings settings_;
};

}  // namespace

std::optional<std::size_t> NamedPolicy::orders() const {
  return policy->draws && !settings.empty() ? std::optional(static_cast<std::size_t>(settings.all().front()))
                                            : std::nullopt;
}

NamedPolicy named_policy(const std::string& text) {
  return NameReader(text).read();
}

std::vector<std::string> listed_policies(const std::vector<std::string>& lists) {
  std::vector<std::string> names;
  for (const std::string& list : lists) {
    names.emplace_back();
    int open = 0;
    for (const char character : list) {
      open += character == '(' ? 1 : character == ')' ? -1 : 0;
      if (character == ',' && open < 1) {
        names.emplace_back();
      } else {
        names.back() += character;
      }
    }
  }
  for (std::string& name : names) {
    name.erase(0, std::min(name.find_first_not_of(' '), name.size()));
    name.erase(name.find_last_not_of(' ') + 1);
  }
  if (std::any_of(names.begin(), names.end(), [](const std::string& name) { return !name.empty(); })) {
    std::erase(names, "");
  }
  return names;
}

std::string numbers_text(const Policy& policy) {
  std::string text;
  for (const PolicyOption& option : policy.options) {
    if (option.words.empty()) {
      text.append(text.empty() ? "" : ", then ").append(option.what);
    }
  }
  return text;
}

std::vector<std::string> words_text(const Policy& policy) {
  std::vector<std::string> text;
  for (const PolicyWord& own : policy.words) {
    std::vector<std::string_view> words;
    for (const Policy* each : policies()) {
      for (const PolicyWord& word : each->words) {
        const bool is_known = std::find(words.begin(), words.end(), word.word) != words.end();
        if (each->family == policy.family && word.option == own.option && !is_known) {
          words.push_back(word.word);
        }
      }
    }
    text.push_back(fmt::format("{}={}", own.option, fmt::join(words, "|")));
  }
  return text;
}

void check_one_kernel_at_a_time(const Policy& policy) {
  if (policy.sharing) {
    throw InputError("policy " + policy.name +
                     " lets kernels share the GPU, which this command does not, expected one that runs one kernel at a "
                     "time");
  }
}

const Policy& policy_without_number(const std::string& text, const std::string& instead) {
  const NamedPolicy named = named_policy(text);
  check_one_kernel_at_a_time(*named.policy);
  if (named.orders()) {
    throw InputError("policy '" + text + "': " + instead + ", expected " + named.policy->name);
  }
  return *named.policy;
}

Planned plan_of(const NamedPolicy& named, const Fleet& fleet, const order::Dealt& dealt, const PlanOptions& options) {
  const Policy& policy = *named.policy;
  if (!policy.shares_as.empty() && fleet.single() && fleet.tasks().co_run) {
    return find_policy(policy.shares_as).plan(fleet.devices.front(), options);
  }
  if (!policy.sharing) {
    return order::plan(policy, fleet, dealt, options);
  }
  PlanOptions own = options;
  own.settings = named.settings;
  if (!policy.sharing->starts_from.empty()) {
    own.starts.push_back(order::plan(find_policy(policy.sharing->starts_from), fleet, dealt, options).plan);
  }
  return policy.plan(fleet.devices.front(), own);
}

}  // namespace warpshop::study
