#include "combinatorial/position_instance.h"

template class ludwright::combinatorial::Position<8>;
