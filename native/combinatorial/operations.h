// The operations of a program: what the nodes of conditions, counts, consequences and ends may be.
//
// The lists are the only source of the numbers: Python looks them up by name, so nothing is written
// twice. Append, never renumber: programs may be stored.

#pragma once

#include <cstdint>

namespace ludwright::combinatorial {

// clang-format off: lists of names, wrapped by hand.

// Nodes of conditions and counts (op a b c d). Sites s: -1 from, -2 to, -3 current, -4 between,
// -5 last from, -6 last to, -7 absent, 0… a fixed site. Roles: see Role. Children are node indices
// smaller than the node's own, so an expression cannot have a cycle.
#define LUDWRIGHT_NODES(X)                                                                         \
    X(kTrue)                                                                                       \
    X(kFalse) X(kAnd) X(kOr) X(kXor) X(kNot) X(kGreater) X(kAtLeast) X(kEqual) X(kUnequal)         \
        X(kLess) X(kAtMost) X(kEmpty) X(kOccupied) X(kOwnedBy) X(kPiece) X(kLine) X(kSteps)        \
            X(kAdjacent) X(kConnected) X(kSupported) X(kBlockedBeyond) X(kInMask) X(kSameLine)     \
                X(kAttacked) X(kFlanks) X(kCapturing) X(kFirstMove) X(kConst) X(kNumBetween)       \
                    X(kNumNbors) X(kGroupSize) X(kHeight) X(kPieceState) X(kCellState)             \
                        X(kDistance) X(kLookup) X(kCaptureValue) X(kFreedom) X(kNumCaptures)       \
                            X(kNumCaptured) X(kNumPieces) X(kNumHand) X(kLineCount) X(kLineLength) \
                                X(kNumGroups) X(kLargestGroup) X(kMoveNumber) X(kScoreOf) X(kAdd)  \
                                    X(kSubtract) X(kMultiply) X(kDivide) X(kModulo) X(kMinimum)    \
                                        X(kMaximum) X(kAbsolute) X(kEndAnd) X(kEndOr) X(kEndNot)   \
                                            X(kConnect) X(kCycle) X(kGroup) X(kInARow) X(kPattern) \
                                                X(kReach) X(kReachSides) X(kCaptured)              \
                                                    X(kEliminated) X(kScore) X(kScoreBest)         \
                                                        X(kStack) X(kCellHasState)                 \
                                                            X(kPieceHasState) X(kNoMove)           \
                                                                X(kNoMoves) X(kVisited)

// Instructions of set programs (op a b c): each pushes a register computed from earlier ones.
#define LUDWRIGHT_SETS(X)                                                                       \
    X(kSetOwn)                                                                                  \
    X(kSetEnemy) X(kSetNeutral) X(kSetEmpty) X(kSetOccupied) X(kSetAll) X(kSetKind) X(kSetMask) \
        X(kSetAnd) X(kSetOr) X(kSetNot) X(kSetDilate) X(kSetSupported) X(kSetNborCount)         \
            X(kSetFlanks) X(kSetOwnedBy) X(kSetSeen)

// How `from` and `to` of a rule are related.
#define LUDWRIGHT_RELATIONS(X) \
    X(kPlaceAnywhere)          \
    X(kWalks) X(kAtDistance) X(kSlide) X(kLineCountAway) X(kOnLine) X(kAnyPair) X(kPassing)

// Actions and consequences.
#define LUDWRIGHT_ACTS(X) X(kPop) X(kPush)
#define LUDWRIGHT_POSTS(X)                                                                         \
    X(kCapture)                                                                                    \
    X(kConvert) X(kRotate) X(kChangeDirection) X(kDisplace) X(kSetCellState) X(kSetPieceState)     \
        X(kIncreaseState) X(kAddFlags) X(kRemoveFlags) X(kAddScore) X(kRepeat) X(kSwap) X(kRemove) \
            X(kGravity)

// Which stacks a capture or conversion affects.
#define LUDWRIGHT_CAPTURES(X)                                                                   \
    X(kReplace)                                                                                 \
    X(kSurround) X(kBetween) X(kCustodial) X(kFlank) X(kIntervention) X(kApproach) X(kWithdraw) \
        X(kDirectNbors) X(kIndirectNbors) X(kAllNbors) X(kLineOf) X(kGroupOf) X(kChoice)        \
            X(kAnyOne) X(kItself)

// clang-format on

#define LUDWRIGHT_ENUM(name) name,
enum Node : std::int32_t { LUDWRIGHT_NODES(LUDWRIGHT_ENUM) kNodeCount };
enum SetOperation : std::int32_t { LUDWRIGHT_SETS(LUDWRIGHT_ENUM) kSetOperationCount };
enum Relation : std::int32_t { LUDWRIGHT_RELATIONS(LUDWRIGHT_ENUM) kRelationCount };
enum ActOperation : std::int32_t { LUDWRIGHT_ACTS(LUDWRIGHT_ENUM) kActOperationCount };
namespace post {
enum Operation : std::int32_t { LUDWRIGHT_POSTS(LUDWRIGHT_ENUM) kCount };
}
namespace capture {
enum Kind : std::int32_t { LUDWRIGHT_CAPTURES(LUDWRIGHT_ENUM) kCount };
}
#undef LUDWRIGHT_ENUM

// Sites named by a node.
enum SiteCode : std::int32_t {
    kFrom = -1,
    kTo = -2,
    kCurrent = -3,
    kMiddle = -4,
    kLastFrom = -5,
    kLastTo = -6,
    kNowhere = -7,
};

// A player seen from the mover (or, in an end clause, from the player it is about).
enum RoleCode : std::int32_t {
    kRoleMover,
    kRoleEnemy,
    kRoleNeutral,
    kRoleAny,
    kRoleNone,
    kRoleSeat0,
    kRoleSeat1,
    kRoleSeats,  // both players, without neutral pieces
    kRoleCount,
};

// What a cell holds, as seen by the mover.
enum ContentCode : std::int32_t {
    kContentEmpty,
    kContentEnemy,
    kContentFriend,
    kContentAny,
    kContentNeutral,
    kContentCount,
};

// Which neighbours: those of the board's adjacency, direct, indirect, or both.
enum NborClass : std::int32_t { kBoardNbors, kDirect, kIndirect, kAllOfThem, kNborClassCount };

// Turtle steps.
enum TurtleCode : std::int32_t {
    kForward,
    kBack,
    kTurnLeft,
    kTurnRight,
    kForwardLeft,
    kForwardRight,
    kBackLeft,
    kBackRight,
    kTurtleCount,
};

// How the direction of a walk is chosen: the mover's facing, every direct direction, or 2 + d.
enum WalkDirection : std::int32_t { kFacing, kEveryDirection, kFixedDirection };

enum RepetitionRule : std::int32_t {
    kRepetitionIllegal,
    kRepetitionDraw,
    kRepetitionIgnored,
    kRepetitionBoardDraw,
    kRepetitionRuleCount,
};

enum TieCode : std::int32_t { kMoverWins, kMoverLoses, kTieDraw, kTieCount };
enum ResultCode : std::int32_t { kWin, kLose, kDraw, kResultCount };

}  // namespace ludwright::combinatorial
