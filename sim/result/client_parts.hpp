#pragma once

#include "sim/model/client_comparison.hpp"
#include "sim/result/field.hpp"

/// What several kinds of results have that are about clients.
namespace warpshop::result {

/// What one client gets.
const Fields<ClientFigures>& client_fields();
/// What all of them get together.
const Fields<ClientsFigures>& together_fields();
/// One way of sharing.
const Fields<ClientsResult>& clients_result_fields();
const Fields<FailedPolicy>& failed_fields();

}  // namespace warpshop::result
