#include "railway/script.h"

#include <stdexcept>
#include <string>

#include "railway/players/greedy.h"
#include "railway/players/ismcts.h"
#include "railway/players/route_focused.h"
#include "railway/players/styles.h"

namespace ludwright::railway {

std::unique_ptr<Player> make_player(std::int32_t number) {
    switch (static_cast<Character>(number)) {
        case Character::kGreedy:
            return std::make_unique<Greedy>();
        case Character::kOneStep:
            return make_one_step();
        case Character::kLongRoute:
            return make_long_route();
        case Character::kRouteFocused:
            return std::make_unique<RouteFocused>();
        case Character::kDestinationHungry:
            return make_destination_hungry();
        case Character::kIsmcts:
            return std::make_unique<InformationSetSearch>();
        default:
            throw std::invalid_argument("script: expected the number of a player, got " +
                                        std::to_string(number));
    }
}

}  // namespace ludwright::railway
