#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/model/client_comparison.hpp"
#include "sim/model/client_run.hpp"
#include "sim/model/client_sweep.hpp"
#include "sim/model/client_timeline.hpp"
#include "sim/model/comparison.hpp"
#include "sim/model/job_times.hpp"
#include "sim/model/listed_devices.hpp"
#include "sim/model/metric_series.hpp"
#include "sim/model/pair_table.hpp"
#include "sim/model/placing.hpp"
#include "sim/model/recorded_replay.hpp"
#include "sim/model/run.hpp"
#include "sim/model/service.hpp"
#include "sim/model/simulation.hpp"
#include "sim/model/split_comparison.hpp"
#include "sim/model/sweep.hpp"
#include "sim/model/sweep_manifest.hpp"
#include "sim/model/validation.hpp"
#include "sim/result/field.hpp"

namespace warpshop::result {

/// A kind of result, as files and documentation know it.
struct Form {
  std::string_view name;     ///< as in `warpshop.NAME/1`
  std::string_view title;    ///< what prints it as JSON
  std::string_view command;  ///< whose CSV it is, as in docs/csv.md
  /// The columns that CSV has always had, in their order; what is described beside them stands behind. Programs that
  /// read them by number go on.
  std::string_view first_columns;
  std::vector<Node> nodes = {};
};

/// A result with what is described of it: what writes a format sees no more than this. See AnyField.
struct Described {
  const Form& form;
  const std::vector<AnyField>& fields;
  const void* result;
  std::vector<std::string> names = {};  ///< of the columns of a list that is kNamed

  Value get(std::size_t field, Medium medium) const { return fields[field].value(result, medium); }
  std::size_t count(std::size_t field) const { return fields[field].count(result); }
  void elements(std::size_t field, std::size_t first, std::size_t end, Medium medium, const Take& take) const {
    fields[field].elements(result, first, end, medium, take);
  }
  /// All elements of a list of objects.
  void each(std::size_t field, Medium medium, const Take& take) const {
    elements(field, 0, count(field), medium, take);
  }
};

template <class Result>
class Kind {
 public:
  /// Names of columns, see Described; null: there are none.
  using Names = std::vector<std::string> (*)(const Result&);
  Kind(Form form, const Fields<Result>& fields, Names names = nullptr)
      : form_{std::move(form)}, fields_{fields}, names_{names} {
    form_.nodes = fields_.nodes();
  }
  const Form& form() const { return form_; }
  const Fields<Result>& fields() const { return fields_; }
  /// result outlives what is returned.
  Described describe(const Result& result) const {
    return {.form = form_,
            .fields = fields_.all(),
            .result = &result,
            .names = names_ != nullptr ? names_(result) : std::vector<std::string>{}};
  }

 private:
  Form form_;
  Fields<Result> fields_;
  Names names_;
};

/// A column of CSV.
struct Column {
  std::string name;
  const Node* node = nullptr;
  std::size_t cell = 0;  ///< which of a line's cells it is, as they are described: a list of columns may have one alone
};

/// In the order in which a line has them. names: of those of a list that is kNamed; it has one column without.
std::vector<Column> columns_of(const Form& form, const std::vector<std::string>& names = {});

/// The list that CSV has a line for each of; null: one line for the whole.
const Node* rows_of(const std::vector<Node>& nodes);

/// A simulation, with what is worked out of it once.
struct TimedSimulation {
  const Simulation& of;
  std::vector<TaskTimes> times;  ///< by position
  std::size_t due = 0;           ///< how many tasks have a due date
};

/// A cell of a sweep.
struct CellRow {
  const Sweep& in;
  const SweepCell& of;
};

/// Single results of a sweep.
struct SweepRows {
  const SweepManifest& manifest;
  std::span<const SweepPoint> points;
};

// What is described of each kind of result.
const Kind<Comparison>& kind_of(const Comparison* /*of*/);
const Kind<ClientComparison>& kind_of(const ClientComparison* /*of*/);
const Kind<ClientRunResult>& kind_of(const ClientRunResult* /*of*/);
const Kind<ClientSweep>& kind_of(const ClientSweep* /*of*/);
const Kind<ClientTimeline>& kind_of(const ClientTimeline* /*of*/);
const Kind<ImportedSeries>& kind_of(const ImportedSeries* /*of*/);
const Kind<ListedDevices>& kind_of(const ListedDevices* /*of*/);
const Kind<PairTable>& kind_of(const PairTable* /*of*/);
const Kind<Placing>& kind_of(const Placing* /*of*/);
const Kind<RecordedReplay>& kind_of(const RecordedReplay* /*of*/);
const Kind<Run>& kind_of(const Run* /*of*/);
const Kind<Service>& kind_of(const Service* /*of*/);
const Kind<SplitComparison>& kind_of(const SplitComparison* /*of*/);
const Kind<TimedSimulation>& kind_of(const Simulation* /*of*/);
const Kind<Sweep>& kind_of(const Sweep* /*of*/);
const Kind<SweepRows>& kind_of(const SweepRows* /*of*/);
const Kind<JudgedValidation>& kind_of(const JudgedValidation* /*of*/);
const Kind<CellRow>& kind_of(const CellRow* /*of*/);  ///< part of a sweep, for tables

/// All of them.
std::vector<const Form*> forms();

/// What the description of a kind reads: the result, or it with what is worked out once.
template <class Result>
const Result& viewed(const Result& result) {
  return result;
}

TimedSimulation viewed(const Simulation& simulation);

template <class Result>
concept HasKind = requires(const Result* of) {
  kind_of(of);
};

}  // namespace warpshop::result
