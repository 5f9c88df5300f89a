// Four styles of play, after the agents with which Ticket to Ride was playtested by de Mesentier
// Silva et al. (2017) and Smith & Anton (2022). Each is described where it is
// written; the one with a focus on routes is in route_focused.h.

#pragma once

#include <memory>

#include "railway/players/traveller.h"

namespace ludwright::railway {

std::unique_ptr<Traveller> make_one_step();
std::unique_ptr<Traveller> make_long_route();
std::unique_ptr<Traveller> make_destination_hungry();

}  // namespace ludwright::railway
