#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "sim/io/import/sqlite_file.hpp"

namespace warpshop::io {

/// Values of one of Nsight's enumerations. Their numbers have not been the same in all versions; exports say what they
/// mean in tables ENUM_…, older ones have none.
class NsysEnumeration {
 public:
  static constexpr std::int64_t kUnknown = -1;

  /// `known`: numbers, as documented for exports without that table, and how the names end there that mean the same.
  NsysEnumeration(const SqliteFile& file, std::string_view table,
                  std::initializer_list<std::pair<std::int64_t, std::string_view>> known);

  /// Of an export whose numbers are all larger by one, as CUPTI's of memory are, where 0 is unknown.
  static NsysEnumeration counted_from_one() {
    NsysEnumeration kinds;
    kinds.first_ = 1;
    return kinds;
  }

  /// The documented number of what a value means; kUnknown for a value whose name is not known. A value that has no
  /// name in the export is taken to be a documented number.
  std::int64_t documented(std::int64_t value) const {
    const auto found = meanings_.find(value);
    return found != meanings_.end() ? found->second : value >= first_ ? value - first_ : kUnknown;
  }

 private:
  NsysEnumeration() = default;

  std::int64_t first_ = 0;
  std::unordered_map<std::int64_t, std::int64_t> meanings_;
};

/// CUDA_MEMCPY_KIND of copies.
enum class NsysCopy : std::uint8_t {
  unknown,
  htod,
  dtoh,
  htoa,
  atoh,
  atoa,
  atod,
  dtoa,
  dtod,
  htoh,
  ptop,
  unified_htod,
  unified_dtoh,
  unified_dtod
};
NsysEnumeration copy_kinds(const SqliteFile& file);
/// CUDA_MEMOPR_MEMORY_KIND: 0 pageable, 1 pinned, 2 device, 3 array, 4 managed, 5 and 6 static ones of both, 7 unknown.
/// nvprof has CUPTI's numbers (CUpti_ActivityMemoryKind): 1 pageable, 2 pinned, 3 device, …, 0 unknown.
NsysEnumeration memory_kinds(const SqliteFile& file);
/// CUpti_ActivitySynchronizationType: 1 a thread waits for an event, 2 a stream does; 3 a thread waits for a stream,
/// 4 for a context.
NsysEnumeration synchronisation_kinds(const SqliteFile& file);

}  // namespace warpshop::io
