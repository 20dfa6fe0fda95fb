"""Writes the tables that the proofs count as the texts of a rules file."""

import copy
import re
from collections.abc import Iterable, Mapping
from typing import Any

FACED = {"success": "success", "failure": "-1 success", "again": "again", "reroll": "reroll"}
COUNTED = {"success", "failure", "worth"}
WORDS = {*FACED, "widen", "rerolls", "add", "successes", "failures", "worth", "keep", "ties",
         "times", "none"}  # fmt: skip
LEVELS = ("each", "first", "further", "half")
_FACES = re.compile(r"(.*?)( once)?(?: of (\S+?))?( once)?(?: (first|every))?")
_KEEP = re.compile(r"(highest|lowest|best)(?: (?!of\b)(\w+))?(?: of (\S+))?")


def game_words(game: Mapping[str, Any]) -> dict[str, Any]:
    """The game with every table of changes as a text."""
    found = copy.deepcopy(dict(game))
    found["check"] = {name: check_words(each) for name, each in found["check"].items()}
    return found


def outcome_list(named: Mapping[str, Any]) -> list[str]:
    """Outcomes of which the first true one counts, as texts."""
    found: list[str] = []
    for name, each in named.items():
        when, result = (each, None) if isinstance(each, str) else (each["when"], each["result"])
        first = "always " if len(named) > 2 and not found else ""
        worth = "" if result is None else f", result {result}"
        found.append(f"{name}: {first}{when}{worth}")
    # Of two that are true of the same throws the one further down counts.
    return sorted(found, key=lambda text: text.startswith("Good"))


def check_words(check: dict[str, Any]) -> dict[str, Any]:
    """The check with every table of changes as a text."""
    takes, old = check.get("takes", {}), check.get("roll", {})
    if isinstance(old, dict):
        goes = check.get("continues", {"then": "replace"})
        goes = goes if isinstance(goes, dict) else {"when": goes}
        ways = "again" in old or goes.get("then", "add") != "replace", "keep" in old
        for name, rule in check.get("readings", {}).items():
            rule = rule if isinstance(rule, dict) else {"faces": rule}
            check["readings"][name] = reading_text(rule, *ways)
        if "result" in check:
            check["result"] = words_read(check["result"], *ways)
    else:
        ways = False, False
    if isinstance(named := check.get("outcomes"), dict):
        check["outcomes"] = [words_read(each, *ways) for each in outcome_list(named)]
    if "choose" in check:
        side, _, event = check.pop("choose").partition(" for ")
        event = "value" if event == "mean" else event
        check["aim"] = event if side == "best" else "-value" if event == "value" else f"-({event})"
    further = list(thrown_again(check))
    if isinstance(old, str) or {"versus", "repeats", "tries"} & check.keys():
        return check
    several = len(kinds_of(check)) > 1
    terms = []
    for name, one in takes.items():
        for level in LEVELS:
            change = one.get(level)
            if isinstance(change, dict):
                for key in [key for key in change if "{" in key]:
                    assert change.pop(key) == 1
                    terms.append(f"{name} {kind(key)}")
                one[level] = change_text(change, several=several)
        if isinstance(one.get("choices"), list):
            terms.append(name)
        elif "choices" in one:
            words = one["choices"].items()
            one["choices"] = {word: change_text(each, several=several) for word, each in words}
    if (none := old.pop("none", None)) is not None:
        none = freed(none) if COUNTED & {*old, *none} else none
        check["none"] = roll_text(none, several=len({*none} - WORDS) > 1)
    if text := roll_text(old, several=several, terms=terms):
        check["roll"] = ", ".join([text, *further])
    else:
        check.pop("roll", None)
    return check


def thrown_again(check: dict[str, Any]) -> Iterable[str]:
    """The clauses of dice, and of a whole throw, that are thrown again."""
    if push := check.pop("push", None):
        verb = "may reroll" if "aim" in check else "reroll"
        when = push.get("when") or ("" if "aim" in check else "1 = 1")
        yield f"{verb} on {' or '.join(of_each(push['faces']))} {push.get('times', 1)} times" + (
            f" when {when}" if when else ""
        )
    if goes := check.pop("continues", None):
        goes = goes if isinstance(goes, dict) else {"when": goes}
        verb = "reroll" if goes.get("then") == "replace" else "again"
        most = f"{goes['times']} times" if "times" in goes else "without end"
        double = " doubled" if goes.get("then") == "double" else ""
        yield f"{verb} {most}{double} when {goes['when']}"


def reading_text(rule: Mapping[str, Any], again: bool, keep: bool) -> str:
    """A table of what is read as a formula."""
    what, of, among = rule.get("is", ""), kind(rule.get("of", "")), rule.get("among", "all")
    if what in ("beats", "ties"):
        return f"{of} {what} {kind(rule['against'])}"
    throws = "all." if rule.get("throws") == "every" else "first." if again else ""
    where = f"{among}." if among != "all" and keep else ""
    if among == "dropped" and not keep:
        return "0 * count(1)" if not again else "0 * first.count(1)"
    if what == "sum" or "sign" in rule:
        word = rule.get("sign", "") if "sign" in rule else f"natural({of})" if of else "natural"
        word = f"count({word} of {of})" if "sign" in rule and of else word
        # Of several kinds only the word for all throws is accepted; without more it means the same.
        throws = throws or ("all." if word == "natural" else "")
        if among == "all" and keep:  # all dice: those that are kept, and the others
            return f"{throws}kept.{word} + {throws}dropped.{word}"
        return f"{throws}{where}{word}"
    if "faces" in rule:
        against = f" without {kind(rule['against'])}" if "against" in rule else ""
        some = faces(rule["faces"])
        some += f" of {of}" if of and " of " not in some else ""
        return f"{throws}{where}count({some}{against})"
    size = {"sets": "size", "height": "size", "width": "place", "groups": "reach"}.get(what, "")
    word = {"pairs": "sets", "width": "same", "groups": "bundles", "height": "highest"}.get(
        what, what
    )
    inside = " of ".join(filter(None, [str(rule.get(size, "")), of]))
    if what == "height":
        inside = f"sets({inside})" if inside else "sets"
    return f"{throws}{where}{word}" + (f"({inside})" if inside else "")


def words_read(text: str, again: bool, keep: bool) -> str:
    """A condition or a number with each word for the dice as the rules write it."""
    for word in ("highest", "lowest", "same", "row", "pairs"):
        named = "first." * again + ("sets" if word == "pairs" else word)
        text = re.sub(rf"(?<![\w.-]){word}(?![\w-])", named, text)
    throws = "first." * again
    for sign in ("glow", "ash"):
        both = f"({throws}kept.{sign} + {throws}dropped.{sign})" if keep else f"{throws}{sign}"
        text = re.sub(rf"(?<![\w.-]){sign}(?![\w-])", both, text)
    text = re.sub(r"(?<![\w.-])(pushed|continued)(?![\w-])", "again", text)
    natural = f"all.{'kept.' * keep}natural" if again else "natural"
    return re.sub(r"(?<![\w.-])natural(?![\w-])", natural, text)


def kinds_of(check: Mapping[str, Any]) -> set[str]:
    """The kinds of dice that a check may roll."""
    changes = [check.get("roll", {})]
    kinds: set[str] = set()
    for one in check.get("takes", {}).values():
        changes += [one[level] for level in LEVELS if level in one]
        words = one.get("choices", {})
        kinds |= set(words) if isinstance(words, list) else set()
        changes += words.values() if isinstance(words, dict) else ()
    tables = [change for change in changes if isinstance(change, dict)]
    return kinds.union(*[{key.removeprefix("-") for key in each} - WORDS for each in tables])


def freed(change: Mapping[str, Any]) -> dict[str, Any]:
    """The change with successes in place of numbers."""
    found = dict(change)
    if n := found.pop("add", 0):
        word = "successes" if n > 0 else "failures"
        found[word] = found.get(word, 0) + abs(n)
    return found


def roll_text(change: Mapping[str, Any], *, several: bool, terms: Iterable[str] = ()) -> str:
    """A table as a roll."""
    dice = [f"{n} {kind(key)}" for key, n in change.items() if key not in WORDS and n]
    whole = " + ".join([*[re.sub(r"^(\d+) (d\w)", r"\1\2", each) for each in dice], *terms])
    if "times" in change:
        whole = f"{change['times']} * {whole}"
    return ", ".join(
        filter(None, [whole + numbers(change, " "), *clauses(change, several)])
    ).strip()


def change_text(change: Mapping[str, Any], *, several: bool) -> str:
    """A table as a change."""
    dice = [f"+{n} {kind(key)}" for key, n in change.items() if key not in WORDS]
    free = numbers(change, "").split()
    said = " ".join(free).replace(" success", "§").split()
    return ", ".join([*dice, *[each.replace("§", " success") for each in said],
                      *clauses(change, several)])  # fmt: skip


def numbers(change: Mapping[str, Any], space: str) -> str:
    """The numbers of a table, each with its sign."""
    found = ""
    for key, sign, unit in (
        ("add", 1, ""),
        ("successes", 1, " success"),
        ("failures", -1, " success"),
    ):
        if n := change.get(key, 0) * sign:
            found += f" {'+' if n > 0 else '-'}{space}{abs(n)}{unit}"
    return found


def clauses(change: Mapping[str, Any], several: bool) -> Iterable[str]:
    """Return what else the table says."""
    by = change.get("widen", 0)
    for key, word in FACED.items():
        for each in of_each(change.get(key, {})):
            yield f"{word} on {each if key != 'success' or not by else f'{int(each[:-1]) - by}+'}"
    for each, worth in change.get("worth", {}).items():
        yield f"{worth} success on {faces(each)}".removeprefix("1 ")
    if n := change.get("rerolls"):
        yield f"reroll {n} on failed"
    if "keep" in change:
        side, many, of = _KEEP.fullmatch(change["keep"]).groups()
        which = f" of {kind(of)}" if of else " of all" if several else ""
        verb = f"may keep {many or 1}" if side == "best" else f"keep {side} {many or 1}"
        yield verb + which
    if ties := change.get("ties"):
        yield "ties " + (ties if isinstance(ties, str) else " before ".join(ties))


def of_each(value: Any) -> Iterable[str]:
    """Faces, of each kind of dice where a table has them."""
    if isinstance(value, str):
        return [faces(value)]
    return [
        faces(re.sub(r"( once)?$", rf" of {die}\1", text, count=1)) for die, text in value.items()
    ]


def faces(text: str) -> str:
    """Faces as a rules file writes them."""
    some, late, of, once, throws = _FACES.fullmatch(text).groups()
    spans = [re.sub(r"^1-([^\W\d]\w*)$", r"\1-", each.strip()) for each in some.split(",")]
    end = " once" if late or once else " every throw" if throws == "every" else ""
    return " or ".join(spans) + (f" of {kind(of)}" if of else "") + end


def kind(name: str) -> str:
    """A kind of dice, which a parameter may complete."""
    return re.sub(r"^\{(\w+)\}$", r"\1", re.sub(r"^d\{(\w+)\}$", r"d(\1)", name))
