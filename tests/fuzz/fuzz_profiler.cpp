#include "tests/fuzz/fuzz_profiler.hpp"

#include <sstream>

#include "sim/io/import/described_kernels.hpp"
#include "sim/io/import/ncu_launches.hpp"
#include "sim/io/import/read_trtexec.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/io/workload/write_workload.hpp"
#include "tests/fuzz/expect.hpp"
#include "tests/io/import/profiler_texts.hpp"

namespace warpshop::test {
namespace {

/// Whether it was read; what was read is written and read again as the same.
bool is_read(const std::string& text, const auto& read) {
  std::istringstream stream(text);
  try {
    const Workload workload = read(stream);
    std::stringstream written;
    io::write_workload(written, workload);
    std::ostringstream again;
    io::write_workload(again, io::parse_workload(written, "written"));
    expect(again.str() == written.str(), "another workload after it was written");
    return true;
  } catch (const InputError& error) {
    // Where nothing that counts is in it there is no place for that.
    const std::string_view message = error.message();
    if (!message.starts_with("is empty") && !message.starts_with("has no launch") &&
        !message.starts_with("holds no ")) {
      expect_place(error, kMutant);
    }
    expect_text(error.what(), "a message");
    return false;
  }
}

}  // namespace

bool fuzz_ncu(const std::string& text) {
  return is_read(text, [](std::istream& stream) {
    return io::described_kernels(io::read_ncu_launches(stream, kMutant), kMutant, "kernels", {}).workload;
  });
}

std::vector<std::string> ncu_seeds() {
  return {kNcuTexts.begin(), kNcuTexts.end()};
}

bool fuzz_trtexec(const std::string& text) {
  return is_read(text, [](std::istream& stream) { return io::read_trtexec(stream, kMutant, "inference").workload; });
}

std::vector<std::string> trtexec_seeds() {
  return {kTrtexecTexts.begin(), kTrtexecTexts.end()};
}

}  // namespace warpshop::test
