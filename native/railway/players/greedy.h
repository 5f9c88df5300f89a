// The greedy player of Smith (Ticket to Ride boards by grammatical evolution), made exact.
//
// Every turn: if it can build a track on a wanted path (traveller.h), it builds the one of the most
// points, of equals that with the fewest locomotives. Else it draws cards for these paths. When all
// tickets are completed or given up it draws more, as long as its trains are enough for a ticket of
// the mean points of the board and nobody has brought about the end. After that it builds the track
// of the most points that it can pay, or draws cards for the longest ones. It does the same when
// there is no card left to draw; when it can do nothing at all it passes.

#pragma once

#include "railway/players/traveller.h"

namespace ludwright::railway {

class Greedy : public Traveller {
   protected:
    Move turn(const Seen& seen) override;
    Tracks aims(const Seen& seen) const override;
};

}  // namespace ludwright::railway
