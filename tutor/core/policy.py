"""Which question comes next, and why: two queues, a focus slot and an age guard.

FSRS decides only whether a seen question is due; a value decides which due and which new question is worth the next
minute. Every fourth pick is free to take the most valuable question of all, and anything overdue by four study days
goes first. Pure: same input, same pick; no clock, no random numbers. The formulas were tuned in simulation and are
described in docs/selection.md.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tutor.core.pick import Reason, Slot
from tutor.core.rows import TrapKey

AGED_DAYS = 4
FOCUS_EVERY = 4
TRAP_WEIGHT = 0.5
SECOND_WEIGHT = 0.4
FIRST_WEIGHT_OF_TWO = 0.7
RECALL_DISCOUNT = 0.4
"""A remembered question teaches less about its concept, but it also takes less of the minutes."""
UNSEEN_FACTOR = 0.8
"""A question never seen teaches more than a seen one, but takes about one and a half times as long."""
CONTRAST_BONUS = 1.5
CONTRAST_PICKS = 12
LAST_WEEK_RETENTION = 0.95
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question that may be picked: eligible in this exam and not answered today."""

    id: str
    concepts: tuple[str, ...]
    traps: tuple[TrapKey, ...] = ()
    seen: bool = False
    recall: float = 0.0
    """Recall at the start of the study day; 0 for an unseen question."""
    due: bool = False
    overdue: int = 0
    """Study days past the due day, 0 when not late."""
    case: str = ""
    """The case it belongs to, "" for none."""


@dataclass(frozen=True, slots=True)
class ConceptNumbers:
    """What the value uses of a concept, and what the explanation shows besides."""

    weight: float
    """Share of the exam, w."""
    knows: float
    """Estimated chance that the learner knows it, p."""
    recency: float
    """Discounted answers of the last days, E."""
    evidence: float = 0.0
    """Discounted weight behind p, n."""
    answers: int = 0
    days_ago: int | None = None


@dataclass(frozen=True, slots=True)
class TrapNumbers:
    """What the value uses of one direction of a trap."""

    weight: float
    falls: float
    """Estimated chance of taking the lure, l."""
    recency: float
    """Discounted answers on the pair, both directions, E."""
    evidence: float = 0.0
    taken: int = 0
    exposures: int = 0
    days_ago: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Estimates behind a pick, asked for by id; a concept or trap that is not known may be given zeros."""

    concept: Callable[[str], ConceptNumbers]
    trap: Callable[[TrapKey], TrapNumbers]


@dataclass(frozen=True, slots=True)
class Day:
    """Where the study day stands. All of it follows from today's log and the settings."""

    pick_no: int = 0
    """Answers given today, from 0."""
    new_left: int = 0
    """New questions still meant for today."""
    credit: float = 0.0
    """Accumulated share of new questions; a new one is served when it reaches 1."""
    last_week: bool = False
    """The exam is at most seven days away: no new questions."""
    recent: Sequence[frozenset[TrapKey]] = field(default_factory=tuple)
    """Directions met by the last picks of today, oldest first."""
    case: str = ""
    """The case of the last review answer of today, and that question."""
    last: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """The question, the reason, and the accumulated share after this pick."""

    question_id: str
    reason: Reason


def need(numbers: ConceptNumbers) -> float:
    """Worth of practising a concept: largest for half-known ones, spread by recency, weighted by the exam."""
    p = numbers.knows
    return numbers.weight * (1.0 - p) * min(max(0.35 + 1.3 * p, 0.0), 1.0) / (1.0 + numbers.recency)


def trap_term(numbers: TrapNumbers, bonus: float) -> float:
    """Worth of meeting one direction of a trap."""
    return numbers.weight * numbers.falls / (1.0 + numbers.recency) * bonus


def worth_of_minute(recall: float, seen: bool) -> float:
    """What a question teaches for its time, by how well it is remembered; falls with recall among seen questions."""
    return 1.0 - RECALL_DISCOUNT * recall if seen else UNSEEN_FACTOR


def value_of(numbers: Mapping[str, float | int | str | None]) -> float:
    """The value of a question from the numbers stored in its reason; equals the value used to 1e-9."""

    def number(key: str) -> float:
        value = numbers.get(key)
        return float(value) if isinstance(value, int | float) else 0.0

    first = number("w_c1") * (1 - number("p_c1")) * min(max(0.35 + 1.3 * number("p_c1"), 0), 1) / (1 + number("E_c1"))
    second = number("w_c2") * (1 - number("p_c2")) * min(max(0.35 + 1.3 * number("p_c2"), 0), 1) / (1 + number("E_c2"))
    trap = number("w_k") * number("l_kd") / (1 + number("E_k")) * number("bonus")
    share = FIRST_WEIGHT_OF_TWO if numbers.get("c2") else 1.0
    factor = 1 - RECALL_DISCOUNT * number("R") if number("seen") else UNSEEN_FACTOR
    return factor * (share * first + SECOND_WEIGHT * second + TRAP_WEIGHT * trap)


def appraise(candidate: Candidate, view: View, recent: Sequence[frozenset[TrapKey]] = ()) -> Reason:
    """Value of a question with the numbers behind it; the slot is filled in by `choose`. A question uses its first two
    concepts and, of its traps, the one with the larger term."""
    numbers: dict[str, float | int | str | None] = {"R": candidate.recall, "seen": int(candidate.seen)}
    concept_part = 0.0
    shares = (FIRST_WEIGHT_OF_TWO, SECOND_WEIGHT) if len(candidate.concepts) > 1 else (1.0,)
    for place, (share, concept) in enumerate(zip(shares, candidate.concepts, strict=False), start=1):
        c = view.concept(concept)
        concept_part += share * need(c)
        numbers |= {
            f"c{place}": concept,
            f"w_c{place}": c.weight,
            f"p_c{place}": c.knows,
            f"E_c{place}": c.recency,
            f"n_c{place}": c.evidence,
            f"answers_c{place}": c.answers,
            f"days_c{place}": c.days_ago,
        }
    trap_part = 0.0
    best: tuple[float, TrapKey, TrapNumbers, float] | None = None
    for key in candidate.traps:
        t = view.trap(key)
        bonus = contrast_bonus(key, recent)
        term = trap_term(t, bonus)
        if best is None or term > best[0]:
            best = (term, key, t, bonus)
    if best is not None:
        term, (trap, side), t, bonus = best
        trap_part = TRAP_WEIGHT * term
        numbers |= {
            "k": trap,
            "d": side,
            "w_k": t.weight,
            "l_kd": t.falls,
            "E_k": t.recency,
            "n_kd": t.evidence,
            "bonus": bonus,
            "taken": t.taken,
            "exposures": t.exposures,
            "days_k": t.days_ago,
        }
    value = worth_of_minute(candidate.recall, candidate.seen) * (concept_part + trap_part)
    about = "trap" if trap_part > concept_part else "concept" if candidate.concepts else ""
    return Reason("due", about, value, numbers)  # type: ignore[arg-type]


def contrast_bonus(key: TrapKey, recent: Sequence[frozenset[TrapKey]]) -> float:
    """1.5 when the other direction of the trap was met in the last 12 picks of today and this one was not, else 1."""
    met = [k for directions in list(recent)[-CONTRAST_PICKS:] for k in directions if k[0] == key[0]]
    return CONTRAST_BONUS if met and key not in met else 1.0


def new_share(new_left: int, due: int) -> float:
    """Share of new questions among the next picks."""
    return new_left / (new_left + due) if new_left > 0 else 0.0


def scorer(view: View, recent: Sequence[frozenset[TrapKey]] = ()) -> Callable[[Candidate], float]:
    """The value that `appraise` gives, as a function that works out each concept and trap once: for ranking many."""
    needs: dict[str, float] = {}
    terms: dict[TrapKey, float] = {}

    def concept(key: str) -> float:
        needs[key] = found = need(view.concept(key))
        return found

    def trap(key: TrapKey) -> float:
        terms[key] = found = trap_term(view.trap(key), contrast_bonus(key, recent))
        return found

    def score(candidate: Candidate) -> float:
        concepts, traps = candidate.concepts, candidate.traps
        part = 0.0
        if concepts:
            first = concepts[0]
            part = needs[first] if first in needs else concept(first)
            if len(concepts) > 1:
                second = concepts[1]
                part = FIRST_WEIGHT_OF_TWO * part
                part += SECOND_WEIGHT * (needs[second] if second in needs else concept(second))
        if traps:
            part += TRAP_WEIGHT * max([terms[k] if k in terms else trap(k) for k in traps])
        return part * (1.0 - RECALL_DISCOUNT * candidate.recall if candidate.seen else UNSEEN_FACTOR)

    return score


def choose(candidates: Iterable[Candidate], view: View, day: Day) -> Choice | None:
    """The next question of a study day with its one reason; None when no candidate is left to show.

    Ties go to the lower recall, then to the smaller id, so that the order of the candidates changes nothing."""
    pool = list(candidates)
    unseen = [] if day.last_week else [c for c in pool if not c.seen]
    due = [c for c in pool if c.seen and c.due]
    aged = [c for c in due if c.overdue >= AGED_DAYS]
    new_left = min(day.new_left, len(unseen))
    share = new_share(new_left, len(due))
    credit = day.credit

    def best(group: Sequence[Candidate], slot: Slot) -> Choice:
        chosen = _first_of_case(_most_valuable(group, view, day), group)
        return _choice(chosen, appraise(chosen, view, day.recent), slot, credit)

    if aged:
        return best(aged, "overdue")
    following = _same_case(pool, day)
    if following is not None:
        return _choice(following, appraise(following, view, day.recent), "case", credit)
    if day.pick_no % FOCUS_EVERY == FOCUS_EVERY - 1:
        free = [c for c in pool if c.seen] if day.last_week else pool
        if free:
            return best(free, "focus")
    credit += share
    if credit >= 1.0 - _ROUNDING and unseen and share > 0.0:
        credit -= 1.0
        return best(unseen, "new")
    if due:
        return best(due, "due")
    if unseen:
        return best(unseen, "new")
    ahead = [c for c in pool if c.seen]
    if not ahead:
        return None
    chosen = min(ahead, key=lambda c: (c.recall, c.id))
    return _choice(chosen, appraise(chosen, view, day.recent), "ahead", credit)


def choose_for_drill(candidates: Iterable[Candidate], view: View, day: Day) -> Choice | None:
    """The most valuable question of a set the learner asked for, due or not; None when the set is used up today."""
    pool = list(candidates)
    if not pool:
        return None
    chosen = _most_valuable(pool, view, day)
    return _choice(chosen, appraise(chosen, view, day.recent), "drill", day.credit)


def choose_contrast(
    candidates: Iterable[Candidate], view: View, day: Day, wanted: TrapKey, answered: Collection[str] = ()
) -> Choice | None:
    """A question in which one direction of a trap can be met, due or not: never seen before seen (in the last week
    seen before never seen), then the most valuable; one that was `answered` today only when there is no other. Without
    any, a question of the trap in its other direction that was not answered today; None without that. The number
    `opposite` of the reason tells which."""
    pool = list(candidates)
    same = [c for c in pool if wanted in c.traps]
    other = [c for c in pool if any(trap == wanted[0] for trap, _ in c.traps) and c.id not in answered]
    group = [c for c in same if c.id not in answered] or same or other
    if not group:
        return None
    chosen = _most_valuable([c for c in group if c.seen == day.last_week] or group, view, day)
    # The reason speaks of this trap, even where another one of the question is worth more.
    about = replace(chosen, traps=tuple(key for key in chosen.traps if key[0] == wanted[0]))
    reason = replace(appraise(about, view, day.recent), about="trap")
    reason = replace(reason, numbers={**reason.numbers, "opposite": int(wanted in chosen.traps)})
    return _choice(chosen, reason, "contrast", day.credit)


def _same_case(pool: Sequence[Candidate], day: Day) -> Candidate | None:
    """The next question of the case that the last review question belongs to: one never seen or due, in order of id,
    those after the last one first. A case is read once for all of its questions, so it may go beyond the daily number
    of new ones by the rest of the case."""
    rest = [c for c in pool if day.case and c.case == day.case and (c.due if c.seen else not day.last_week)]
    return min(rest, key=lambda c: (c.id <= day.last, c.id), default=None)


def _first_of_case(chosen: Candidate, group: Sequence[Candidate]) -> Candidate:
    """A case begins with the first of its questions that were never seen."""
    if not chosen.case or chosen.seen:
        return chosen
    return min((c for c in group if c.case == chosen.case and not c.seen), key=lambda c: c.id)


def _most_valuable(group: Sequence[Candidate], view: View, day: Day) -> Candidate:
    """The candidate with the largest value; of equals the one with the lower recall, then the smaller id."""
    values = list(map(scorer(view, day.recent), group))
    top = max(values)
    equals = [c for c, value in zip(group, values, strict=True) if value == top]
    return min(equals, key=lambda c: (c.recall, c.id))


def _choice(chosen: Candidate, reason: Reason, slot: Slot, credit: float) -> Choice:
    numbers = {**reason.numbers, "overdue": chosen.overdue, "credit": credit}
    return Choice(chosen.id, Reason(slot, reason.about, reason.value, numbers))
