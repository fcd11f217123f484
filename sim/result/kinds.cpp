#include "sim/result/kinds.hpp"

namespace warpshop::result {
namespace {

template <class... Results>
std::vector<const Form*> forms_of() {
  return {&kind_of(static_cast<const Results*>(nullptr)).form()...};
}

}  // namespace

std::vector<const Form*> forms() {
  return forms_of<Comparison, ListedDevices, PairTable, RecordedReplay, Run, Service, Simulation, Sweep, SweepRows,
                  JudgedValidation>();
}

}  // namespace warpshop::result
