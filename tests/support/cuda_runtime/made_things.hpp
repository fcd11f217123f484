#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace warpshop::test::cuda {

/// Streams or events that a program has made and not given back, by what CUDA calls them. Any thread may call.
template <class Handle, class Thing>
class MadeThings {
 public:
  Handle add(Thing thing) {
    auto made = std::make_unique<Thing>(std::move(thing));
    const auto handle = reinterpret_cast<Handle>(made.get());
    const std::scoped_lock lock(mutex_);
    things_.emplace(handle, std::move(made));
    return handle;
  }
  /// Null: there is none, or none any more.
  Thing* find(Handle handle) const {
    const std::scoped_lock lock(mutex_);
    const auto found = things_.find(handle);
    return found == things_.end() ? nullptr : found->second.get();
  }
  void remove(Handle handle) {
    const std::scoped_lock lock(mutex_);
    things_.erase(handle);
  }
  std::vector<Thing*> all() const {
    const std::scoped_lock lock(mutex_);
    std::vector<Thing*> all;
    for (const auto& [handle, thing] : things_) {
      all.push_back(thing.get());
    }
    return all;
  }

 private:
  mutable std::mutex mutex_;
  std::map<Handle, std::unique_ptr<Thing>> things_;
};

}  // namespace warpshop::test::cuda
