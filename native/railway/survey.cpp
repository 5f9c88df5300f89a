#include "railway/survey.h"

#include <algorithm>
#include <array>

#include "play/playout_sums.h"

namespace ludwright::railway {

namespace {

using Result = play::PlayoutResultOf<kMostSeats>;

int winner_of(const Result& result) {
    const auto& scores = result.outcome.scores;
    const auto best = std::max_element(scores.begin(), scores.end());
    if (std::count(best, scores.end(), *best) > 1) return -1;
    return static_cast<int>(best - scores.begin());
}

// Fills the entries of a survey, of which each match has its own.
class Clerk {
   public:
    Clerk(Survey& survey, std::size_t matches, int seats) : survey_(survey) {
        const auto room = [&](auto&... columns) { (columns.resize(matches), ...); };
        Survey& s = survey;
        s.points.resize(matches * static_cast<std::size_t>(seats));
        room(s.score, s.variance, s.turns, s.card_turns, s.builds, s.ticket_turns, s.passes);
        room(s.path_changes, s.tickets, s.completed, s.plies, s.winner, s.gridlock, s.is_over);
    }

    void note(std::size_t match, play::ScriptTable<Position>& table) {
        std::array<std::int32_t, 4> kinds{};
        const Result result = table.play(match, [&](const Position& position) {
            if (position.turn_completed()) ++kinds[static_cast<std::size_t>(position.last_kind())];
        });
        survey_.card_turns[match] = kinds[static_cast<std::size_t>(TurnKind::kCards)];
        survey_.builds[match] = kinds[static_cast<std::size_t>(TurnKind::kTrack)];
        survey_.ticket_turns[match] = kinds[static_cast<std::size_t>(TurnKind::kTickets)];
        survey_.passes[match] = kinds[static_cast<std::size_t>(TurnKind::kPass)];
        note_end(match, table, result);
    }

   private:
    void note_end(std::size_t match, const play::ScriptTable<Position>& table,
                  const Result& result) {
        const Position& position = table.position();
        const int seats = position.seats();
        double* points = &survey_.points[match * static_cast<std::size_t>(seats)];
        position.points(points);
        double sum = 0.0, squares = 0.0;
        for (int seat = 0; seat < seats; ++seat) {
            sum += points[seat];
            squares += points[seat] * points[seat];
            survey_.path_changes[match] += table.script(seat).path_changes();
            survey_.tickets[match] += position.ticket_count(seat);
            survey_.completed[match] += position.completed_count(seat);
        }
        // Points are whole numbers: both sums are exact.
        survey_.score[match] = sum / seats;
        survey_.variance[match] = (squares - sum * sum / seats) / seats;
        survey_.turns[match] = position.turns();
        survey_.plies[match] = result.plies;
        survey_.winner[match] = static_cast<std::int8_t>(winner_of(result));
        survey_.gridlock[match] = result.outcome.reason == play::Reason::kNoMoves;
        survey_.is_over[match] = position.over();
    }

    Survey& survey_;
};

}  // namespace

Survey survey(const Position& start, std::span<const play::PlayerSpec> players,
              std::int64_t matches, std::uint64_t seed, int max_plies, int jobs,
              play::StopFlag* stop, play::Work* work) {
    Survey found;
    Clerk clerk(found, static_cast<std::size_t>(matches), start.seats());
    play::play_blocks(
        matches, jobs, stop, work, [&](play::Meter& meter, std::int64_t first, std::int64_t last) {
            play::ScriptTable<Position> table(start, players, seed, max_plies, meter);
            for (std::int64_t i = first; i < last; ++i) {
                clerk.note(static_cast<std::size_t>(i), table);
                play::spend_plies<Position>(meter, found.plies[static_cast<std::size_t>(i)]);
            }
        });
    return found;
}

Retrace::Retrace(const Position& start, Character character)
    : position_(start), scripts_(static_cast<std::size_t>(start.seats())) {
    for (Script& one : scripts_) one.begin(static_cast<std::int32_t>(character), {});
}

void Retrace::follow(Move move) {
    const int seat = position_.seat();
    if (seat >= 0) scripts_[static_cast<std::size_t>(seat)].choose(position_, {}, rng_);
    position_.make(move);
}

int Retrace::path_changes() const {
    int sum = 0;
    for (const Script& one : scripts_) sum += one.path_changes();
    return sum;
}

}  // namespace ludwright::railway
