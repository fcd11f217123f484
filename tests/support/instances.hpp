#pragma once

#include <cstddef>
#include <ostream>
#include <vector>

#include <rapidcheck.h>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "tests/support/cases.hpp"

namespace warpshop {

// rapidcheck and GoogleTest show these when something fails.
void show(const Instance& instance, std::ostream& out);
std::ostream& operator<<(std::ostream& out, const Instance& instance);

}  // namespace warpshop

namespace warpshop::test {

/// What a family of random instances may hold.
struct Family {
  bool latencies = false;
  bool missing = false;
  bool pageable = false;
  bool releases = false;
  bool one_engine = false;
  bool integers = false;  ///< small whole numbers and zeros, so that ties are common
};

/// A task of that family; bits 0 … 2 of `stages`: it has an H2D, a kernel, a D2H; bits 0 and 1 of `pageable`: H2D, D2H.
Job make_job(const Family& family, const Copy& h2d, double kernel, const Copy& d2h, int stages, int pageable,
             double release);

/// [Direction][own Memory][opposing Memory]: the three shipped devices, rates of 1, and rates whose sum is below 1.
const std::vector<Rates>& all_rates();

/// Instances of 1 … most jobs.
rc::Gen<Instance> instance(const Family& family, int most);

/// Any family at all.
rc::Gen<Family> any_family();

/// What the lists by task of a random instance may hold.
struct Demands {
  bool precedence = false;
  bool families = false;
  bool footprints = false;
  bool weights = false;
  bool due = false;
  bool gaps = false;    ///< between stages, and lags where there is precedence
  bool beside = false;  ///< some kernels leave the compute engine to others
};

rc::Gen<Demands> any_demands();

/// The instance with demands of its tasks. Precedence follows a random order of them, lags are whole or 0, gaps halves,
/// footprints are at most 4 B of the 4 … 8 B that jobs leave, of which there may be two with up to 3 B each.
Instance demanding(Instance instance, const Demands& demands);

/// The instance with stages of half their length in whole milliseconds, and of none: many tie.
Instance in_whole_milliseconds(Instance instance);

Order order_of(std::size_t size);

/// The instance's jobs in their order, in rounds of up to four, and a gate before some of the D2H copies.
rc::Gen<Plan> held_up_plan(const Instance& instance);

}  // namespace warpshop::test
