#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "sim/io/import/nsys_ids.hpp"
#include "sim/io/import/sqlite_file.hpp"
#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// What calls with streams and events are about, of which the table of calls itself says nothing: from the tables of
/// synchronisations and of recorded events, where an export has them.
class NsysSynchronisation {
 public:
  /// Throws InputError.
  NsysSynchronisation(const SqliteFile& file, NsysIds& ids);

  /// Fills stream, event, record and awaited_stream, as far as they are recorded and mean something for its kind.
  void complete(RecordedCall& call) const;

 private:
  struct Detail {
    std::optional<std::uint64_t> stream, event, record, awaited_stream;
  };

  std::unordered_map<std::uint64_t, Detail> records_;  ///< by correlation
  std::unordered_map<std::uint64_t, Detail> waits_;    ///< by correlation
};

}  // namespace warpshop::io
