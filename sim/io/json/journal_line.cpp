#include "sim/io/json/journal_line.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/json/json_parts.hpp"
#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {
namespace {

constexpr const char* kSchema = "warpshop.journal/1";
constexpr int kDeepestInLine = 8;
constexpr double kShortestSample = 1e-9;  // milliseconds: no clock sees less
constexpr double kLongestSample = 1e15;   // milliseconds, as long as anything that a file may say

/// Takes a line apart; what it says of a mistake names the key, and stands where the key does.
/// (What reads YAML here would not do: yaml-cpp refuses the surrogate pairs of JSON, and takes seconds for a long
/// line.)
class JournalLineReader {
 public:
  JournalLineReader(std::string_view line, const std::string& file, std::uint32_t number)
      : line_(line), file_(file), number_(number) {}

  std::pair<std::string, MeasuredSamples> read() {
    const Json json = parsed();
    if (!json.is_object() || !json.contains("schema") || json["schema"] != kSchema) {
      refuse(0, fmt::format("not a line of a journal, expected one with schema {}", kSchema));
    }
    check_keys(json, {"schema", "key", "plans_ms", "rivals", "wrong"});
    MeasuredSamples samples;
    for (const Json& plan : list(json, "plans_ms")) {
      samples.plans.push_back(times(plan, "plans_ms"));
      if (samples.plans.back().empty()) {
        refuse_value("plans_ms", "holds an empty list", "samples of each plan");
      }
    }
    if (samples.plans.empty()) {
      refuse_value("plans_ms", "is an empty list", "samples of at least one plan");
    }
    for (const Json& rival : list(json, "rivals")) {
      samples.rivals.push_back(rival_of(rival));
    }
    samples.wrong = positions(json);
    return {key_of(json), std::move(samples)};
  }

 private:
  Json parsed() {
    try {
      return Json::parse(line_, [this](int depth, Json::parse_event_t event, Json& value) {
        if (depth > kDeepestInLine) {
          refuse(
              0,
              "nested too deeply, expected a line of a journal");  // each level takes a frame where values are copied
        }
        if (event == Json::parse_event_t::object_start) {
          keys_.emplace_back();
        } else if (event == Json::parse_event_t::object_end) {
          keys_.pop_back();
        } else if (event == Json::parse_event_t::key && !keys_.back().insert(value.get<std::string>()).second) {
          refuse_value(value.get<std::string>(), "stands here twice", "it once");
        }
        return true;
      });
    } catch (const Json::parse_error& error) {
      refuse(error.byte > 0 ? error.byte - 1 : 0,
             fmt::format("not a line of a journal, expected one with schema {}", kSchema));
    } catch (const Json::exception&) {
      refuse(0, fmt::format("a number is out of range, expected a line of a journal with schema {}", kSchema));
    }
  }

  /// Columns count characters, from 1.
  [[noreturn]] void refuse(std::size_t byte, const std::string& what) const {
    const auto before = static_cast<std::uint32_t>(character_count(line_.substr(0, byte)));
    throw InputError(file_, {.line = number_, .column = before + 1}, what);
  }

  [[noreturn]] void refuse_value(const std::string& key, std::string_view what, std::string_view expected) const {
    const std::size_t position = line_.find('"' + key + '"');
    refuse(position == std::string_view::npos ? 0 : position, fmt::format("'{}' {}, expected {}", key, what, expected));
  }

  void check_keys(const Json& json, std::initializer_list<std::string_view> known) const {
    for (const auto& [key, value] : json.items()) {
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        refuse_value(key, "is an unknown key", fmt::format("one of: {}", fmt::join(known, ", ")));
      }
    }
    for (const std::string_view key : known) {
      if (!json.contains(std::string{key})) {
        refuse(0, fmt::format("a line without {}, expected it here", key));
      }
    }
  }

  const Json& list(const Json& json, const std::string& key) const {
    if (!json[key].is_array()) {
      refuse_value(key, "is no list", "a list");
    }
    return json[key];
  }

  std::string text(const Json& json, const std::string& key) const {
    if (!json[key].is_string()) {
      refuse_value(key, "is no text", "text");
    }
    return json[key];
  }

  std::vector<Millis> times(const Json& json, const std::string& key) const {
    if (!json.is_array()) {
      refuse_value(key, "holds what is no list", "lists of samples");
    }
    std::vector<Millis> times;
    for (const Json& time : json) {
      const double value = time.is_number() ? time.get<double>() : 0;
      if (!(value >= kShortestSample && value <= kLongestSample)) {
        refuse_value(key, fmt::format("holds {}", shortened(json_text(time))), "milliseconds from 1e-9 to 1e15");
      }
      times.emplace_back(value);
    }
    return times;
  }

  Rival rival_of(const Json& json) const {
    if (!json.is_object()) {
      refuse_value("rivals", "holds what is no map", "maps with name, samples_ms and problem");
    }
    check_keys(json, {"name", "samples_ms", "problem"});
    Rival rival{.name = text(json, "name"),
                .samples = times(list(json, "samples_ms"), "samples_ms"),
                .problem = text(json, "problem")};
    if (rival.samples.empty() == rival.problem.empty()) {
      refuse_value("rivals",
                   fmt::format("holds {} with {}", shortened(rival.name),
                               rival.samples.empty() ? "neither samples nor a problem" : "both samples and a problem"),
                   "one of them");
    }
    return rival;
  }

  std::vector<std::size_t> positions(const Json& json) const {
    std::vector<std::size_t> positions;
    for (const Json& position : list(json, "wrong")) {
      const bool is_position = position.is_number_unsigned() && position.get<std::uint64_t>() < kMostTasks;
      if (!is_position || (!positions.empty() && position.get<std::size_t>() <= positions.back())) {
        refuse_value("wrong", fmt::format("holds {}", shortened(json_text(position))),
                     "positions of tasks from 0, each above the one before");
      }
      positions.push_back(position.get<std::size_t>());
    }
    return positions;
  }

  std::string key_of(const Json& json) const {
    constexpr std::size_t kDigits = 16;
    std::string key = text(json, "key");
    if (key.size() != kDigits || key.find_first_not_of("0123456789abcdef") != std::string::npos) {
      refuse_value("key", "is not the key of a workload", "16 hexadecimal digits");
    }
    return key;
  }

  static std::string shortened(const std::string& text) {
    constexpr std::size_t kLongest = 40;
    return text.size() <= kLongest ? text : printable(text.substr(0, kLongest)) + "…";
  }

  std::string_view line_;
  const std::string& file_;
  std::uint32_t number_;
  std::vector<std::set<std::string>> keys_;  ///< of the objects that are open
};

}  // namespace

std::string journal_line(const std::string& key, const MeasuredSamples& samples) {
  const auto rival_json = [](const Rival& rival) -> Json {
    return {{"name", rival.name}, {"samples_ms", rival.samples}, {"problem", rival.problem}};
  };
  return json_text({{"schema", kSchema},
                    {"key", key},
                    {"plans_ms", samples.plans},
                    {"rivals", list_of(samples.rivals, rival_json)},
                    {"wrong", samples.wrong}});
}

bool is_cut_journal_line(std::string_view line, bool behind_others) {
  return !Json::accept(line) &&
         (line.starts_with(kJournalOpening) || (behind_others && kJournalOpening.starts_with(line)));
}

std::pair<std::string, MeasuredSamples> parse_journal_line(std::string_view line, const std::string& file,
                                                           std::uint32_t number) {
  return JournalLineReader(line, file, number).read();
}

}  // namespace warpshop::io
