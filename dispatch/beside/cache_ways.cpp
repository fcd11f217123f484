#include "dispatch/beside/cache_ways.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace warpshop::dispatch {
namespace {

// For signal handlers: they outlive every CacheWays. Empty: no group.
constexpr std::size_t kPathSize = 512;
using Path = std::array<char, kPathSize>;
std::array<Path, 2> group_paths{};

/// A line of a file there: each is a call of its own, and has its own answer. 0, or what errno says.
int write_line(const std::filesystem::path& file, const std::string& line) {
  const int opened = ::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_APPEND | O_CREAT, S_IRUSR | S_IWUSR);
  if (opened < 0) {
    return errno;
  }
  const ssize_t written = ::write(opened, line.data(), line.size());
  const int error = written < 0 ? errno : 0;
  ::close(opened);
  return error;
}

std::optional<std::uint64_t> mask_of(std::string_view text) {
  std::uint64_t mask = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), mask, 16);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(mask) : std::nullopt;
}

/// `L3:0=fff;1=fff` of several lines, behind the colon.
std::string caches_of(const std::filesystem::path& schemata) {
  std::ifstream in(schemata);
  for (std::string line; std::getline(in, line);) {
    line.erase(0, line.find_first_not_of(' '));
    if (line.starts_with("L3:")) {
      return line.substr(3);
    }
  }
  return {};
}

}  // namespace

std::string CacheWays::layout(const std::filesystem::path& root, std::optional<Layout>& layout) {
  if (!std::filesystem::exists(root / "schemata")) {
    return root.string() + " is not mounted";
  }
  if (::access(root.c_str(), W_OK) != 0) {
    return root.string() + " may not be written";
  }
  std::istringstream caches(caches_of(root / "schemata"));
  Layout found;
  std::optional<std::uint64_t> mask;
  for (std::string cache; std::getline(caches, cache, ';');) {
    const std::size_t equals = std::min(cache.find('='), cache.size());
    const auto of_this = mask_of(std::string_view(cache).substr(std::min(equals + 1, cache.size())));
    if (!of_this || (mask && *mask != *of_this)) {
      return root.string() + " has masks of the L3 cache that are not all alike";
    }
    mask = of_this;
    found.caches.push_back(cache.substr(0, equals));
  }
  const std::uint64_t bits = mask.value_or(0);
  found.first = bits == 0 ? 0 : std::countr_zero(bits);
  found.ways = std::popcount(bits);
  std::ifstream(root / "info" / "L3" / "min_cbm_bits") >> found.fewest;
  found.fewest = std::max(found.fewest, 1);
  if (found.ways < 2 * found.fewest || std::popcount((bits >> found.first) + 1) > 1) {  // not one run of ones
    return root.string() + " has no ways of the L3 cache to split";
  }
  layout = std::move(found);
  return {};
}

CacheWays::CacheWays(const std::filesystem::path& root, const std::string& name, Layout layout)
    : root_(root), layout_(std::move(layout)) {
  constexpr std::array kNames{"-beside", "-serving"};
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    groups_.at(group) = root / (name + kNames.at(group));
    const std::string& path = groups_.at(group).native();
    const bool fits = path.size() < kPathSize;
    if (!fits || ::mkdir(path.c_str(), S_IRWXU) != 0) {
      const int error = fits ? errno : ENAMETOOLONG;
      remove();
      throw std::system_error(error, std::generic_category(), path);
    }
    std::memcpy(group_paths.at(group).data(), path.c_str(), path.size() + 1);
  }
}

int CacheWays::split(int serving) {
  const int kept = std::clamp(serving, layout_.fewest, layout_.ways);
  const int beside = std::max(layout_.ways - kept, layout_.fewest);
  const auto mask = [&](int first, int count) { return ((std::uint64_t{1} << count) - 1) << (layout_.first + first); };
  const std::array masks{mask(layout_.ways - beside, beside), mask(0, kept)};
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    std::string line = "L3:";
    for (const std::string& cache : layout_.caches) {
      line += fmt::format("{}{}={:x}", line.size() > 3 ? ";" : "", cache, masks.at(group));
    }
    const std::filesystem::path schemata = groups_.at(group) / "schemata";
    if (const int error = write_line(schemata, line + '\n'); error != 0) {
      throw std::system_error(error, std::generic_category(), schemata.string());
    }
  }
  return kept;
}

void CacheWays::add(const std::vector<int>& threads, bool serve) {
  if (std::ranges::all_of(threads, [&](int thread) { return added_.contains(thread); })) {
    return;
  }
  std::set<int> common;
  std::ifstream in(root_ / "tasks");
  for (int thread = 0; in >> thread;) {
    common.insert(thread);
  }
  for (const int thread : threads) {
    if (added_.insert(thread).second && common.contains(thread)) {
      // Gone, or somebody else's: it stays where it is.
      write_line(groups_.at(serve ? 1 : 0) / "tasks", std::to_string(thread) + '\n');
    }
  }
}

/// A group is a folder, and its files go with it; those of a file system of another kind have to go first.
void CacheWays::remove() noexcept {
  for (Path& group : group_paths) {
    const std::size_t size = std::strlen(group.data());
    if (size == 0) {
      continue;
    }
    for (const std::string_view file : {"/schemata", "/tasks"}) {
      std::array<char, kPathSize + 16> path{};
      std::memcpy(path.data(), group.data(), size);
      file.copy(path.data() + size, file.size());
      ::unlink(path.data());
    }
    ::rmdir(group.data());
    group.front() = '\0';
  }
}

}  // namespace warpshop::dispatch
