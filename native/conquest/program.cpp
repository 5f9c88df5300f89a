#include "conquest/program.h"

#include "play/number_reader.h"

namespace ludwright::conquest {

namespace {

constexpr std::int32_t kVersion = 1;

using Reader = play::NumberReader;

void read_setup(Reader& in, Program& p) {
    p.deal = in.choice("deal", Deal::kDraft);
    p.is_neutral = in.flag("neutral");
    if (p.is_neutral && p.seats != 2) Reader::refuse("neutral", "two seats", "more");
    if (p.is_neutral && p.territories < 3) Reader::refuse("territories", "3 or more", "fewer");
    p.armies = in.number("armies", 0, 2400);
    p.spread = in.choice("spread", Spread::kScattered);
    p.first = in.choice("first", First::kNextSeat);
    const auto chance = [&](Phase phase, bool decides) {
        p.chance_phases |= static_cast<std::uint32_t>(decides) << static_cast<unsigned>(phase);
    };
    chance(Phase::kMissions, true);
    chance(Phase::kDeal, p.deal == Deal::kRandom || p.is_neutral);
    chance(Phase::kSpread, p.spread == Spread::kScattered);
    chance(Phase::kBattle, true);
    chance(Phase::kDraw, true);
}

void read_reinforcement(Reader& in, Program& p) {
    p.divisor = in.number("divisor", 1, 4);
    p.rounds_up = in.flag("rounding");
    p.least = in.number("least", 1, 20);
    p.is_inside = in.flag("inside");
    p.rounds = in.number("rounds", 1, 1000);
    const int count = p.continents * p.rounds;
    for (int i = 0; i < count; ++i) p.bonuses.push_back(in.number("bonus", 0, 1000));
}

void read_cards(Reader& in, Program& p) {
    p.sets = in.choice("sets", Sets::kKinds);
    p.wilds = in.number("wilds", 0, kMostWilds);
    p.depicted = in.number("depicted", 0, 20);
    p.hold = in.number("hold", 5, 12);
    p.at_once = in.number("at once", 5, 20);
    p.step = in.number("step", 0, 50);
    const int known = in.number("series", p.sets == Sets::kNone ? 0 : 1, 32);
    for (int i = 0; i < known; ++i) p.series.push_back(in.number("series", 1, 200));
    p.cards = p.sets == Sets::kNone ? 0 : p.territories + p.wilds;
    for (int card = 0; card < p.cards; ++card) p.all_cards.set(card);
}

void read_battle(Reader& in, Program& p) {
    p.dice.attack = in.number("attack dice", 1, 3);
    p.dice.defence = in.number("defence dice", 1, 3);
    p.dice.attacker_wins_ties = in.flag("ties");
    p.battle = &Battle::under(p.dice);
    p.fighting = in.choice("fighting", Fighting::kToTheEnd);
    p.occupation = in.choice("occupation", Occupation::kChoice);
    p.fortifying = in.choice("fortify", Fortifying::kUnlimited);
}

Mission read_mission(Reader& in, const Program& p) {
    Mission mission;
    mission.aim = in.choice("aim", Aim::kDestroy);
    if (mission.aim == Aim::kHold) {
        mission.first = in.number("continents", 1, (1 << p.continents) - 1);
        mission.second = in.number("another", 0, 1);
    } else if (mission.aim == Aim::kOccupy) {
        mission.first = in.number("territories", 1, kMostTerritories);
        mission.second = in.number("armies", 1, 20);
    } else {
        mission.first = in.number("seat", 0, kMostSeats - 1);
        mission.second = in.number("territories", 1, kMostTerritories);
    }
    return mission;
}

void read_end(Reader& in, Program& p) {
    p.goal = in.choice("goal", Goal::kMissions);
    p.share = in.number("share", 10, 100);
    p.limit = in.number("limit", 0, 9999);
    const int least = p.goal == Goal::kMissions ? p.seats : 0;
    const int count = in.number("missions", least, 60);
    for (int i = 0; i < count; ++i) p.missions.push_back(read_mission(in, p));
}

void read_map(Reader& in, Program& p) {
    for (int t = 0; t < p.territories; ++t) {
        const int k = in.number("continent", 0, p.continents - 1);
        p.continent[static_cast<std::size_t>(t)] = static_cast<std::uint8_t>(k);
        p.members[static_cast<std::size_t>(k)].set(t);
        p.all.set(t);
    }
    for (int k = 0; k < p.continents; ++k) {
        if (!p.members[static_cast<std::size_t>(k)].any()) {
            Reader::refuse("continent", "a territory", "none");
        }
    }
    const int borders = in.number("borders", 0, kMostTerritories * kMostTerritories / 2);
    for (int i = 0; i < borders; ++i) {
        const int first = in.number("border", 0, p.territories - 1);
        const int second = in.number("border", 0, p.territories - 1);
        if (first == second) Reader::refuse("border", "two territories", "one");
        p.neighbours[static_cast<std::size_t>(first)].set(second);
        p.neighbours[static_cast<std::size_t>(second)].set(first);
    }
}

}  // namespace

Program Program::read(std::span<const std::int32_t> numbers) {
    Reader in(numbers);
    Program p;
    in.number("version", kVersion, kVersion);
    p.seats = in.number("seats", 2, kMostSeats);
    p.territories = in.number("territories", p.seats, kMostTerritories);
    p.continents = in.number("continents", 1, kMostContinents);
    read_setup(in, p);
    read_reinforcement(in, p);
    read_cards(in, p);
    read_battle(in, p);
    read_end(in, p);
    read_map(in, p);
    in.require_end();
    return p;
}

}  // namespace ludwright::conquest
