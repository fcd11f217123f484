#pragma once

#include <string_view>

namespace warpshop::io {

/// How many parts a POSIX extended regular expression has once its repetitions are written out, as regcomp() of glibc
/// does before it looks at anything: a character, a bracket expression or an operator is one, x{m} is m times x, x{m,n}
/// n times, x{m,} m + 1 times, and x+ twice. That of `((x{255}){255}){255}` is above 255³. Of what is no such
/// expression any number.
double expanded_size(std::string_view expression);

/// Whether it has a back-reference, `\1` … `\9`, which no automaton knows: looking for it takes time without bound.
bool refers_back(std::string_view expression);

}  // namespace warpshop::io
