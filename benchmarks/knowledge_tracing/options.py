"""Which option is chosen: shares of the wrong options alone, and with what this learner did before.

Two protocols of section 6 of the folder's README. *Tracking*: wrong answers only, one learner's questions in a random
order, 60 % of the learners known. *All options*: five folds by learner, ability from the other questions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold

from benchmarks.knowledge_tracing.data import Floats, Ints, OptionSet
from benchmarks.knowledge_tracing.tendency import ABSENT, Leaning, Paper, learn, orders, trace
from tutor.core import confusion
from tutor.core.confusion import Rate
from tutor.core.prior import Prior

STRENGTHS = (2.0, 5.0, 10.0, 20.0, 40.0)
BY_KEY = {"datamedical", "msatb"}
"""Sets whose answers are sets of letters: an error leaves something out, adds something, or both."""
NULL_CONTROL = {"sat12", "hci"}
"""Sets without a tag that recurs: the position of the option stands in for one."""


@dataclass(frozen=True, slots=True)
class Tracked:
    """Mean log-loss of the chosen wrong option by arm; number of wrong answers."""

    losses: dict[str, float]
    answers: int


def error_tags(table: OptionSet) -> Ints:
    """Kind of error by question and option, -1 for the key and padding; shape (questions, most options)."""
    most = max(map(len, table.options))
    tags = np.full((len(table.key), most), -1)
    for q, (key, options) in enumerate(zip(table.key.tolist(), table.options, strict=True)):
        for j, text in enumerate(options):
            if j != key:
                tags[q, j] = _tag(table.name, text, options[key], j)
    return tags


def _tag(name: str, text: str, key: str, place: int) -> int:
    if name in BY_KEY:
        return 0 if set(text) < set(key) else 1 if set(text) > set(key) else 2
    if name == "iqitems":
        return {"7": 0, "8": 1}.get(text, 2)
    return place


def wrong_shares(table: OptionSet, learners: Ints) -> Floats:
    """Share of each wrong option among the wrong answers of these learners, + 0.5 each; 0 for the key and padding."""
    out = np.zeros((len(table.key), max(map(len, table.options))))
    for q, options in enumerate(table.options):
        picks = table.chosen[learners, q]
        counts = np.bincount(picks[picks >= 0], minlength=len(options)) + 0.5
        counts[table.key[q]] = 0.0
        out[q, : len(options)] = counts / counts.sum()
    return out


def paper(table: OptionSet, learners: Ints, closeness: bool) -> Paper:
    """The questions as these learners answered them. `closeness`: with a leaning to follow popularity."""
    shares = wrong_shares(table, learners)
    there = shares > 0
    log_share = np.where(there, np.log(np.where(there, shares, 1.0)), ABSENT)
    tags = error_tags(table)
    tilt = (tags[:, :, None] == np.arange(tags.max() + 1)).astype(float)
    if closeness:
        plain = np.where(there, log_share, 0.0)
        centred = np.where(there, plain - (shares * plain).sum(1, keepdims=True), 0.0)
        tilt = np.concatenate([tilt, centred[:, :, None]], axis=2)
    picks = table.chosen[learners]
    right = ((picks == table.key) & (picks >= 0)).sum(0) + 0.5
    answered = (picks >= 0).sum(0) + 1.0
    return Paper(table.key, log_share, tilt, np.log(right / (answered - right)))


def track(table: OptionSet, rounds: int) -> Tracked:
    """Every arm on the held-out learners, online."""
    people = np.random.RandomState(0).permutation(len(table.chosen))
    cut = round(0.6 * len(people))
    train, test = people[:cut], people[cut:]
    questions = len(table.key)
    order = orders(len(test), questions, 1)
    chosen = table.chosen[test]
    plain, close = paper(table, train, False), paper(table, train, True)
    shares = np.where(plain.popularity > ABSENT, np.exp(plain.popularity), 0.0)
    tags = error_tags(table)
    mass = np.einsum("qj,qjt->qt", shares, plain.tilt[:, :, : int(tags.max()) + 1])
    losses: dict[str, float] = {}
    for name, questions_of in (("leanings by tag", plain), ("leanings by tag + closeness to popularity", close)):
        prior = learn(table.chosen[train], orders(len(train), questions, 2), questions_of, rounds)
        done = trace(chosen, order, questions_of, prior)
        losses[name] = -float(np.nanmean(done.log_p))
        losses["popularity"] = -float(np.nanmean(done.log_popularity))
    wide = Leaning(np.zeros(plain.tilt.shape[2] + 1), np.diag([1e-12] * plain.tilt.shape[2] + [0.8**2]))
    right = trace(chosen, order, plain, wide).right
    on_train = orders(len(train), questions, 1)
    strength = min(STRENGTHS, key=lambda a: rate_loss(table.chosen[train], on_train, plain, tags, mass, a))
    losses["rate, strength tuned"] = rate_loss(chosen, order, plain, tags, mass, strength)
    losses["ours shipped"] = core_loss(chosen, order, plain, tags, mass, right)
    there = (chosen >= 0) & (chosen != table.key)
    options = (shares > 0).sum(1)
    losses["uniform"] = float(np.mean(np.log(np.broadcast_to(options, chosen.shape)[there])))
    return Tracked(losses, int(there.sum()))


def rate_loss(chosen: Ints, order: Ints, paper: Paper, tags: Ints, mass: Floats, strength: float) -> float:
    """Popularity times (a + picks) / (a + expected) by tag, counted on wrong answers only."""
    picks = np.full((len(chosen), mass.shape[1]), strength)
    expected = picks.copy()
    everyone, total, count = np.arange(len(chosen)), 0.0, 0
    for place in range(chosen.shape[1]):
        q = order[:, place]
        c = chosen[everyone, q]
        who = np.flatnonzero((c >= 0) & (c != paper.key[q]))
        q, c = q[who], c[who]
        rate = picks[who] / expected[who]
        tag = tags[q, c]
        tilted = rate[np.arange(len(who)), tag] / (mass[q] * rate).sum(1)
        total -= float((paper.popularity[q, c] + np.log(tilted)).sum())
        count += len(who)
        expected[who] += mass[q]
        picks[who, tag] += 1
    return total / count


def core_loss(chosen: Ints, order: Ints, paper: Paper, tags: Ints, mass: Floats, right: Floats) -> float:
    """The same through `tutor.core.confusion`: fixed prior, all answers counted, evidence forgotten by exposures."""
    prior = Prior().confusion
    total, count = 0.0, 0
    kinds = range(mass.shape[1])
    for learner in range(len(chosen)):
        rates = [Rate() for _ in kinds]
        for q in order[learner].tolist():
            c = int(chosen[learner, q])
            if c < 0:
                continue
            wrong = c != paper.key[q]
            tag = int(tags[q, c]) if wrong else -1
            if wrong:
                means = [confusion.mean_rate(rate.picks, rate.expected, prior) for rate in rates]
                share = sum(float(mass[q, k]) * means[k] for k in kinds)
                total -= float(paper.popularity[q, c]) + float(np.log(means[tag] / share))
                count += 1
            chance = 1.0 - float(right[learner, q])
            for k in kinds:
                if mass[q, k] > 0:
                    rates[k] = confusion.expose(rates[k], chance * float(mass[q, k]), tag == k, prior)
    return total / count


def all_options(table: OptionSet) -> dict[str, float]:
    """Log-loss over all answers, key included, of three models that know other learners."""
    picks, there = table.chosen, table.chosen >= 0
    losses = {"popularity": 0.0, "IRT ability x popularity": 0.0, "nominal": 0.0}
    for train, test in KFold(5, shuffle=True, random_state=0).split(picks):
        correct = (picks == table.key) & there
        share = correct[train].sum(0) / there[train].sum(0)
        residual = np.where(there, correct - share, 0.0)
        for q, options in enumerate(table.options):
            ability = (residual.sum(1) - residual[:, q]) / np.sqrt(len(table.key))
            x = np.column_stack([ability, 0.3 * ability**2]) / ability[train].std()
            fit, held = train[there[train, q]], test[there[test, q]]
            y, answers = picks[fit, q], picks[held, q]
            counts = np.bincount(y, minlength=len(options)) + 0.5
            losses["popularity"] -= float(np.log(counts / counts.sum())[answers].sum())
            key = int(table.key[q])
            right = LogisticRegression().fit(x[fit, :1], y == key).predict_proba(x[held, :1])[:, 1]
            wrong = counts.copy()
            wrong[key] = 0.0
            p = np.where(answers == key, right, (1 - right) * (wrong / wrong.sum())[answers])
            losses["IRT ability x popularity"] -= float(np.log(np.maximum(p, 1e-9)).sum())
            model = LogisticRegression(max_iter=300).fit(x[fit], y)
            column = np.searchsorted(model.classes_, answers)
            column = np.minimum(column, len(model.classes_) - 1)
            p = model.predict_proba(x[held])[np.arange(len(held)), column]
            p = np.where(model.classes_[column] == answers, p, 1e-9)
            losses["nominal"] -= float(np.log(np.maximum(p, 1e-9)).sum())
    return {name: total / int(there.sum()) for name, total in losses.items()}
