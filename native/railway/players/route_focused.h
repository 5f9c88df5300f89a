// Route focus: it plans for its tickets as the greedy player does, but over valuable tracks.
//
// In its paths a route weighs the quarters of a turn that it takes, half a turn for each card and
// one to build, less its points in the official game: few long tracks instead of many short ones,
// even if they take more trains. A route of six spaces weighs a fifth of one of a single space.
// Everything else is as the greedy player does it.

#pragma once

#include "railway/players/greedy.h"

namespace ludwright::railway {

class RouteFocused : public Greedy {
   public:
    RouteFocused() { weigh_by({0, 5, 6, 6, 5, 4, 1}); }
};

}  // namespace ludwright::railway
