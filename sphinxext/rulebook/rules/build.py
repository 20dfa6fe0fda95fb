"""What a rules file says made into a game: words resolved, every reference checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path as FilePath
from typing import Any

from .conditions import (
    READINGS,
    VALUE,
    Both,
    Compare,
    Condition,
    Either,
    Number,
    Shows,
    parse_condition,
)
from .errors import fold, suggest
from .faces import Faces
from .positions import Path
from .query import Event
from .roll import CHANGES, Change, Die
from .schema import die_known
from .spec import Problems
from .values import (
    Check,
    Choice,
    Difficulty,
    Game,
    Ladder,
    Noun,
    Outcome,
    Parameter,
    Table,
)

LIMIT = 10_000
SHARED = ("roll", "takes", "notation", "readings", "noun", "difficulties", "versus", "python")
AXES = ("difficulties", "outcomes")
_NAME = re.compile(r"[^\W\d]\w*(?:[-'’]\w+)*")
_DICE_LIKE = re.compile(r"[dD](?:\d+|[fF])!?(?:[kd][hl]?\d*)?")
COUNTED = Noun("success", "successes")


def build(
    found: Mapping[str, Any],
    data: Mapping[str, Any],
    name: str,
    path: FilePath,
    problems: Problems,
    *,
    python: bool,
) -> Game:
    """The game, as far as no mistake stands in the way; mistakes are noted."""
    ladders = {key: _ladder(key, each, problems) for key, each in found.get("outcomes", {}).items()}
    dice = {key: _die(key, each, ladders, problems) for key, each in found.get("die", {}).items()}
    game = Game(
        name=name,
        title=found.get("name", name),
        limit=found.get("limit", LIMIT),
        steps=found.get("steps", ()),
        dice=dice,
        ladders=ladders,
        checks={},
        data=data,
        where=str(path),
        python=python,
    )
    for i, step in enumerate(game.steps):
        if wrong := die_known(step, dice):
            problems.add(("steps", str(i)), wrong)
    raw = _resolve_likes(found["check"], problems)
    noun = _noun(found.get("noun"))
    checks = {
        key: _Builder(game, key, each, raw, problems).check(noun) for key, each in raw.items()
    }
    _refuse_circles(checks, problems)
    return game._replace(checks=checks)


def _noun(given: Any) -> Noun | None:
    if given is None:
        return None
    if isinstance(given, str):
        return Noun(given, given)
    return Noun(given["one"], given["many"], given.get("none", ""))


def _ladder(key: str, found: Mapping[str, Any], problems: Problems) -> Ladder:
    names = found["names"]
    at = ("outcomes", key)
    _unique(names, (*at, "names"), problems)
    groups = found.get("groups", {})
    for group, members in groups.items():
        _known(members, names, (*at, "groups", group), problems)
    for extra in ("colours", "texts"):
        _known(found.get(extra, {}), names, (*at, extra), problems)
    return Ladder(key, names, groups, found.get("colours", {}), found.get("texts", {}))


def _unique(names: Iterable[str], at: Path, problems: Problems) -> None:
    seen: set[str] = set()
    for name in names:
        if fold(name) in seen:
            problems.add(at, f"'{name}' stands twice; names compare without case")
        seen.add(fold(name))


def _known(names: Iterable[str], known: Iterable[str], at: Path, problems: Problems) -> None:
    known = list(known)
    for name in names:
        if name not in known:
            problems.add(at, f"unknown name '{name}'{suggest(name, known)}")


def _die(
    key: str, found: Mapping[str, Any], ladders: Mapping[str, Ladder], problems: Problems
) -> Die:
    faces = found["faces"]
    if not _NAME.fullmatch(key) or _DICE_LIKE.fullmatch(key):
        problems.add(("die", key), f"'{key}' cannot name a die; use letters, as in 'fate'")
    if any(isinstance(face, str) for face in faces):
        faces = _worth_of_names(key, faces, ladders, problems)
    return Die(
        key,
        faces,
        found.get("also", ()),
        found.get("label", ""),
        found.get("colour", ""),
        found.get("image", ""),
    )


def _worth_of_names(
    key: str, faces: tuple[str, ...], ladders: Mapping[str, Ladder], problems: Problems
) -> tuple[int, ...]:
    """The places of named faces on the one ladder that has them all."""
    for ladder in ladders.values():
        if all(face in ladder.names for face in faces):
            return tuple([ladder.names.index(face) + 1 for face in faces])
    every = [name for ladder in ladders.values() for name in ladder.names]
    at = ("die", key, "faces")
    strange = [face for face in faces if face not in every]
    for face in strange:
        hint = suggest(str(face), every) or "; a face is a number or a name from [outcomes.X]"
        problems.add(at, f"no outcome named '{face}'{hint}")
    if not strange:
        problems.add(at, "the faces come from several ladders of outcomes; one die reads one")
    return (1,)


def _resolve_likes(checks: Mapping[str, Any], problems: Problems) -> dict[str, dict[str, Any]]:
    """Each check with what it shares with the one that it is like."""
    done: dict[str, dict[str, Any]] = {}

    def resolve(key: str, above: tuple[str, ...]) -> dict[str, Any]:
        if key in done:
            return done[key]
        own: dict[str, Any] = dict(checks[key])
        other = own.get("like")
        if other is not None:
            if other in above or other == key:
                problems.add(("check", key, "like"), f"a circle: '{key}' is like itself")
            elif other not in checks:
                hint = suggest(other, checks)
                problems.add(("check", key, "like"), f"no check named '{other}'{hint}")
            else:
                shared = resolve(other, (*above, key))
                own = {**{k: v for k, v in shared.items() if k in SHARED}, **own}
        done[key] = own
        return own

    return {key: resolve(key, ()) for key in checks}


def _refuse_circles(checks: Mapping[str, Check], problems: Problems) -> None:
    for key, check in checks.items():
        seen, here = {key}, check
        while here.repeats in checks:
            if here.repeats in seen:
                problems.add(("check", key, "repeats"), f"a circle: '{key}' repeats itself")
                break
            seen.add(here.repeats)
            here = checks[here.repeats]


class _Builder:
    """Builds one check of a game."""

    def __init__(
        self,
        game: Game,
        key: str,
        found: Mapping[str, Any],
        checks: Mapping[str, Any],
        problems: Problems,
    ) -> None:
        self.game, self.key, self.found, self.checks = game, key, found, checks
        self.problems = problems
        self.at: Path = ("check", key)

    def check(self, noun: Noun | None) -> Check:
        found, key = self.found, self.key
        if not _NAME.fullmatch(key) or _DICE_LIKE.fullmatch(key):
            self.problems.add(self.at, f"'{key}' cannot name a check; use letters, as in 'attack'")
        self._one_way()
        takes = tuple([self._parameter(k, v) for k, v in found.get("takes", {}).items()])
        names = [parameter.name for parameter in takes]
        for parameter in takes:
            for link in ("cancels", "excludes"):
                other = getattr(parameter, link)
                if other and other not in names:
                    self._add(("takes", parameter.name, link), "parameter", other, names)
        readings = {k: self._reading(k, v) for k, v in found.get("readings", {}).items()}
        outcomes, ladder, groups = self._outcomes(names, readings)
        check = Check(
            name=key,
            title=found.get("title", ""),
            text=found.get("text", ""),
            notation=found.get("notation", ""),
            roll=self._change(found.get("roll", ()), ("roll",)),
            takes=takes,
            readings=readings,
            outcomes=outcomes,
            ladder=ladder,
            groups=groups,
            difficulties=tuple(
                [self._difficulty(k, v, names) for k, v in found.get("difficulties", {}).items()]
            ),
            tables={k: self._table(k, v) for k, v in found.get("table", {}).items()},
            noun=_noun(found.get("noun")) or noun,
            like=found.get("like", ""),
            versus=found.get("versus", ()),
            repeats=found.get("repeats", ""),
            slots=found.get("slots", ()),
            python=found.get("python", ""),
        )
        self._notation(check)
        return check._replace(noun=check.noun or (COUNTED if self._counts(check) else None))

    def _add(self, at: Path, what: str, word: str, known: Iterable[str]) -> None:
        hint = suggest(word, known) or "; there is none"
        self.problems.add((*self.at, *at), f"no {what} named '{word}'{hint}")

    def _one_way(self) -> None:
        found = self.found
        ways = [way for way in ("versus", "repeats", "python") if way in found]
        if "roll" in found or (found.get("takes") and not ways):
            ways.insert(0, "roll")
        if len(ways) > 1 and not (ways == ["roll", "python"] and "roll" not in found):
            self.problems.add(
                self.at, f"'{ways[0]}' and '{ways[1]}' are two ways to roll; keep one"
            )
        if not ways:
            message = "nothing is rolled; give 'roll', 'takes', 'like', 'versus' or 'repeats'"
            self.problems.add(self.at, message)
        if "versus" in found and len(found["versus"]) != 2:
            self.problems.add((*self.at, "versus"), 'two sides are needed: ["first", "second"]')
        if "repeats" in found:
            repeated = self.checks.get(found["repeats"])
            if repeated is None:
                self._add(("repeats",), "check", found["repeats"], self.checks)
            else:
                if not isinstance(repeated.get("outcomes"), Mapping | str):
                    message = f"'{found['repeats']}' names no outcomes to fill slots with"
                    self.problems.add((*self.at, "repeats"), message)
                known = repeated.get("outcomes")
                if isinstance(known, Mapping):
                    _known(found.get("slots", ()), known, (*self.at, "slots"), self.problems)
            if "slots" not in found:
                message = "'repeats' needs 'slots', the outcomes that fill one each"
                self.problems.add(self.at, message)

    def _change(self, change: Change, at: Path) -> Change:
        for key, value in change:
            if key in CHANGES:
                if key == "none" and not isinstance(value, str):
                    self._change(value, (*at, key))
                if key == "keep" and value.of and (wrong := die_known(value.of, self.game.dice)):
                    self.problems.add((*self.at, *at, key), wrong)
                if key == "step" and not self.game.steps:
                    message = "the file has no 'steps', the ladder that dice move along"
                    self.problems.add((*self.at, *at, key), message)
            elif wrong := die_known(key, self.game.dice):
                self.problems.add((*self.at, *at, key), wrong)
        return change

    def _parameter(self, key: str, found: Mapping[str, Any]) -> Parameter:
        at = ("takes", key)
        if not _NAME.fullmatch(key) or key in READINGS or key in (VALUE, "is", "any", "on", "all"):
            self.problems.add(
                (*self.at, *at), f"'{key}' cannot name a parameter; take another word"
            )
        choices = self._choices(found.get("choices"), (*at, "choices"))
        levels = {
            word: self._change(found.get(word, ()), (*at, word))
            for word in ("each", "first", "further")
        }
        half = self._change(found["half"], (*at, "half")) if "half" in found else None
        least, most = found.get("least", 0), found.get("most")
        default = found.get("default", 0)
        if choices:
            for word in ("each", "first", "further", "half", "least", "most"):
                if word in found:
                    message = f"'{word}' is for numbers; this parameter takes words"
                    self.problems.add((*self.at, *at, word), message)
        if most is not None and most < least:
            message = f"the most, {most}, is less than the least, {least}"
            self.problems.add((*self.at, *at, "most"), message)
        parameter = Parameter(
            key,
            **levels,
            half=half,
            choices=choices,
            least=least,
            most=most,
            default=default,
            required=found.get("required", bool(choices) and "default" not in found),
            cancels=found.get("cancels", ""),
            excludes=found.get("excludes", ""),
            label=found.get("label", ""),
            text=found.get("text", ""),
        )
        if "default" in found:
            self._default(parameter, (*at, "default"))
        return parameter

    def _default(self, parameter: Parameter, at: Path) -> None:
        default = parameter.default
        if parameter.choices:
            if not isinstance(default, str) or parameter.choice(default) is None:
                self._add(at, "choice", str(default), [c.name for c in parameter.choices])
        elif not isinstance(default, int):
            self.problems.add((*self.at, *at), f"should be a number, not '{default}'")
        elif default < parameter.least or (parameter.most is not None and default > parameter.most):
            self.problems.add((*self.at, *at), f"{default} is not among what the parameter takes")

    def _choices(self, found: Any, at: Path) -> tuple[Choice, ...]:
        choices = []
        if isinstance(found, Mapping):
            for name, each in found.items():
                change = self._change(each["change"], (*at, name))
                choices.append(Choice(name, change, each["also"], each["label"]))
        else:
            for i, name in enumerate(found or ()):
                if wrong := die_known(name, self.game.dice):
                    self.problems.add(
                        (*self.at, *at, str(i)), wrong.replace("unknown key", "no die")
                    )
                    continue
                die = self.game.dice.get(name)
                also, label = (die.also, die.label) if die else ((), "")
                choices.append(Choice(name, ((name, 1),), also, label))
        words = [word for choice in choices for word in (choice.name, *choice.also)]
        _unique(words, (*self.at, *at), self.problems)
        return tuple(choices)

    def _reading(self, key: str, found: Any) -> tuple[Faces, str]:
        at = (*self.at, "readings", key)
        if not _NAME.fullmatch(key) or key in READINGS or key == VALUE:
            self.problems.add(at, f"'{key}' cannot name a reading; take another word")
        if isinstance(found, Faces):
            return found, ""
        of = found.get("of", "")
        if of and (wrong := die_known(of, self.game.dice)):
            self.problems.add((*at, "of"), wrong)
        return found["faces"], of

    def _outcomes(
        self, names: list[str], readings: Mapping[str, Any]
    ) -> tuple[tuple[Outcome, ...], str, Mapping[str, tuple[str, ...]]]:
        found = self.found.get("outcomes", {})
        groups = dict(self.found.get("groups", {}))
        base = self._base_ladder()
        if isinstance(found, str):
            ladder = self.game.ladders.get(found)
            if ladder is None:
                self._add(("outcomes",), "ladder of outcomes", found, self.game.ladders)
                return (), "", groups
            return _of_ladder(ladder), found, {**ladder.groups, **groups}
        outcomes = []
        for name, each in found.items():
            fields = {"when": each} if isinstance(each, str) else dict(each)
            written = fields.pop("when", "")
            read = partial(parse_condition, written, readings)
            when = self.problems.attempt((*self.at, "outcomes", name), read)
            if when is not None:
                when = self._resolved(when, name, names, base)
            outcomes.append(Outcome(name, when, written, **fields))
        _unique(found, (*self.at, "outcomes"), self.problems)
        for group, members in groups.items():
            _known(members, found, (*self.at, "groups", group), self.problems)
        return tuple(outcomes), base.name if base else "", groups

    def _base_ladder(self) -> Ladder | None:
        """The ladder whose names the conditions of this check may ask for."""
        found: Mapping[str, Any] | None = self.found
        seen: list[Mapping[str, Any]] = []
        while found is not None and found not in seen:
            seen.append(found)
            if isinstance(found.get("outcomes"), str):
                return self.game.ladders.get(found["outcomes"])
            found = self.checks.get(found.get("like", ""))
        return None

    def _resolved(
        self, condition: Condition, name: str, names: list[str], base: Ladder | None
    ) -> Condition:
        """The condition with named outcomes as their places, its words checked."""
        if isinstance(condition, Both):
            return Both(tuple([self._resolved(p, name, names, base) for p in condition.parts]))
        if isinstance(condition, Either):
            return Either(tuple([self._resolved(p, name, names, base) for p in condition.parts]))
        at = ("outcomes", name)
        if isinstance(condition, Compare):
            for word in sorted(condition.number.names()):
                if word not in names:
                    self._add(at, "parameter", word, names)
        if not isinstance(condition, Shows):
            return condition
        places = {fold(each): place for place, each in enumerate(base.names if base else (), 1)}
        groups = {fold(group): members for group, members in (base.groups if base else {}).items()}
        wanted = groups if condition.group else places
        if condition.name not in wanted:
            what = "group" if condition.group else "outcome"
            known = base.groups if base and condition.group else base.names if base else ()
            self._add(at, what, condition.name, known)
            return condition
        members = groups[condition.name] if condition.group else (condition.name,)
        parts = [_equals(places[fold(member)]) for member in members]
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def _difficulty(self, key: str, found: Mapping[str, Any], names: list[str]) -> Difficulty:
        given = tuple(found.get("with", {}).items())
        for name, _ in given:
            if name not in names:
                self._add(("difficulties", key, "with"), "parameter", name, names)
        needs: Event = found["needs"]
        if needs.kind in ("mean", "median", "meets"):
            message = f"'{needs}' is no event that a roll meets; write a number or '>= 2'"
            self.problems.add((*self.at, "difficulties", key, "needs"), message)
        rest = {k: found.get(k, "") for k in ("example", "text", "label")}
        return Difficulty(key, needs, given, **rest)

    def _table(self, axis: str, found: Any) -> Table:
        if axis not in AXES:
            self._add(("table",), "table", axis, AXES)
        if isinstance(found, Mapping):
            return Table(tuple(found), tuple(found.values()))
        return Table((), tuple(found))

    def _notation(self, check: Check) -> None:
        known = [parameter.name for parameter in check.takes]
        for word in re.findall(r"\{(.*?)\}", check.notation):
            if word not in known:
                self._add(("notation",), "parameter", word, known)

    def _counts(self, check: Check) -> bool:
        """Whether the roll ever counts successes."""
        changes = [check.roll] + [
            change
            for parameter in check.takes
            for change in (
                parameter.each,
                parameter.first,
                *[choice.change for choice in parameter.choices],
            )
        ]
        counting = any(key in ("success", "failure", "worth") for c in changes for key, _ in c)
        return counting or bool(check.versus)


def _of_ladder(ladder: Ladder) -> tuple[Outcome, ...]:
    return tuple(
        [
            Outcome(
                name,
                _equals(place),
                text=ladder.texts.get(name, ""),
                colour=ladder.colours.get(name, ""),
            )
            for place, name in enumerate(ladder.names, 1)
        ]
    )


def _equals(place: int) -> Compare:
    return Compare(VALUE, "=", Number(str(place)))
