// A position of a match of any board game, changed in place by moves.
//
// Cells are held as sets (by owner and by kind of the top piece), so that rules are evaluated for
// the whole board at once; games with stacks, states or flags also keep those in arrays.

#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "combinatorial/program.h"
#include "play/meter.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::combinatorial {

using play::Outcome;
using play::PlayoutResult;
using play::Reason;
using play::Rng;

struct Policy;  // advisors.h

// One decision: a rule of the program, where from, where to, and what was chosen. -1: absent.
struct Move {
    std::int16_t rule = -1;
    std::int16_t source = -1;
    std::int16_t target = -1;
    std::uint16_t option = 0;  // bits 0-3: optional consequences chosen; above: the choice
    bool operator==(const Move&) const = default;
    bool is_pass() const { return target < 0 && !is_swap(); }
    // The players change sides.
    bool is_swap() const { return rule == kSwapRule; }
    static constexpr std::int16_t kSwapRule = -2;
};
inline constexpr Move kSwapMove{Move::kSwapRule, -1, -1, 0};
inline constexpr int kChoiceShift = 4;

// A piece of a stack, packed: kind 8, owner 4, state 8, flags 12 bits.
struct Piece {
    std::uint32_t packed = 0;
    static Piece make(int kind, int owner, int state, int flags) {
        return {static_cast<std::uint32_t>(kind | owner << 8 | state << 12 | flags << 20)};
    }
    int kind() const { return packed & 0xff; }
    int owner() const { return packed >> 8 & 0xf; }
    int state() const { return packed >> 12 & 0xff; }
    int flags() const { return packed >> 20; }
};

// Everything that a move changes, except stacks and history. Plain data, copied as a whole.
template <int W>
struct State {
    Bits<W> owned[3];  // sites by the owner of the top piece: two seats, and neutral
    std::int16_t gained[2] = {-1,
                              -1};  // the one site each seat gained in the last ply; -2: several
    std::uint8_t touched = 3;       // seats whose pieces changed in the last ply
    std::uint8_t seat = 0;          // the side to move
    std::uint8_t swapped = 0;  // 1: the players have changed sides, so that seat 0 plays side 1
    std::uint8_t passes = 0;   // in a row
    std::uint8_t had_pieces = 0;
    bool is_over = false;
    bool needs_stuck_check = true;  // whether anyone can move is computed on demand
    Outcome outcome;
    std::int32_t ply = 0;
    std::int32_t quiet = 0;  // plies without capture or placement
    std::int32_t moves_made[2] = {0, 0};
    std::int32_t turn = 0;
    std::int32_t plies_left = 1;
    std::int32_t score[2] = {0, 0};
    std::int16_t last_source = -1, last_target = -1;
    std::int16_t repeat_rule = -1, repeat_site = -1;  // a move to be continued
    std::int16_t facing[2] = {0, 0};
    std::int16_t captured[2][kMaxKinds] = {};
    std::int16_t hand[2][kMaxKinds] = {};
    Bits<W> held;              // captured, but on the board as neutral until the turn ends
    Bits<W> visited;           // where pieces left from or came to in this turn, if rules ask
    Bits<W> kinds[kMaxKinds];  // used only if there is more than one kind
};

template <int W>
class Position {
   public:
    using Move = combinatorial::Move;
    using Policy = combinatorial::Policy;

    Position() = default;
    explicit Position(const Program<W>& program);

    // Lets this position and its copies count their work; the meter must outlive their use.
    void count_with(play::Meter* meter) { meter_ = meter; }
    void spend(std::int64_t steps) const {
        if (meter_ != nullptr) meter_->spend(steps);
    }

    const Program<W>& program() const { return *program_; }
    const State<W>& state() const { return state_; }
    static constexpr int kMostSeats = 2;
    // Rule, source, target, option.
    static constexpr int kMoveWidth = 4;
    static void pack(Move move, std::int32_t* out) {
        out[0] = move.rule;
        out[1] = move.source;
        out[2] = move.target;
        out[3] = move.option;
    }
    static Move unpack(const std::int32_t* in) {
        return {static_cast<std::int16_t>(in[0]), static_cast<std::int16_t>(in[1]),
                static_cast<std::int16_t>(in[2]), static_cast<std::uint16_t>(in[3])};
    }
    int seats() const { return 2; }
    int seat() const { return state_.seat ^ state_.swapped; }
    std::int32_t ply() const { return state_.ply; }
    bool over() const {
        if (state_.needs_stuck_check) check_stuck();
        return state_.is_over;
    }
    Outcome outcome() const {
        over();
        return for_seats(state_.outcome);
    }
    void moves(std::vector<Move>& out) const;
    std::int64_t count_moves() const;
    void make(Move move);
    bool make_random(Rng& rng);
    PlayoutResult playout(Rng& rng, int max_plies);
    bool can_swap() const;
    // Positions with the same key have the same future: the same moves, each leading to the same
    // keys, and the same end.
    std::uint64_t key() const;
    // The key for transposition tables, under which lines of play can meet: it leaves out the
    // earlier positions that must not recur and the quiet plies, which differ from line to line.
    std::uint64_t search_key() const;
    bool has_captures(Move move) const;
    float evaluate(const Policy& policy) const;
    float evaluate_seat(const Policy& policy, int seat) const;
    // The same board with the other seat to move.
    Position with_seat_to_move(int seat) const { return with_side_to_move(seat ^ state_.swapped); }

    // The pieces, for drawing, encoding and the advisors.
    int owner_at(int site) const {
        if (state_.owned[0].test(site)) return 0;
        if (state_.owned[1].test(site)) return 1;
        return state_.owned[2].test(site) ? 2 : -1;
    }
    int kind_at(int site) const;
    int height_at(int site) const;
    Piece piece_at(int site, int level) const;
    int cell_state_at(int site) const { return cell_states_.empty() ? 0 : cell_states_[site]; }
    Bits<W> empty() const {
        return minus(program_->board, state_.owned[0] | state_.owned[1] | state_.owned[2]);
    }
    Bits<W> flood(Bits<W> seeds, const Bits<W>& within, NborClass nbors) const;
    int piece_count(int owner) const;
    std::int32_t points(int seat) const;
    bool has_move(int seat) const;
    // All moves of a seat by the conditions alone, regardless of repetition.
    void candidates(int seat, std::vector<Move>& out) const;

   private:
    template <int V>
    friend struct Advisors;  // advisors_instance.h

    // The moves of a seat: sets of targets by lane, and moves tried one by one.
    struct Entry {
        std::int16_t rule;
        std::int16_t lane;  // lane, direction of a slide, 64 * steps + direction, or source
        std::int8_t shape;  // 0 lane or placement, 1 slide, 2 counted steps, 3 from one source
        std::int32_t count;
        Bits<W> targets;
    };
    // A cache: filled by gather(), dropped by every change and every copy.
    struct Gathered {
        static constexpr int kMostEntries = 96;
        int seat = -1;
        int tier = 0;
        int entries = 0;
        std::int32_t total = 0;
        std::array<Entry, kMostEntries> entry;
        std::vector<Move> list;
        Gathered() = default;
        Gathered(const Gathered&) {}
        Gathered& operator=(const Gathered&) {
            seat = -1;
            return *this;
        }
    };
    // What a condition, count or consequence is about. Lives on the stack of one move.
    struct Context {
        int seat = 0;
        int source = -1;
        int target = -1;
        int current = -1;
        const Rule<W>* rule = nullptr;
        bool after = false;             // the action is done
        bool within_capturing = false;  // `capturing` evaluates the captures of the move
        int captured = 0;
        int captured_value = 0;
        int under = 0;        // how many pieces were on the target before
        Piece under_piece{};  // flat boards: that piece
    };
    // Targets for which a condition may hold, given all but the target.
    struct Aims {
        Bits<W> sites;
        bool is_exact = false;  // it holds for these and no others
    };
    // The board as a capture sees it.
    struct View {
        Bits<W> friends, victims, occupied, empty;
    };

    // The outcome of the sides as one of the seats.
    Outcome for_seats(Outcome of_sides) const {
        if (state_.swapped) std::swap(of_sides.scores[0], of_sides.scores[1]);
        return of_sides;
    }
    Position with_side_to_move(int side) const;

    // moves
    void gather(int seat, int tier) const;
    void gather_all(int seat, int tier) const;
    void gather_again(int seat, int tier) const;
    void keep_longest(int seat) const;
    int captures_from(Move move, int seat, int depth) const;
    int captured_by(int seat) const;
    void gather_rule(int rule_index, int seat, int only_source) const;
    void list_rule(int rule_index, int seat, const Bits<W>& sources, const Bits<W>& targets) const;
    void list_line_counts(int rule_index, int seat, const Bits<W>& sources,
                          const Bits<W>& targets) const;
    void list_lanes(int rule_index, int seat, const Bits<W>& sources, const Bits<W>& targets) const;
    bool may_list_at_once(const Rule<W>& rule) const;
    void list_source(int rule_index, int seat, int source, const Bits<W>& targets) const;
    void list_pair(int rule_index, int seat, int source, int target, bool is_sure) const;
    void list_option(int rule_index, const Context& context, int option) const;
    void list_options(int rule_index, Context& context) const;
    void add_entry(int rule, int lane, int shape, const Bits<W>& targets) const;
    void gather_plan(int seat) const;
    void gather_lanes(int rule_index, int seat, const Bits<W>& sources,
                      const Bits<W>& targets) const;
    void gather_slides_from(int rule_index, int source, const Bits<W>& targets) const;
    enum class Foregone : std::uint8_t { kFails, kHolds, kDepends };
    Foregone foregone(int node, const Context& context) const;
    bool is_known_site(int code, const Context& context) const;
    bool is_known_number(int node, const Context& context) const;
    bool may_repeat(Move move) const;
    void gather_line_counts(int rule_index, const Bits<W>& sources, const Bits<W>& targets,
                            int seat) const;
    Bits<W> joined(const Bits<W>& own, const std::vector<Bits<W>>& regions) const;
    Bits<W> lane_targets(const Rule<W>& rule, const Lane<W>& lane, const Bits<W>& sources,
                         const Bits<W>& targets, int seat) const;
    Bits<W> slide_targets(const Rule<W>& rule, int direction, const Bits<W>& sources,
                          const Bits<W>& targets) const;
    Bits<W> slide_from(int direction, int source, const Bits<W>& targets) const;
    Move entry_move(const Entry& entry, int index) const;
    Move gathered_move(std::int32_t index) const;
    Bits<W> evaluate_set(const std::vector<SetText>& code, int seat) const;
    Bits<W> content_set(int content, int seat) const;
    Bits<W> role_set(int role, int seat) const;
    Bits<W> flanking_cells(int seat) const;
    Bits<W> seen_by_enemy(int seat) const;
    Bits<W> neighbour_count_set(const Bits<W>& of, int nbors, int comparison, int number) const;
    bool is_allowed(Move move) const;
    enum class Feasible : std::uint8_t { kNo, kUnclear, kChanges };
    Feasible acts_feasible(const RuleText& rule, Move move) const;
    bool may_pass() const;

    // changes
    void apply(Move move);
    bool apply_board(Move move);
    bool apply_steps(const Rule<W>& rule, Move move);
    void remember(Move move);
    bool recurs_too_often() const;
    std::uint64_t board_key() const;
    std::uint64_t repetition_key() const;
    std::uint64_t turn_word() const;
    std::uint64_t recalled() const;
    Bits<W> chosen(int record, const Bits<W>& sites, int seat) const;
    void act(const Rule<W>& rule, Context& context);
    void follow(const PostText& post, Context& context, int option);
    bool passes(const PostText& post, const Context& context, int site) const;
    bool covers_victim(const PostText& post, const Context& context) const;
    Piece covered(const Context& context) const;
    Bits<W> aimed(const PostText& post, const Context& context, int choice) const;
    void capture(const PostText& post, Context& context, int choice);
    void capture_covered(const PostText& post, Context& context);
    void imprison(int site, Context& context);
    void hold(int site, Context& context, bool recycle);
    void convert(const PostText& post, Context& context, int choice);
    void convert_covered(const PostText& post, const Context& context);
    Piece converted(const PostText& post, Piece piece, int seat) const;
    void change_hands(const Bits<W>& sites, int seat);
    template <typename Fn>
    void change_top(int site, Fn&& change);
    int turned(int flags, int turns) const;
    void change_state(const PostText& post, const Context& context);
    void displace(const PostText& post, Context& context);
    int pushed_to(int site, int direction, int steps) const;
    void push(int site, int direction, int steps, Context& context);
    void push_covered(int direction, int steps, Context& context);
    void exchange(Context& context);
    void fall(int direction, Context& context);
    void put(int site, Piece piece);
    Piece lift(int site);
    void clear(int site);
    void show_top(int site);
    void place_flat(int site, int kind, int owner);
    void clear_flat(int site);
    void count_captured(Piece piece, Context& context, bool recycle);
    void take(int site, int levels, Context& context, bool recycle);
    void drop_lowest(int site, int levels);
    Piece* stack_at(int site) { return &stacks_[site * program_->text.stack_limit]; }
    void note_gain(int owner, int site);
    void come_to_rest(Move move);
    void end_turn();
    void after_change();
    void judge(int mover, bool was_pass = false);
    void set_result(int winner, Reason reason);
    void check_stuck() const;
    bool repeats() const;

    // conditions
    int site_of(int code, const Context& context) const;
    bool holds(int node, const Context& context) const;
    bool way_holds(const NodeText& node, const Context& context) const;
    bool is_linked(const Context& context) const;
    bool site_holds(const NodeText& node, int site, const Context& context) const;
    Bits<W> way_sites(const NodeText& node, const Context& context) const;
    Aims aims(int node, const Context& context) const;
    Aims compared_aims(const NodeText& node, const Context& context) const;
    bool sees_target(int node) const;
    std::int32_t number(int node, const Context& context) const;
    std::int32_t calculated(const NodeText& node, const Context& context) const;
    std::int32_t owned_number(const NodeText& node, int owner) const;
    std::int32_t capture_number(const NodeText& node, const Context& context) const;
    std::int32_t line_number(const NodeText& node, const Context& context) const;
    std::int32_t site_number(const NodeText& node, int site, const Context& context) const;
    bool end_holds(int node, int player, bool local) const;
    bool connects(const NodeText& node, int player, bool local) const;
    bool rings(const NodeText& node, int player) const;
    bool groups(const NodeText& node, int player, bool local) const;
    bool has_row(const Bits<W>& own, int length, int nbors) const;
    bool has_row_through(const Bits<W>& own, int site, int length, int nbors) const;
    Bits<W> flanked(int direction, int target, const View& view, int length) const;
    bool has_pattern(const Bits<W>& own, const std::vector<std::int32_t>& steps) const;
    bool reaches(const NodeText& node, int player) const;
    bool reaches_sides(const NodeText& node, int player) const;
    bool has_captured(const NodeText& node, int player) const;
    bool is_eliminated(int asked) const;
    bool has_stack(const NodeText& node, int player) const;
    Bits<W> record_set(int record, int player) const;
    bool fits(const RecordText& record, Piece piece, int player) const;
    bool top_fits(int record, int site, int seat, int default_role) const;
    int resolve(int role, int seat) const;
    Bits<W> affected_groups(int kind, const View& view, const Context& context) const;
    Bits<W> affected_run(int kind, const View& view, const Context& context) const;
    Bits<W> affected(int kind, int length, const View& view, const Context& context) const;
    View view_before(const Context& context, int record) const;
    View view_now(const Context& context, int record) const;
    bool would_capture(const Context& context) const;
    bool captures_simply(const Context& context) const;
    bool captures_now(const Context& context) const;
    Bits<W> victims(const PostText& post, const Context& context) const;
    int pieces_in(const Bits<W>& sites) const;
    int liberties(int site, int seat) const;
    bool attacked(int site, int seat) const;
    int group_count(int owner, bool largest) const;

    // playouts
    PlayoutResult side_playout(Rng& rng, int max_plies);
    bool may_end(int node, int player) const;
    PlayoutResult scatter_joining(Rng& rng, int max_plies);
    struct LineScatter;
    PlayoutResult scatter_lines(Rng& rng, int max_plies);
    struct GroupScatter;
    PlayoutResult scatter_groups(Rng& rng, int max_plies);
    PlayoutResult quick_playout(Rng& rng, int max_plies);
    int drop_for_rows(Rng& rng, int max_plies);
    Move drawn_by_piece(Rng& rng) const;
    void make_quickly(Move move);
    bool ends_at_once(int mover, bool was_pass);

    // Steps of filling a region: about as many rounds as the board is long.
    std::int64_t flood_steps() const { return 2 * W * (4 + program_->longest_ray); }
    // Steps for copying and changing everything kept in addition to the sets.
    std::int64_t size_steps() const {
        return 4 + static_cast<std::int64_t>(sizeof(State<W>) / 64 +
                                             (stacks_.size() + history_.size()) / 32);
    }

    const Program<W>* program_ = nullptr;
    mutable State<W> state_;             // mutable: whether anyone can move is computed on demand
    std::vector<std::uint8_t> heights_;  // rich games: pieces on each site
    std::vector<Piece> stacks_;          // rich games: [site * stack limit + level]
    std::vector<std::uint8_t> cell_states_;  // rich games
    std::vector<std::uint64_t> history_;     // keys since the last irreversible ply
    play::Meter* meter_ = nullptr;           // counts the work, if set
    mutable Gathered gathered_;
};

extern template class Position<1>;
extern template class Position<2>;
extern template class Position<4>;
extern template class Position<8>;
extern template class Position<16>;

}  // namespace ludwright::combinatorial
