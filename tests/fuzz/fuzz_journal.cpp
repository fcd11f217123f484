#include "tests/fuzz/fuzz_journal.hpp"

#include <sstream>

#include "sim/files/measurement_journal.hpp"
#include "sim/io/json/described_json.hpp"
#include "sim/model/validation.hpp"
#include "sim/report/described_csv.hpp"
#include "sim/report/validation_figures.hpp"
#include "sim/report/validation_table.hpp"
#include "tests/fuzz/expect.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::test {
namespace {

const std::string kKey = "0123456789abcdef";
const std::string kOther = "fedcba9876543210";

MeasuredSamples samples() {
  return {.plans = {{Millis{1.5}, Millis{1.25}}, {Millis{2}, Millis{2.5}, Millis{0.125}}},
          .rivals = {{.name = "single-queue", .samples = {Millis{3}}, .problem = ""},
                     {.name = "mps", .samples = {}, .problem = "no \"MPS\" here"}},
          .wrong = {1}};
}

const files::JournalShape kShape{.plans = 2, .samples = 3, .rivals = {"single-queue", "mps"}, .tasks = 2};

void write(const MeasuredSamples& measured) {
  Validation validation;
  validation.workload = "small";
  validation.task_names = {"a", "b"};
  validation.device = validation.backend = validation.chip = "d";
  validation.every_order = validation.checked = true;
  validation.orders = {0, 1};
  for (std::uint32_t i = 0; i < 2; ++i) {
    validation.plans.push_back({.plan = {.order = {i, 1 - i}}, .predicted = Millis{2}, .samples = measured.plans[i]});
  }
  validation.policies = {{"fifo", 0}, {"neh", 1}};
  validation.rivals = measured.rivals;
  validation.wrong = measured.wrong;
  const ValidationMetrics metrics = report::validation_metrics(validation);
  std::ostringstream json, csv, table;
  io::print(json, format::Json{}, JudgedValidation{validation, metrics});
  report::print(csv, format::Csv{}, JudgedValidation{validation, metrics});
  report::print(table, format::Table{}, JudgedValidation{validation, metrics});
  expect_json(json.str(), "a validation");
  expect_text(csv.str(), "CSV");
  expect_text(table.str(), "a table");
  for (const char* none : {"nan", "inf"}) {
    expect(csv.str().find(none) == std::string::npos, "figures that are none: " + csv.str());
  }
}

}  // namespace

bool fuzz_journal(const std::string& text) {
  static const ScratchFolder folder;
  const std::filesystem::path file = folder.write(kMutant, text);
  try {
    {
      files::MeasurementJournal journal(file);
      expect(content_of(file) == text, "a journal was changed by reading it");
      if (const MeasuredSamples* known = journal.find(kKey, kShape)) {
        write(*known);
      }
      journal.append("0000000000000001", samples());
    }
    const files::JournalShape& shape = kShape;
    expect(files::MeasurementJournal(file).find("0000000000000001", shape) != nullptr,
           "a journal that cannot be read again");
    return true;
  } catch (const InputError& error) {
    expect_place(error, file.string());
    expect(content_of(file) == text, "a file that was refused has changed");
    return false;
  }
}

std::vector<std::string> journal_seeds() {
  const std::string line = io::journal_line(kKey, samples()) + "\n";
  const std::string other = io::journal_line(kOther, {.plans = {{Millis{1}}}, .rivals = {}, .wrong = {0, 5, 7}}) + "\n";
  return {line, other + line, line + other, line + other.substr(0, other.size() / 2), "my only copy", line};
}

}  // namespace warpshop::test
