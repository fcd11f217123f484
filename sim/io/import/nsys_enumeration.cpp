#include "sim/io/import/nsys_enumeration.hpp"

#include <algorithm>

#include "sim/io/import/nsys_table.hpp"

namespace warpshop::io {

NsysEnumeration::NsysEnumeration(const SqliteFile& file, std::string_view table,
                                 std::initializer_list<std::pair<std::int64_t, std::string_view>> known) {
  NsysTable rows(file, table, {"id", "name"});
  while (rows.next()) {
    const std::optional<std::int64_t> value = rows.integer(0);
    const std::optional<std::string_view> name = rows.text(1);
    if (value && name) {
      const auto* const meaning =
          std::find_if(known.begin(), known.end(), [&](const auto& one) { return name->ends_with(one.second); });
      meanings_[*value] = meaning == known.end() ? kUnknown : meaning->first;
    }
  }
}

NsysEnumeration copy_kinds(const SqliteFile& file) {
  const auto number = [](NsysCopy kind) { return static_cast<std::int64_t>(kind); };
  return {file,
          "ENUM_CUDA_MEMCPY_OPER",
          {{number(NsysCopy::htod), "KIND_HTOD"},
           {number(NsysCopy::dtoh), "KIND_DTOH"},
           {number(NsysCopy::htoa), "KIND_HTOA"},
           {number(NsysCopy::atoh), "KIND_ATOH"},
           {number(NsysCopy::atoa), "KIND_ATOA"},
           {number(NsysCopy::atod), "KIND_ATOD"},
           {number(NsysCopy::dtoa), "KIND_DTOA"},
           {number(NsysCopy::dtod), "KIND_DTOD"},
           {number(NsysCopy::htoh), "KIND_HTOH"},
           {number(NsysCopy::ptop), "KIND_PTOP"},
           {number(NsysCopy::unified_htod), "KIND_UVM_HTOD"},
           {number(NsysCopy::unified_dtoh), "KIND_UVM_DTOH"},
           {number(NsysCopy::unified_dtod), "KIND_UVM_DTOD"}}};
}

NsysEnumeration memory_kinds(const SqliteFile& file) {
  if (is_of_nvprof(file)) {
    return NsysEnumeration::counted_from_one();
  }
  return {file,
          "ENUM_CUDA_MEM_KIND",
          {{0, "KIND_PAGEABLE"},
           {1, "KIND_PINNED"},
           {2, "KIND_DEVICE"},
           {3, "KIND_ARRAY"},
           {4, "KIND_MANAGED"},
           {5, "KIND_DEVICE_STATIC"},
           {6, "KIND_MANAGED_STATIC"}}};
}

NsysEnumeration synchronisation_kinds(const SqliteFile& file) {
  return {file,
          "ENUM_CUPTI_SYNC_TYPE",
          {{1, "TYPE_EVENT_SYNCHRONIZE"},
           {2, "TYPE_STREAM_WAIT_EVENT"},
           {3, "TYPE_STREAM_SYNCHRONIZE"},
           {4, "TYPE_CONTEXT_SYNCHRONIZE"}}};
}

}  // namespace warpshop::io
