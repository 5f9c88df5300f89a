#include "combinatorial/matches_instance.h"
#include "combinatorial/moment_instance.h"

namespace ludwright::combinatorial {

template struct Games<1>;
template class Moment<1>;

}  // namespace ludwright::combinatorial
