#include "sim/io/measurement_journal.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "warpshop.journal/1";

Json milliseconds(const std::vector<Millis>& times) {
  Json json = Json::array();
  for (const Millis time : times) {
    json.push_back(time.count());
  }
  return json;
}

std::vector<Millis> times(const Json& json) {
  std::vector<Millis> times;
  for (const Json& time : json) {
    times.emplace_back(time.get<double>());
  }
  return times;
}

Json to_json(const std::string& key, const MeasuredSamples& samples) {
  Json plans = Json::array();
  for (const auto& plan : samples.plans) {
    plans.push_back(milliseconds(plan));
  }
  Json rivals = Json::array();
  for (const Rival& rival : samples.rivals) {
    rivals.push_back({{"name", rival.name}, {"samples_ms", milliseconds(rival.samples)}, {"problem", rival.problem}});
  }
  return {{"schema", kSchema},
          {"key", key},
          {"plans_ms", std::move(plans)},
          {"rivals", std::move(rivals)},
          {"wrong", samples.wrong}};
}

/// Throws Json::exception.
std::pair<std::string, MeasuredSamples> from_json(const Json& json) {
  MeasuredSamples samples;
  for (const Json& plan : json.at("plans_ms")) {
    samples.plans.push_back(times(plan));
  }
  for (const Json& rival : json.at("rivals")) {
    samples.rivals.push_back(
        {.name = rival.at("name"), .samples = times(rival.at("samples_ms")), .problem = rival.at("problem")});
  }
  samples.wrong = json.at("wrong").get<std::vector<std::size_t>>();
  return {json.at("key"), std::move(samples)};
}

}  // namespace

MeasurementJournal::MeasurementJournal(std::filesystem::path file) : file_(std::move(file)) {
  std::ofstream writable(file_, std::ios::app | std::ios::binary);
  if (!writable) {
    throw InputError(
        file_.string(), {},
        fmt::format("cannot be written ({}), expected a file in a folder that can be written", std::strerror(errno)));
  }
  writable.close();
  std::ifstream in(file_, std::ios::binary);
  std::string line;
  std::uintmax_t whole = 0;
  for (std::uint32_t number = 1; std::getline(in, line); ++number) {
    if (in.eof()) {  // no line end: cut short
      break;
    }
    try {
      const Json json = Json::parse(line);
      if (json.at("schema") != kSchema) {
        throw std::runtime_error("another schema");
      }
      known_.insert(from_json(json));
    } catch (const std::exception&) {
      throw InputError(file_.string(), {.line = number, .column = 1},
                       fmt::format("not a line of a journal, expected one with schema {}", kSchema));
    }
    whole += line.size() + 1;
  }
  in.close();
  if (whole < std::filesystem::file_size(file_)) {
    std::filesystem::resize_file(file_, whole);
  }
}

const MeasuredSamples* MeasurementJournal::find(const std::string& key) const {
  const auto found = known_.find(key);
  return found == known_.end() ? nullptr : &found->second;
}

void MeasurementJournal::append(const std::string& key, const MeasuredSamples& samples) {
  std::ofstream out(file_, std::ios::app | std::ios::binary);
  out << to_json(key, samples).dump() + '\n' << std::flush;
  if (!out) {
    throw std::runtime_error(file_.string() + ": cannot be written");
  }
  known_[key] = samples;
}

std::string journal_key(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace warpshop::io
