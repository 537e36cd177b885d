#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "layer_oracle.h"
