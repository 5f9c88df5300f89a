// All of Position, for the files that compile it for one size of set each.

#pragma once

#include "combinatorial/advisors.h"
#include "combinatorial/playout.h"
#include "combinatorial/position_changes.h"
#include "combinatorial/position_consequences.h"
#include "combinatorial/position_moves.h"
#include "combinatorial/position_terms.h"
