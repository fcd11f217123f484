#include "sim/report/profile_table.hpp"

#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "sim/report/text_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

std::string gigabytes(const std::optional<BytesPerSecond>& bandwidth) {
  return bandwidth ? fmt::format("{:.2f}", bandwidth->value / 1e9) : "";
}

std::string micros(const std::optional<Millis>& time) {
  return time ? fmt::format("{:.1f}", std::chrono::duration<double, std::micro>(*time).count()) : "";
}

/// Half of the 95 % interval, in percent of the value.
std::string uncertainty(const Device& device, const std::string& path) {
  const auto found = device.confidence.find(path);
  return found == device.confidence.end() ? ""
                                          : fmt::format("{:.1f} %", (found->second.high - found->second.low) / 2 * 100);
}

std::string transfer_table(const Device& device, const format::Table& style) {
  TextTable table;
  table.column("copies", Align::left);
  table.column("latency us", Align::right);
  table.column("alone GB/s", Align::right);
  table.column("+/-", Align::right);
  table.column("duplex GB/s", Align::right);
  table.column("mixed GB/s", Align::right);
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const TransferModel& transfer = device.transfer(memory, direction);
      const std::string kind = fmt::format("{} {}", name(memory), name(direction));
      const std::string path = fmt::format("transfer.{}.{}.alone", name(memory), name(direction));
      table.row({kind, micros(transfer.latency), gigabytes(transfer.alone), uncertainty(device, path),
                 gigabytes(transfer.duplex), gigabytes(transfer.mixed)});
    }
  }
  return table.text(style);
}

std::string kernel_table(const Device& device, const format::Table& style) {
  TextTable table;
  table.column("kernel", Align::left, {.names = true});
  table.column("bound by", Align::left, {.drop = 3});
  table.column("ns an element", Align::right);
  table.column("+/-", Align::right, {.drop = 5});
  table.column("invocation us", Align::right);
  table.column("CTAs an SM", Align::right, {.drop = 2});
  table.column("eviction us", Align::right, {.drop = 4});
  table.column("persistent / plain", Align::right, {.drop = 1});
  for (const auto& [name, kernel] : device.kernels) {
    table.row({name,
               !kernel.category                             ? ""
               : *kernel.category == Category::memory_bound ? "memory"
                                                            : "compute",
               kernel.per_element
                   ? fmt::format("{:.4f}", std::chrono::duration<double, std::nano>(*kernel.per_element).count())
                   : "",
               uncertainty(device, fmt::format("kernels.{}.per_element", name)), micros(kernel.invocation),
               kernel.cta ? std::to_string(kernel.cta->per_sm) : "", micros(kernel.eviction),
               kernel.transformation ? fmt::format("{:.2f}", *kernel.transformation) : ""});
  }
  return table.text(style);
}

std::string observed_lines(const Observed& observed) {
  std::string text = fmt::format(
      "Pageable copies in opposite directions overlap {:.0f} %, pinned ones in the same direction {:.0f} %.\n",
      observed.pageable_overlap * 100, observed.same_direction_overlap * 100);
  if (observed.partial_overlap) {
    text += fmt::format(
        "Copies that overlap in part end where the model says within {:.1f} % on average, {:.1f} % at worst.\n",
        observed.partial_overlap->mean_error * 100, observed.partial_overlap->worst_error * 100);
  }
  return text;
}

std::string interference_line(const Interference& interference) {
  return fmt::format(
      "Beside a memory-bound kernel, copies in run at {:.0f} % of their speed, copies out at {:.0f} %; the kernel at "
      "{:.0f} % beside copies in, at {:.0f} % beside copies out.\n",
      interference.h2d_beside_kernel * 100, interference.d2h_beside_kernel * 100, interference.kernel_beside_h2d * 100,
      interference.kernel_beside_d2h * 100);
}

}  // namespace

std::string profile_tables(const Device& device, const format::Table& style) {
  std::string text =
      fmt::format("{}: {} copy engine{}", device.name, device.dma_engines, device.dma_engines == 1 ? "" : "s");
  if (device.sm) {
    text += fmt::format(", {} SMs", device.sm->count);
  }
  text += "\n\n" + transfer_table(device, style) + '\n';
  if (device.observed) {
    text += wrapped_lines(observed_lines(*device.observed), style.width, 2) + '\n';
  }
  if (device.interference) {
    text += wrapped_lines(interference_line(*device.interference), style.width, 2) + '\n';
  }
  if (device.context_switch) {
    text += fmt::format("A change of context, from one process to another, takes {:g} ms.\n\n",
                        device.context_switch->count());
  }
  if (!device.kernels.empty()) {
    text += kernel_table(device, style);
  }
  return text;
}

}  // namespace warpshop::report
