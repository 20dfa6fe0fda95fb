"""Writes random rules files over the whole vocabulary, as dicts and as TOML."""

import json
import random
import re
from collections.abc import Collection, Sequence
from typing import Any

from tests.support.cases import cases_of

from .words import LEVELS, freed, game_words

CASES = cases_of(__file__)

WORDS = ("value", "natural", "highest", "lowest", "same", "pairs", "row", "successes", "failures")
# What has to be written so that a word can be.
NEEDED_FOR = CASES["needed_for"]
OPS = (">=", "<=", "=", "!=", ">", "<")


def toml(value: Any) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, dict):
        pairs = [f"{json.dumps(k, ensure_ascii=False)} = {toml(v)}" for k, v in value.items()]
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def written(game: dict[str, Any]) -> str:
    """The file, in the words of today's rules files."""
    game = game_words(game)
    lines = [f"{key} = {toml(value)}" for key, value in game.items() if key not in ("die", "check")]
    for room in ("die", "check"):
        for name, table in game.get(room, {}).items():
            lines.append(f"[{room}.{name}]")
            lines += [f'"{key}" = {toml(value)}' for key, value in table.items()]
    return "\n".join(lines) + "\n"


def is_one_kind(roll: dict[str, Any]) -> bool:
    """Return whether 'natural' leaves no doubt: dice of one kind count, or one die."""
    kept = str(roll.get("keep", ""))
    kinds = [key for key in roll if re.fullmatch(r"d\d+|rune|knob", key)]
    return len(kinds) < 2 or ("of" not in kept and kept.endswith(" 1"))


class Writer:
    """Writes one file, and notes which words of the vocabulary are in it."""

    def __init__(self, seed: int, rare: Collection[str] = ()) -> None:
        """Begin a file; words that are rare so far are written more often."""
        self.rare = {*rare, *[NEEDED_FOR[word] for word in rare if word in NEEDED_FOR]}
        self.chance = random.Random(seed)  # the same file for the same seed
        self.used: set[str] = set()
        self.game: dict[str, Any] = {"check": {}}
        self.args: dict[str, Any] = {}

    def maybe(self, share: float, word: str = "") -> bool:
        """True where something is written this time."""
        yes = self.chance.random() < (max(share, 0.5) if word in self.rare else share)
        if yes and word:
            self.used.add(word)
        return yes

    def pick(self, *options: Any) -> Any:
        """One of several."""
        return self.chance.choice(options)

    def word(self, names: Sequence[str]) -> str:
        """One of the words that can be read; a rare one where there is any."""
        rare = [name for name in names if f"word {name}" in self.rare]
        return str(self.pick(*(rare or names)))

    def check(self) -> dict[str, Any]:
        """A check that rolls a few small dice."""
        kinds = [self.pick("d4", "d6", "d3")]
        if self.maybe(0.3, "several kinds"):
            kinds.append(self.pick("d2", "d5"))
        signed = self.maybe(0.35, "signs")
        if signed:
            self.game["die"] = {"rune": {"faces": [0, "1 + glow", "2 + 2 glow + ash"]}}
            kinds = [kinds[0], "rune"] if self.maybe(0.7) else ["rune"]
        elif self.maybe(0.2, "own dice"):
            self.game["die"] = {"knob": {"faces": [self.pick(-1, 0), 1, 1, 3]}}
            kinds[-1] = "knob"
        roll: dict[str, Any] = {kind: self.pick(1, 2) for kind in kinds}
        if sum(roll.values()) < 3 and self.maybe(0.4):
            roll[kinds[0]] += 1
        check: dict[str, Any] = {"roll": roll}
        counting = self.maybe(0.5)
        if counting:
            self.counting(roll, kinds)
        self.thrown_again(roll, kinds, counting=counting)
        if self.maybe(0.4, "keep"):
            of = f" of {self.pick(*kinds)}" if self.maybe(0.3, "keep of") else ""
            roll["keep"] = f"{self.pick('highest', 'lowest')} {self.pick(1, 2)}{of}"
            if len(kinds) > 1 and self.maybe(0.7, "ties"):
                roll["ties"] = self.pick("larger", "smaller", kinds, kinds[::-1], kinds[:1])
        for word, share in (("add", 0.3), ("times", 0.2), ("successes", 0.1), ("failures", 0.1)):
            if word == "times" and len(kinds) > 1:
                continue  # only all dice together can be multiplied
            if self.maybe(share, word):
                roll[word] = self.pick(-2, 2, 3) if word == "times" else self.pick(1, 2)
        self.takes(check, kinds)
        if counting:  # every number of such a roll is of successes
            check["roll"] = roll = freed(roll)
            for takes in check.get("takes", {}).values():
                takes |= {key: freed(takes[key]) for key in LEVELS if key in takes}
                takes |= {
                    key: {word: freed(each) for word, each in words.items()}
                    for key, words in takes.items()
                    if key == "choices"
                }
        self.readings(check, kinds, signed=signed)
        names = [*WORDS, *check.get("readings", ()), *(["glow", "ash"] if signed else [])]
        if not is_one_kind(check["roll"]):
            names.remove("natural")
        if self.maybe(0.25, "result"):
            word = self.word(names)
            check["result"] = self.pick(
                f"value + 2 * {word}",
                f"max(0, value - {word})",
                f"down(value / 2) + min(3, {word})",
            )
            self.used.add(f"word {word}")
        if self.maybe(0.8, "outcomes"):
            check["outcomes"] = self.outcomes(names, check)
        return check

    def faces(self) -> str:
        """Some faces."""
        return str(self.pick("1", "2+", "3+", "2-3", "1, 3", "top", "even", "odd"))

    def counting(self, roll: dict[str, Any], kinds: list[str]) -> None:
        """Writes the faces that count."""
        roll["success"] = self.faces()
        self.used.add("success")
        if self.maybe(0.2, "faces of one kind"):
            roll["success"] += f" of {self.pick(*kinds)}"
        elif self.maybe(0.2, "faces of each kind"):
            roll["success"] = {kind: self.faces() for kind in kinds}
        elif self.maybe(0.35, "widen"):
            roll["success"], roll["widen"] = self.pick("3+", "2+", "4+"), self.pick(-1, 1, 2)
        if "widen" not in roll and self.maybe(0.4, "failure"):
            roll["success"], roll["failure"] = self.pick(
                ("2+", "1"), ("3+", "1-2"), ("3+", "2"), ("top", "1"), ("even", "1"), ("1", "2")
            )
        if self.maybe(0.35, "worth"):
            first = self.pick("3", "top")
            roll["worth"] = {first: self.pick(2, 3, -2)}
        if "worth" not in roll and set(kinds) & {"rune", "knob"}:
            roll["worth"] = {"3": 2, "1-2": 3}
            self.used.add("worth")

    def thrown_again(self, roll: dict[str, Any], kinds: list[str], *, counting: bool) -> None:
        """Writes the dice that are thrown again."""
        if self.maybe(0.25, "again once"):
            roll["again"] = f"{self.pick('top', '2', '3+')} once"
            if self.maybe(0.3):
                roll["again"] = {self.pick(*kinds): roll["again"]}
        if self.maybe(0.3, "reroll"):
            roll["reroll"] = self.pick("1", "1-2", "even")
            if "again" in roll or (counting and self.maybe(0.3)):
                roll["reroll"] += self.pick(" first", " every")
                self.used.add("reroll and again" if "again" in roll else "reroll")
        elif counting and len(kinds) == 1 and self.maybe(0.5, "rerolls"):
            roll["rerolls"] = self.pick(1, 2)
            roll.pop("failure", None)
            roll["worth"] = {faces: n for faces, n in roll.get("worth", {}).items() if n > 0}
            if not roll["worth"]:
                del roll["worth"]
            if kinds == ["knob"]:
                del roll["rerolls"]
                self.used.discard("rerolls")
            if "again" in roll:
                self.used.discard("again once")
                del roll["again"]

    def takes(self, check: dict[str, Any], kinds: list[str]) -> None:
        """Writes the parameters of the check."""
        takes: dict[str, Any] = {}
        if self.maybe(0.4, "each"):
            takes["skill"] = {"each": {"add": 1}, "least": -2}
            self.args["skill"] = self.pick(-1, 0, 2)
        if self.maybe(0.2, "first and further"):
            takes["luck"] = {"first": {kinds[0]: 1}, "further": {"add": 2}}
            self.args["luck"] = self.pick(0, 1, 3)
        if self.maybe(0.3, "choices"):
            takes["stance"] = {"choices": {"bold": {"add": 2}, "calm": {}}}
            self.args["stance"] = self.pick("bold", "calm")
        if "skill" in takes and self.maybe(0.3, "cancels"):
            takes["woe"] = {"each": {"add": -1}, "cancels": "skill"}
            self.args["woe"] = self.pick(0, 1)
            if self.maybe(0.5, "two cancel one"):
                takes["gloom"] = takes["woe"]
                self.args["gloom"] = self.pick(1, 2)
        if self.maybe(0.15, "faces that a parameter says") and "success" in check["roll"]:
            takes["target"] = {"least": 1, "most": 4}
            self.args["target"] = self.pick(2, 3)
            check["roll"]["success"] = self.pick("target+", "1-target")
            check["roll"].pop("widen", None)
        if takes:
            check["takes"] = takes

    def readings(self, check: dict[str, Any], kinds: list[str], *, signed: bool) -> None:
        """Writes the readings."""
        found: dict[str, Any] = {}
        if self.maybe(0.4, "reading"):
            found["marks"] = self.faces()
        if self.maybe(0.4, "reading of some"):
            rule: dict[str, Any] = {"faces": self.faces()}
            what = self.chance.random()
            if what < 0.3:
                rule = {"is": self.pick("sum", "highest", "lowest", "same", "pairs", "row")}
                self.used.add("reading is")
            elif what < 0.8 and signed:
                rule = {"sign": self.pick("glow", "ash")}
                self.used.add("reading sign")
            if self.maybe(0.6, "among"):
                rule["among"] = self.pick("kept", "dropped", "all")
            if self.maybe(0.3, "of"):
                rule["of"] = self.pick(*kinds)
            if rule.get("is", "sum") == "sum" and self.maybe(0.3, "throws"):
                rule["throws"] = self.pick("every", "first")
            found["looks"] = rule
        if found:
            check["readings"] = found

    def outcomes(self, names: list[str], check: dict[str, Any]) -> dict[str, str]:
        """A few outcomes that cover everything."""
        found = {}
        for name in ("Ruin", "Good", "Poor")[: self.pick(1, 2, 3)]:
            found[name] = self.condition(names, check)
        if "Poor" in found and " or " in found["Poor"] + found["Good"]:
            del found["Poor"]
        elif "Poor" in found:  # what lies within it goes before it
            found["Good"] = f"{found['Poor']} and {found['Good']}"
        found["Rest"] = "otherwise"
        return found

    def condition(self, names: list[str], check: dict[str, Any]) -> str:
        """A condition."""
        parts = []
        for _ in range(self.pick(1, 1, 2)):
            what = self.chance.random()
            if what < 0.06:
                parts.append("all failures")
                self.used.add("all failures")
            elif what < 0.15:
                parts.append("value 2-4")
                self.used.add("range")
            elif what < 0.35 and "stance" in check.get("takes", {}):
                parts.append("stance is bold")
                self.used.add("word is")
            elif what < 0.4 and "skill" in check.get("takes", {}):
                parts.append(f"{self.pick(*OPS)} skill + {self.pick(1, 3)}")
                self.used.add("reckoned")
            else:
                word = self.word(names)
                left = "" if word == "value" else f"{word} "
                if self.maybe(0.2):
                    other = self.word(names)
                    left = f"{word} - {other} "
                    self.used.add(f"word {other}")
                self.used.add(f"word {word}")
                parts.append(f"{left}{self.pick(*OPS)} {self.pick(0, 1, 2, 3, 5)}")
        if len(parts) > 1:
            self.used.add("and, or")
        return str(self.pick(" and ", " or ").join(parts))
