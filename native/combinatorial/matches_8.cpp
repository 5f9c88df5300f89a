#include "combinatorial/matches_instance.h"

template struct ludwright::combinatorial::Games<8>;
