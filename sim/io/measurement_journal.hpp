#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "sim/model/units.hpp"
#include "sim/model/validation.hpp"

namespace warpshop::io {

/// What measuring one workload gave.
struct MeasuredSamples {
  std::vector<std::vector<Millis>> plans;  ///< makespans, by plan
  std::vector<Rival> rivals;
  std::vector<std::size_t> wrong;  ///< positions of tasks with wrong results
};

/// A file that keeps what was measured, workload by workload, so that a run that was interrupted goes on where it was:
/// a line `warpshop.journal/1` each, appended as a whole. A last line that an interruption cut short is taken off.
class MeasurementJournal {
 public:
  /// Reads the file if there is one. Throws InputError: it cannot be read or written, a line that is none (with its
  /// number).
  explicit MeasurementJournal(std::filesystem::path file);

  /// What was measured under that key; nullptr: nothing yet.
  const MeasuredSamples* find(const std::string& key) const;
  /// Keeps it. Throws std::runtime_error if it cannot be written.
  void append(const std::string& key, const MeasuredSamples& samples);

 private:
  std::filesystem::path file_;
  std::map<std::string, MeasuredSamples> known_;
};

/// A key of 16 hexadecimal digits for a text: 64 bits of FNV-1a.
std::string journal_key(const std::string& text);

}  // namespace warpshop::io
