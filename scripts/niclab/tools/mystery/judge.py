"""Judges an answer: draws the mystery again, and simulates what was claimed where that is wrong."""
import dataclasses
import re

from niclab.errors import WrongInput, did_you_mean
from niclab.tools.lesson.answers import Answers
from niclab.tools.lesson.expected import Answer
from niclab.tools.lesson.marking import Mark
from niclab.tools.lesson.units import in_unit
from niclab.tools.mystery import compare, evidence
from niclab.tools.mystery.draw import Mystery
from niclab.tools.mystery.faults import Fault, Hidden, faults, kinds, of_kind
from niclab.tools.mystery.sheet import sheet_of

SEEDS_OF_SPREAD = 3
MEAN_OF_STAGE = re.compile(r"\w+: \w+ \w+_to_\w+ \(us\)")  # a student has seen these first
CLEAR = 4.0  # times the spread of the seeds: what an answer is refused by


@dataclasses.dataclass(frozen=True)
class Claim:
    """What a student says; None for what he does not."""
    side: str | None
    place: str | None
    fault: Fault | None
    value: float | None
    evidence: evidence.Evidence | None


def kind_of(place: str | None, text: str | None) -> Fault | None:
    if text is None:
        return None
    if place is None:
        raise WrongInput(f"'{text}' without a place; expected the place of this kind")
    known = kinds([f for f in faults() if f.place == place])
    found = next((of_kind(place, kind) for kind in known if kind.casefold() == text.casefold()), None)
    if found is None:
        raise WrongInput(f"unknown kind '{text}' of place '{place}'{did_you_mean(text, known)}; expected one of: {'; '.join(known)}")
    return found


def value_of(fault: Fault | None, text: str | None) -> float | None:
    if text is None or fault is None:
        return None
    if not fault.unit:
        raise WrongInput(f"'{text}' for a kind without a value; expected no value")
    try:
        return in_unit(text, fault.unit)
    except ValueError as error:
        raise WrongInput(f'{error}; expected a number of {fault.unit} such as "12 {fault.unit}"') from error


def claimed(given: Answers) -> Claim:
    """Raises WrongInput with the file's name and the key."""
    word = {key: None if one is None else str(one) for key, one in given.given.items()}
    key = ""
    try:
        fault = kind_of(word["place"], word[key := "kind"])
        value = value_of(fault, word[key := "value"])
        seen = None if word["evidence"] is None else evidence.read(str(word[key := "evidence"]))
    except WrongInput as error:
        raise WrongInput(f"{given.file}: {key}: {error}") from error
    return Claim(word["side"], word["place"], fault, value, seen)


class Judge:
    """Of one mystery; what is simulated for one answer serves the next."""

    def __init__(self, mystery: Mystery):
        self.mystery, self.points = mystery, {q.key: q.points for q in sheet_of(mystery.seed).questions}
        self.yours = compare.observe_hidden(mystery.hidden, mystery.bench_seed)
        self.spread = compare.spread([compare.observe(seed, ()) for seed in range(1, SEEDS_OF_SPREAD + 1)])
        self.seen: dict[Hidden, str] = {}

    def ruled_out(self, claim: Claim) -> str:
        """What would be otherwise if the claim were true."""
        if claim.fault is None or claim.side is None:
            return ""
        if claim.side not in claim.fault.possible_sides:
            return f"a fault of that kind is on {' or '.join(claim.fault.possible_sides)}"
        hidden = Hidden(claim.fault, claim.side, claim.fault.middle if claim.value is None else claim.value)
        if hidden not in self.seen:
            self.seen[hidden] = self.compared(hidden)
        return self.seen[hidden]

    def compared(self, hidden: Hidden) -> str:
        try:
            found = compare.observe_hidden(hidden, self.mystery.bench_seed)
        except WrongInput as error:
            return f"that cannot be built: {error}"
        clear = [d for d in compare.differences(found, self.yours, [self.spread]) if d.times >= CLEAR]
        if not clear:
            return "that looks much the same, look closer"
        clearest = next((d for d in clear if MEAN_OF_STAGE.fullmatch(d.name)), clear[0])
        return f"with that, {clearest.name} would be {clearest.first:.4g}; here it is {clearest.second:.4g}"

    def mark(self, key: str, said: Answer | None, right: bool, why: str) -> Mark:
        if said is None and not right:
            return Mark(key, 0, f"{key}: no answer", missing=True)
        if right:
            return Mark(key, self.points[key], f"{key}: {said or 'none to tell'}, right")
        return Mark(key, 0, f"{key}: {said}, no" + (f": {why}" if why else ""))

    def right_value(self, claim: Claim) -> bool:
        hidden = self.mystery.hidden
        if claim.fault is not hidden.fault:
            return False
        return hidden.value is None or claim.value is not None and hidden.fault.near(claim.value, hidden.value)

    def marks(self, given: Answers) -> list[Mark]:
        claim, hidden = claimed(given), self.mystery.hidden
        right = {"side": claim.side == hidden.side, "place": claim.place == hidden.fault.place, "kind": claim.fault is hidden.fault,
                 "value": self.right_value(claim)}
        last = next((key for key in ("kind", "value", "side") if not right[key] and given.given[key] is not None), "")
        why = self.ruled_out(claim) if last else ""  # printed once, where it decides
        found = [self.mark(key, given.given[key], right[key], why if key == last else "") for key in right]
        seen = claim.evidence is not None and evidence.holds(claim.evidence, self.mystery)
        return [*found, self.mark("evidence", given.given["evidence"], seen, "there the healthy and the faulty bench are the same")]
