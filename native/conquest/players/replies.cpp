#include "conquest/players/replies.h"

namespace ludwright::conquest {

void Replies::prepare() {
    if (models_[0][0] != nullptr) return;
    for (auto& seat : models_) {
        for (std::size_t i = 0; i < kModels.size(); ++i) {
            seat[i] = make_player(static_cast<std::int32_t>(kModels[i]));
        }
    }
}

void Replies::draw(int seat, play::Rng& rng, Others others) {
    for (std::size_t& one : drawn_) {
        one = others == Others::kRuleBased ? kRuleBased : rng.below(kMixed);
    }
    drawn_[static_cast<std::size_t>(seat)] = 0;
}

int Replies::finish_turn(Position& position, play::Rng& rng) {
    const int seat = position.mover();
    const auto at = static_cast<std::size_t>(seat);
    Player& model = *models_[at][drawn_[at]];
    model.begin({});
    int plies = 0;
    do {
        const Move move =
            position.is_chance() ? position.draw(rng) : model.choose(Seen(position, seat), rng);
        position.make(move);
        ++plies;
    } while (!position.turn_completed() && !position.over());
    return plies;
}

void Replies::until(Position& position, int seat, play::Rng& rng, int& turns, int& plies) {
    while (!position.over() && position.is_alive(seat) && position.mover() != seat) {
        plies += finish_turn(position, rng);
        ++turns;
    }
}

}  // namespace ludwright::conquest
