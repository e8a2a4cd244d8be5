#pragma once

#include <math.h>  // lgamma_r is not in <cmath>

namespace tesselle {

/// log of Γ(x), for x > 0. std::lgamma writes the sign to a global variable: a race between threads.
inline double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

}  // namespace tesselle
