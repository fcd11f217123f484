#include "sim/io/json/basis_json.hpp"

namespace warpshop::io {

void add_basis(nlohmann::ordered_json& json, const Basis& basis) {
  json["assumed"] = basis.assumed;
  json["set"] = basis.set;
}

}  // namespace warpshop::io
