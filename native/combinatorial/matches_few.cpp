#include "combinatorial/matches_instance.h"
#include "combinatorial/moment_instance.h"

namespace ludwright::combinatorial {

template struct Games<2>;
template struct Games<4>;
template class Moment<2>;
template class Moment<4>;

}  // namespace ludwright::combinatorial
