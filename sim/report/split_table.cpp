#include "sim/report/split_table.hpp"

#include <fmt/format.h>

#include "sim/report/basis_text.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

std::string split_time(Millis time) {
  return fmt::format("{:.4g} ms", time.count());
}

std::string cpu_text(const SplitComparison& of) {
  std::string text = fmt::format("CPU: {} thread{} of {:.4g} elements a second, {}", of.cpu_threads,
                                 of.cpu_threads == 1 ? "" : "s", of.cpu_rate.value, name(of.cpu_rate_from));
  if (of.cpu_rate_from == CpuRateFrom::assumed) {
    text += fmt::format(" (an SM does what {:g} threads do; {:g} to {:g} give the range; --cpu-rate says it)",
                        kThreadsOfAnSm, kThreadsOfAnSmRange[0], kThreadsOfAnSmRange[1]);
  }
  return text + fmt::format("; {} a step beside them{}", split_time(of.cpu_overhead),
                            of.cpu_overhead_assumed ? ", assumed (--cpu-overhead)" : "");
}

}  // namespace

std::string split_answer(const SplitComparison& of) {
  const SplitResult& first = of.policies.front();
  const AloneTimes& alone = of.alone();
  const bool by_gpu = alone.gpu <= alone.cpu;
  const Millis least = by_gpu ? alone.gpu : alone.cpu;
  std::string job = fmt::format("{} elements of {}", of.elements, of.kernel);
  if (!of.device.empty()) {
    job += " on " + of.device;
  }
  const char* verb = first.measured ? "took" : "takes";
  if (least <= first.total()) {
    return fmt::format("{}: leave all to the {}, which {} {}; the best policy, {}, {} {}.", job, by_gpu ? "GPU" : "CPU",
                       verb, split_time(least), first.policy, verb, split_time(first.total()));
  }
  std::string range;
  if (first.range) {
    range = fmt::format(" ({} to {} over what the CPU may do)", split_time((*first.range)[0]),
                        split_time((*first.range)[1]));
  }
  return fmt::format(
      "{}: {} gives the GPU {:.1f} % and {} {}{}, {:.2f} times as fast as the GPU alone and {:.2f} times "
      "as fast as the CPU alone.",
      job, first.policy, 100 * first.run().parts().gpu_share(), verb, split_time(first.total()), range,
      alone.gpu / first.total(), alone.cpu / first.total());
}

void print(std::ostream& out, const format::Table& style, const SplitComparison& of) {
  const auto line = [&](const std::string& text) { out << wrapped_lines(text, style.width, 2); };
  line(split_answer(of));
  line(cpu_text(of));
  line(fmt::format("alone: the CPU {}, the GPU {}{}; the best split in one step {}{} with {:.1f} % on the GPU",
                   split_time(of.alone().cpu), split_time(of.alone().gpu), of.measured_alone ? " (measured)" : "",
                   split_time(of.best.times.both()), of.measured_alone ? " (predicted)" : "",
                   100 * of.best.parts.gpu_share()));
  if (of.measured_alone) {
    line(fmt::format("measured on {} ({}); {}", of.backend, of.chip,
                     !of.correct   ? "results not checked"
                     : *of.correct ? "results correct"
                                   : "results WRONG"));
  }
  out << wrapped_lines(basis_lines(of.basis), style.width, 2) << '\n' << shown_table(of, "policies").text(style);
}

}  // namespace warpshop::report
