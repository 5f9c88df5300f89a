#include "combinatorial/moment_instance.h"
#include "combinatorial/position_instance.h"

template class ludwright::combinatorial::Position<8>;
template class ludwright::combinatorial::Moment<8>;
