#include "combinatorial/matches_instance.h"
#include "combinatorial/moment_instance.h"

namespace ludwright::combinatorial {

template struct Games<8>;
template struct Games<16>;
template class Moment<8>;
template class Moment<16>;

}  // namespace ludwright::combinatorial
