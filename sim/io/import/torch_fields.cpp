#include <algorithm>
#include <array>
#include <utility>

#include "sim/io/import/torch_event.hpp"

namespace warpshop::io {
namespace {

template <class Value, std::size_t kCount>
Value value_of(const std::array<std::pair<std::string_view, Value>, kCount>& table, std::string_view key,
               Value otherwise) {
  const auto* const found =
      std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.first == key; });
  return found == table.end() ? otherwise : found->second;
}

template <class Value>
using Entry = std::pair<std::string_view, Value>;

constexpr std::array kCategories{
    Entry<TorchCategory>{"kernel", TorchCategory::kernel},
    Entry<TorchCategory>{"gpu_memcpy", TorchCategory::copy},
    Entry<TorchCategory>{"gpu_memset", TorchCategory::memset},
    Entry<TorchCategory>{"cuda_runtime", TorchCategory::call},
    Entry<TorchCategory>{"cuda_driver", TorchCategory::call},
    Entry<TorchCategory>{"cuda_sync", TorchCategory::synchronisation},
    Entry<TorchCategory>{"cuda_event", TorchCategory::event_record},
    Entry<TorchCategory>{"user_annotation", TorchCategory::annotation},
    Entry<TorchCategory>{"Kernel", TorchCategory::kernel},
    Entry<TorchCategory>{"Memcpy", TorchCategory::copy},
    Entry<TorchCategory>{"Memset", TorchCategory::memset},
    Entry<TorchCategory>{"Runtime", TorchCategory::call},
};

constexpr std::array kEventFields{
    Entry<TorchField>{"ph", TorchField::phase},     Entry<TorchField>{"cat", TorchField::category},
    Entry<TorchField>{"name", TorchField::name},    Entry<TorchField>{"pid", TorchField::pid},
    Entry<TorchField>{"tid", TorchField::tid},      Entry<TorchField>{"ts", TorchField::start},
    Entry<TorchField>{"dur", TorchField::duration}, Entry<TorchField>{"args", TorchField::arguments},
};

/// ROCm says `bytes`, and before version 6.3 `size`, of the calls that copy. Copies between GPUs have inDevice, of the
/// engine that copies, beside fromDevice and toDevice.
constexpr std::array kArgumentFields{
    Entry<TorchField>{"device", TorchField::device},
    Entry<TorchField>{"inDevice", TorchField::device},
    Entry<TorchField>{"context", TorchField::context},
    Entry<TorchField>{"inContext", TorchField::context},
    Entry<TorchField>{"stream", TorchField::stream},
    Entry<TorchField>{"correlation", TorchField::correlation},
    Entry<TorchField>{"bytes", TorchField::bytes},
    Entry<TorchField>{"size", TorchField::bytes},
    Entry<TorchField>{"registers per thread", TorchField::registers},
    Entry<TorchField>{"shared memory", TorchField::shared_memory},
    Entry<TorchField>{"grid", TorchField::grid},
    Entry<TorchField>{"block", TorchField::block},
    Entry<TorchField>{"cuda_sync_kind", TorchField::sync_kind},
    Entry<TorchField>{"wait_on_stream", TorchField::awaited_stream},
    Entry<TorchField>{"wait_on_cuda_event_record_corr_id", TorchField::awaited_record},
    Entry<TorchField>{"wait_on_cuda_event_id", TorchField::awaited_event},
    Entry<TorchField>{"event_id", TorchField::event},
};

}  // namespace

TorchCategory torch_category(std::string_view cat) {
  TorchCategory category = TorchCategory::other;
  while (category == TorchCategory::other && !cat.empty()) {
    const std::size_t comma = std::min(cat.find(','), cat.size());
    std::string_view one = cat.substr(0, comma);
    one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
    one = one.substr(0, one.find_last_not_of(' ') + 1);
    category = value_of(kCategories, one, TorchCategory::other);
    cat.remove_prefix(std::min(comma + 1, cat.size()));
  }
  return category;
}

TorchField torch_event_field(std::string_view key) {
  return value_of(kEventFields, key, TorchField::none);
}

TorchField torch_argument_field(std::string_view key) {
  return value_of(kArgumentFields, key, TorchField::none);
}

}  // namespace warpshop::io
