#include "cli/program.hpp"

int main(int argc, char** argv) {
  return warpshop::cli::run_program(argc, argv, nullptr);
}
