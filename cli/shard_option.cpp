#include "cli/shard_option.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/whole_number.hpp"
#include "sim/model/error.hpp"

namespace warpshop::cli {
namespace {

std::uint64_t number_in(const std::string& variable) {
  constexpr std::uint64_t kMost = 1'000'000;
  const char* const found = std::getenv(variable.c_str());  // NOLINT(concurrency-mt-unsafe): nobody sets it
  std::string text = found != nullptr ? found : "";
  if (const std::string wrong = check_whole_number(text, 0, kMost); !wrong.empty()) {
    throw InputError(variable + ": " + wrong);
  }
  return std::stoull(text);
}

}  // namespace

void add_shard_option(CLI::App& command, std::optional<Shard>& shard) {
  command
      .add_option_function<std::string>(
          "--shard",
          [&shard](const std::string& text) {
            shard = parse_shard(text);
            if (!shard) {
              throw CLI::ValidationError("--shard", text + " is no shard, expected I/N, 1/1 to 1000000/1000000");
            }
          },
          "make the points of one of N parts alone, I from 1; default: of the array of Slurm that this runs in")
      ->type_name("I/N");
}

bool is_in_slurm_array() {
  return std::getenv("SLURM_ARRAY_TASK_ID") != nullptr;  // NOLINT(concurrency-mt-unsafe): nobody sets it
}

std::optional<Shard> shard_of_slurm() {
  if (!is_in_slurm_array()) {
    return std::nullopt;
  }
  const std::uint64_t least = number_in("SLURM_ARRAY_TASK_MIN");
  const std::uint64_t count = number_in("SLURM_ARRAY_TASK_COUNT");
  const std::uint64_t largest = number_in("SLURM_ARRAY_TASK_MAX");
  const std::uint64_t id = number_in("SLURM_ARRAY_TASK_ID");
  const std::uint64_t step = count > 1 ? (largest - least) / (count - 1) : 1;
  if (count < 1 || step < 1 || id < least || id > largest || least + step * (count - 1) != largest ||
      (id - least) % step != 0) {
    throw InputError(
        fmt::format("SLURM_ARRAY_TASK_ID={} of {} from {} to {}, expected an array without gaps, or "
                    "--shard I/N",
                    id, count, least, largest));
  }
  return Shard{.number = (id - least) / step + 1, .of = count};
}

}  // namespace warpshop::cli
