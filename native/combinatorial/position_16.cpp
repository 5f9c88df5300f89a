#include "combinatorial/moment_instance.h"
#include "combinatorial/position_instance.h"

template class ludwright::combinatorial::Position<16>;
template class ludwright::combinatorial::Moment<16>;
