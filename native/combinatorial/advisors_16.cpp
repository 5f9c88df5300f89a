#include "combinatorial/advisors_instance.h"

namespace ludwright::combinatorial {

template Policy make_policy(const Program<16>&, const AdvisorWeights&, const AdvisorScales&);
template float advisor_value(const Position<16>&, const Policy&, int, int);
template float Position<16>::evaluate(const Policy&) const;
template float Position<16>::evaluate_seat(const Policy&, int) const;

}  // namespace ludwright::combinatorial
