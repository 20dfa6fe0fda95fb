"""Rules files made at random over the whole vocabulary, for throws to be held against."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

Table = dict[str, Any]


def game(seed: int) -> str:
    """A rules file with a few checks, each of another make; the same for the same seed."""
    random = Random(seed)
    checks = "\n".join(make(random, f"check{n}") for n, make in enumerate(chosen(random)))
    return f'name = "Game {seed}"\nsteps = ["d4", "d6", "d8", "d10", "d12"]\n{DICE}\n{checks}'


DICE = """
[outcomes.fate]
names = ["Worst", "Bad", "Good", "Best"]
groups = { Fine = ["Good", "Best"] }
[die.doom]
faces = ["Worst", "Bad", "Bad", "Good"]
[die.hope]
faces = ["Bad", "Good", "Good", "Best", "Best"]
[die.omen]
faces = [{}, { value = 1 }, { value = 1, luck = 1 }, { luck = 2 }, { value = 2, curse = 1 }, 3]
[die.odd]
faces = [-1, 0, 0, 1, 5]
"""


def chosen(random: Random) -> list[Callable[[Random, str], str]]:
    """Some of the makes below."""
    return random.sample(MAKES, 4)


def pool(random: Random, name: str) -> str:
    """Successes, failures, rolling again, widening, rerolls, sure ones."""
    again = random.choice(["", ', again = "6+"', ', again = "top once"', ', again = "5 once"'])
    failure = random.choice(["", ', failure = "1"', ', failure = "1-2"'])
    die = random.choice(["d6", "d8", "d10"])
    rerolls = "" if again or failure else "second = { each = { rerolls = 1 }, most = 3 }"
    return f"""
[check.{name}]
roll = {{ success = "{random.choice(["5+", "4-6", "3, 6"])}"{failure}{again}, none = {{ d6 = 1 }} }}
[check.{name}.takes]
dice = {{ each = {{ {die} = 1 }}, least = 0, most = 5, required = true }}
favor = {{ each = {{ widen = 1 }}, most = 2 }}
free = {{ each = {{ successes = 1 }}, most = 2 }}
lost = {{ each = {{ failures = 1 }}, most = 2 }}
{rerolls}
[check.{name}.outcomes]
Disaster = "all failures"
Failure = "<= 0"
Fair = "1..2"
Great = "otherwise"
"""


def total(random: Random, name: str) -> str:
    """Totals against bands, kept dice, dice of one kind kept, numbers from parameters."""
    keep = random.choice(
        ["", ', keep = "highest 2"', ', keep = "lowest 1 of d6"', ', keep = "highest few"']
    )
    other = random.choice(["d4", "d8", "d20"])
    return f"""
[check.{name}]
roll = {{ d6 = {random.randint(2, 4)}, {other} = {random.randint(0, 2)}{keep} }}
[check.{name}.takes]
stat = {{ each = {{ add = 1 }}, least = -2, most = 3 }}
skill = {{ least = 1, most = 9, default = 5 }}
few = {{ least = 1, most = 3, default = 1 }}
[check.{name}.outcomes]
Miss = "<= skill / 2"
Even = "= skill"
Partial = "< 2 * skill + 1"
Hit = ">= max(skill, 3)"
"""


def readings(random: Random, name: str) -> str:
    """Natural faces, sets, rows, readings of the author's own."""
    return f"""
[check.{name}]
roll = {{ d6 = {random.randint(1, 3)}, d10 = {random.randint(0, 2)} }}
readings = {{ sixes = "6", low = {{ faces = "1-edge", of = "d6" }} }}
[check.{name}.takes]
edge = {{ least = 1, most = 4, default = 2 }}
bonus = {{ each = {{ add = 1 }}, most = 2 }}
[check.{name}.outcomes]
Fumble = "natural = {random.randint(2, 4)}"
Pairs = "pairs >= 1 and highest >= {random.randint(3, 6)}"
Row = "row >= 3 or sixes >= 2"
Low = "low >= 2 and lowest < 2"
Same = "same = {random.randint(2, 3)}"
Rest = "otherwise"
"""


def reckoned(random: Random, name: str) -> str:
    """A result that is reckoned, with halves, ends and parameters."""
    result = random.choice(
        [
            "floor(value / 3) - skill",
            "max(0, value - skill)",
            "ceil((value + highest) / 2)",
            "min(value, skill) * 2",
            "value + floor(skill / 2)",
        ]
    )
    return f"""
[check.{name}]
roll = {{ d6 = {random.randint(2, 3)} }}
result = "{result}"
takes.skill = {{ least = 0, most = 6, default = 3 }}
outcomes = {{ Low = "<= 1", High = "> skill / 2", Other = "otherwise" }}
"""


def worths(random: Random, name: str) -> str:
    """Faces worth any number, thrown once more, dice that count several times."""
    reroll = random.choice(["", ', reroll = "1-2"', ', reroll = "top"'])
    return f"""
[check.{name}]
roll = {{ worth = {{ 10 = 2, "7-9" = 1, 1 = -1 }}{reroll} }}
[check.{name}.takes]
dice = {{ each = {{ d10 = 1 }}, least = 1, most = 4, required = true }}
hard = {{ first = {{ d10 = -1 }}, most = 1 }}
[check.{name}.outcomes]
Botch = "failures > successes"
Won = "successes >= 2"
Mixed = "otherwise"
"""


def faces(random: Random, name: str) -> str:
    """Dice of the game's own with names, steps, words to choose."""
    return f"""
[check.{name}]
outcomes = "fate"
[check.{name}.takes.die.choices]
doom = {{ doom = 1 }}
hope = {{ hope = 1 }}
two = {{ hope = 2, keep = "lowest 1" }}
many = {{ doom = 3, keep = "highest 1" }}
[check.{name}-read]
like = "{name}"
outcomes = {{ Hurt = "is Worst", Fine = "is any Fine", Hm = "is Bad" }}
[check.{name}-on]
repeats = "{name}-read"
slots = ["Hm", "Hurt"]
takes.die.choices = {{ doom = {{ doom = 1 }}, many = {{ doom = 3, keep = "highest 1" }} }}
"""


def signs(random: Random, name: str) -> str:
    """Faces that show more than a number."""
    return f"""
[check.{name}]
roll = {{ omen = {random.randint(1, 3)} }}
takes.more = {{ each = {{ odd = 1 }}, most = 2 }}
[check.{name}.outcomes]
Cursed = "curse >= 1"
Lucky = "luck >= {random.randint(1, 3)}"
Won = "value >= 3"
Plain = "otherwise"
"""


def stepped(random: Random, name: str) -> str:
    """Dice that move along a ladder, explode and stand against a target."""
    return f"""
[check.{name}]
roll = {{ d6 = {random.randint(1, 2)}, again = "top" }}
takes.step = {{ each = {{ step = 1 }}, least = -1, most = 3 }}
takes.target = {{ least = 2, most = 8, default = 4 }}
outcomes = {{ Miss = "< target", Hit = "< target + 4", Raise = "otherwise" }}
"""


def opposed(random: Random, name: str) -> str:
    """Two sides, and one throw that decides the next."""
    return f"""
[check.{name}-side]
roll = {{ success = "5+" }}
takes.dice = {{ each = {{ d6 = 1 }}, least = 1, most = 4, required = true }}
[check.{name}]
versus = ["us", "them"]
outcomes = {{ Beaten = "< 0", Tie = "= 0", Won = "> 0" }}
[check.{name}-then]
roll = {{ d8 = 1 }}
takes.extra = {{ each = {{ add = 2 }}, rolls = "{random.choice(["2d4", "d6"])}", least = -5 }}
takes.armour = {{ each = {{ add = -1 }}, most = 3 }}
outcomes = {{ Scratch = "<= 4", Wound = "<= extra * 2", Kill = "otherwise" }}
"""


def cancelled(random: Random, name: str) -> str:
    """Levels that cancel each other, halves, doubled dice."""
    return f"""
[check.{name}]
roll = {{ success = "4+", times = {random.randint(1, 2)} }}
[check.{name}.takes]
dice = {{ each = {{ d6 = 1 }}, half = {{ rerolls = 1 }}, least = 1, most = 4, required = true }}
up = {{ each = {{ d6 = 1 }}, most = 2 }}
down = {{ each = {{ successes = -1 }}, cancels = "up", most = 2 }}
"""


def partly(random: Random, name: str) -> str:
    """Readings of dice that count or do not, of every throw, of dice thrown once more."""
    again = random.choice(['again = "8"', 'again = "top once"', 'reroll = "1"'])
    return f"""
[check.{name}]
roll = {{ d8 = 3, keep = "{random.choice(["highest 2", "lowest 1", "highest 1"])}", {again} }}
takes.up = {{ each = {{ add = 1 }}, most = 2 }}
[check.{name}.readings]
crowned = {{ faces = "7-8", among = "kept", throws = "{random.choice(["first", "every"])}" }}
lost = {{ is = "sum", among = "dropped" }}
low = {{ is = "lowest", among = "{random.choice(["all", "kept"])}" }}
[check.{name}.outcomes]
Crowned = "crowned >= 1"
Wasted = "lost >= {random.randint(5, 9)}"
Low = "low <= 2"
Rest = "otherwise"
"""


def thrice(random: Random, name: str) -> str:
    """Dice that roll on and are thrown once more, failed ones among kept dice, faces worth more."""
    side = random.choice(["highest", "lowest"])
    ties = random.choice(['"larger"', '"smaller"', '["d3", "d6", "d4"]'])
    return f"""
[check.{name}]
roll = {{ d6 = 3, again = "6", reroll = "1 {random.choice(["first", "every"])}" }}
takes.up = {{ each = {{ add = 1 }}, most = 2 }}
[check.{name}-kept]
roll = {{ d6 = 4, success = "5+", keep = "highest 3", times = {random.choice([1, 2, -1])} }}
takes.second = {{ each = {{ rerolls = 1 }}, most = 2 }}
[check.{name}-faces]
roll = {{ d6 = 2, d4 = 1, worth = {{ "1-3" = 0, "4+" = "face" }} }}
takes.less = {{ each = {{ d4 = -1 }}, most = 1 }}
outcomes = {{ Low = "natural <= 5", High = "otherwise" }}
[check.{name}-equal]
roll = {{ d4 = 2, d3 = 1, d6 = 1, keep = "{side} 2", ties = {ties} }}
takes.up = {{ each = {{ add = 1 }}, most = 2 }}
readings.six = {{ faces = "1+", of = "d6", among = "kept" }}
readings.three = {{ faces = "1+", of = "d3", among = "kept" }}
outcomes = {{ Both = "six + three = 2", Six = "six = 1", Three = "three = 1", Fours = "otherwise" }}
"""


def comes_to(random: Random, name: str) -> str:
    """Outcomes that come to something, with rolls of their own."""
    return f"""
[check.{name}]
roll = {{ d20 = 1 }}
[check.{name}.takes]
armour = {{ least = 8, most = 14, default = 12 }}
bonus = {{ each = {{ add = 1 }}, least = -1, most = 2 }}
weapon = {{ rolls = "{random.choice(["d8", "2d6", "d4"])}" }}
strength = {{ least = 0, most = 3 }}
[check.{name}.outcomes]
Critical = {{ when = "natural >= 19", result = "weapon + weapon again + strength" }}
Hit = {{ when = ">= armour", result = "weapon + strength" }}
Trap = {{ when = ">= armour - 3", result = "half(value) + 2d4" }}
Miss = "otherwise"
"""


def compared(random: Random, name: str) -> str:
    """Whole outcomes compared, the best or worst of several, words in conditions."""
    return f"""
[check.{name}-test]
roll = {{ d10 = 2 }}
takes.skill = {{ least = 3, most = 15, required = true }}
takes.mood = {{ choices = {{ calm = {{}}, wild = {{ add = 1 }} }}, default = "calm" }}
[check.{name}-test.outcomes]
Fumble = "= 20"
Failure = "> skill"
Wild = "mood is wild and <= 6"
Success = "> skill / 5"
Critical = "otherwise"
[check.{name}-test.groups]
fine = ["Wild", "Success", "Critical"]
[check.{name}]
versus = ["mine", "yours"]
[check.{name}.outcomes]
win = "degree > 0 or degree = 0 and mine is Success and mine > yours"
hurt = "yours is any fine and yours - mine > {random.randint(1, 6)}"
lose = "otherwise"
[check.{name}-lucky]
tries = "{name}-test"
{random.choice(["best = 2", "worst = 3"])}
takes.skill = {{ least = 3, most = 15, required = true }}
[check.{name}-fall]
repeats = "{name}-test"
slots = ["Failure", "Wild"]
ends = "full"
takes.skill = {{ least = 3, most = 9, required = true }}
"""


ROUNDS = 'times = "rounds"\ntakes.rounds = { least = 1, most = 3, default = 2 }'


def steered(random: Random, name: str) -> str:
    """Throws that go on while their outcomes change what they are given."""
    ends = random.choice(["outcome is Up or wins >= 2 or losses >= 2", "losses + wins >= 3"])
    return f"""
[check.{name}-save]
roll = {{ d20 = 1 }}
takes.worn = {{ each = {{ add = -2 }}, most = 4 }}
outcomes = {{ Worse = "<= 1", Failure = "< 10", Up = "= 20", Success = "otherwise" }}
[check.{name}]
repeats = "{name}-save"
takes = {{ worn = {{ most = 4 }}, wins = {{}}, losses = {{}} }}
ends = "{ends}"
outcomes = {{ Dies = "losses > wins", Tired = "worn >= 2 and value > 2", Lives = "otherwise" }}
[check.{name}.changes]
Worse = {{ losses = 2, worn = {random.choice([1, 2])} }}
Failure = {{ losses = 1, worn = 1 }}
Success = {{ wins = 1 }}
[check.{name}-few]
repeats = "{name}-save"
{random.choice([ROUNDS, "times = 3"])}
takes.worn = {{ most = 4 }}
takes.wins = {{}}
changes = {{ Up = {{ wins = 2 }}, Success = {{ wins = 1 }}, Failure = {{ worn = 1 }} }}
result = "wins * 2 - {random.choice(["1", "worn", "value"])}"
"""


def shrinking(random: Random, name: str) -> str:
    """Dice that shrink with use, and two sides that wear each other down."""
    words = '["d10", "d8", "d6", "d4"]'
    back = random.choice(["", 'changes.Full.die = "d10"'])
    return f"""
[check.{name}-use]
takes.die.choices = {words}
outcomes = {{ Less = "<= {random.randint(1, 3)}", Enough = "<= 9", Full = "otherwise" }}
[check.{name}]
repeats = "{name}-use"
takes.die.choices = {words}
changes.Less.die = 1
{back}
[check.{name}-pool]
roll = {{ success = "5+" }}
takes.dice = {{ each = {{ d6 = 1 }}, required = true, least = 0, most = 4 }}
[check.{name}-clash]
versus = ["a", "b"]
outcomes = {{ Lost = "< 0", Draw = "= 0", Won = "> 0" }}
[check.{name}-war]
repeats = "{name}-clash({name}-pool(mine), {name}-pool(yours))"
takes.mine = {{ required = true, least = 0, most = 3 }}
takes.yours = {{ required = true, least = 0, most = 3 }}
changes = {{ Won = {{ yours = -1 }}, Lost = {{ mine = -1 }} }}
ends = "mine = 0 or yours = 0"
outcomes = {{ Defeat = "mine = 0", Victory = "otherwise" }}
"""


def against(random: Random, name: str) -> str:
    """Dice of one kind against those of another: pair by pair, or cancelled."""
    faces = random.choice(["4+", "edge+", "top", "even", "1-2, top"])
    return f"""
[check.{name}]
roll = {{ d6 = {random.randint(1, 3)}, d8 = {random.randint(1, 3)} }}
takes.more = {{ each = {{ {random.choice(["d6", "d8"])} = 1 }}, most = 2 }}
takes.edge = {{ least = 2, most = 5, default = 3 }}
[check.{name}.readings]
ahead = {{ is = "beats", of = "d6", against = "d8" }}
level = {{ is = "ties", of = "d6", against = "d8" }}
left = {{ faces = "{faces}", of = "d8", against = "d6" }}
[check.{name}.outcomes]
Lost = "ahead = 0 and left = 0"
Level = "level >= 1 and ahead <= left"
Left = "left >= 2"
Won = "otherwise"
[check.{name}-worth]
like = "{name}"
result = "ahead - left"
outcomes = {{ Down = "< 0", Up = "otherwise" }}
"""


def decided(random: Random, name: str) -> str:
    """Words that dice decide, and rolls of outcomes beside them."""
    return f"""
[check.{name}]
roll = {{ d10 = 1 }}
[check.{name}.takes]
tide = {{ choices = {{ 1 = {{}}, 2 = {{ add = 1 }}, 3 = {{ add = 2 }} }}, rolls = "d3" }}
weapon = {{ rolls = "{random.choice(["d6", "2d4"])}" }}
[check.{name}.outcomes]
Hit = {{ when = ">= {random.randint(5, 8)}", result = "weapon + tide" }}
Miss = "otherwise"
"""


def pushed(random: Random, name: str) -> str:
    """Dice that are thrown again after the whole throw is known, by a rule or by choice."""
    when = random.choice(["", 'when = "dares >= 1 and < 2", ', 'when = "is Failure", '])
    aim = random.choice(["is any fine", "Costly", "mean", ">= 2"])
    faces, times = random.choice(["2-5", "1-5", "1-edge"]), random.choice([1, 2])
    return f"""
[check.{name}]
roll = {{ success = "6", failure = "1" }}
push = {{ {when}faces = "{faces}", times = {times} }}
readings.banes = "1"
[check.{name}.takes]
dice = {{ each = {{ d6 = 1 }}, least = 1, most = 3, required = true }}
gear = {{ each = {{ d8 = 1 }}, most = 1 }}
dares = {{ most = 1, default = 1 }}
edge = {{ least = 2, most = 4, default = 3 }}
[check.{name}.outcomes]
Failure = "<= 0"
Costly = "pushed >= 1 and banes >= 1"
Success = "otherwise"
[check.{name}.groups]
fine = ["Success"]
[check.{name}-won]
like = "{name}"
choose = "{random.choice(["best", "best", "worst"])} for {aim}"
"""


def best_kept(random: Random, name: str) -> str:
    """Dice that a player chooses to keep, or to throw again for a set."""
    return f"""
[check.{name}]
roll = {{ omen = 1, keep = "best 2" }}
takes.more = {{ each = {{ omen = 1 }}, least = 1, most = 2 }}
readings.bad = {{ sign = "curse", among = "kept" }}
readings.lost = {{ sign = "luck", among = "dropped" }}
outcomes = {{ Cursed = "bad >= 1", Plain = "lost < 1", Lucky = "otherwise" }}
choose = "best for {random.choice(["Lucky", "mean", "is Plain"])}"
[check.{name}-hand]
roll = {{ d6 = {random.randint(3, 4)} }}
push = {{ faces = "1-6", times = {random.randint(1, 2)} }}
choose = "best for {random.choice(["same >= 3", "row >= 3", "mean"])}"
outcomes = {{ Row = "row >= 3", Three = "same >= 3", Pushed = "pushed >= 1", Pat = "otherwise" }}
[check.{name}-few]
like = "{name}-hand"
roll = {{ d6 = 4, keep = "{random.choice(["highest 3", "lowest 2"])}" }}
"""


def sized(random: Random, name: str) -> str:
    """Sets of any size, the height and the width of some, groups of dice that reach a sum."""
    return f"""
[check.{name}]
roll = {{ d6 = {random.randint(3, 5)}, d10 = {random.randint(0, 2)} }}
takes.more = {{ each = {{ d10 = 1 }}, most = 2 }}
[check.{name}.readings]
triples = {{ is = "sets", size = 3 }}
tall = {{ is = "height", size = {random.randint(1, 3)}, of = "d6" }}
wide = {{ is = "width", place = {random.randint(1, 2)} }}
raises = {{ is = "groups", reach = {random.choice([5, 7, 10])} }}
[check.{name}.outcomes]
Three = "triples >= 1"
Tall = "tall >= 5 and wide >= 2"
Raised = "raises >= {random.randint(2, 4)}"
Wide = "wide >= 2"
Rest = "otherwise"
[check.{name}-sum]
like = "{name}"
result = "raises * 10 + wide + tall"
outcomes = {{ Low = "<= 20", High = "otherwise" }}
[check.{name}-die]
roll = {{ d4 = 1, "d{{kind}}" = 2 }}
takes.kind = {{ least = 6, most = 9, default = 6 }}
readings.top = {{ is = "highest", of = "d{{kind}}" }}
readings.low = {{ faces = "1-2", of = "d{{kind}}" }}
outcomes = {{ Top = "top >= 6", Low = "low >= 1", Rest = "otherwise" }}
"""


def going_on(random: Random, name: str) -> str:
    """A throw that is made again while it shows something."""
    then = random.choice(["add", "replace", "double"])
    return f"""
[check.{name}]
roll = {{ d6 = {random.randint(2, 3)} }}
takes.level = {{ each = {{ add = 1 }}, most = 3 }}
continues = "same >= 2"
[check.{name}.outcomes]
Fumble = "highest = 2"
Failure = "< 12"
Long = "natural > 20"
Success = "otherwise"
[check.{name}-stress]
roll = {{ d10 = 1 }}
takes.skill = {{ each = {{ add = 1 }}, most = 2 }}
takes.edge = {{ least = 1, most = 4, default = 2 }}
continues = {{ when = "value <= edge", then = "{then}", times = {random.randint(1, 3)} }}
outcomes = {{ Often = "continued >= 2", Low = "< 6", Four = "highest = 4", High = "otherwise" }}
[check.{name}-pool]
roll = {{ success = "5+" }}
takes.dice = {{ each = {{ d6 = 1 }}, least = 1, most = 3, required = true }}
takes.sure = {{ each = {{ successes = 1 }}, most = 1 }}
continues = {{ when = ">= 2", times = 2 }}
"""


def shared(random: Random, name: str) -> str:
    """One throw that decides several parameters, and another after it."""
    return f"""
[check.{name}-blow]
roll = {{ "d%" = 1 }}
outcomes = {{ Leg = "<= 30", Body = "<= 80", Head = "otherwise" }}
[check.{name}]
takes.ones = {{ rolls = "value - 10 * floor(value / 10) of {name}-blow", each = {{ add = 1 }} }}
takes.armour = {{ each = {{ add = -1 }}, most = 2 }}
[check.{name}.takes.place]
rolls = "outcome of {name}-blow"
choices = {{ Leg = {{ d4 = 1 }}, Body = {{ d6 = 1 }}, Head = {{ d6 = 2 }} }}
[check.{name}-dash]
takes.speed = {{ rolls = "{random.choice(["highest", "same"])} of 2d6", each = {{ d6 = 1 }} }}
takes.noise = {{ rolls = "lowest of 2d6" }}
outcomes = {{ Heard = "noise >= 4", Late = "< 10", Unseen = "otherwise" }}
"""


MAKES: list[Callable[[Random, str], str]] = [
    pool, total, readings, reckoned, worths, faces, signs, stepped, opposed, cancelled,
    partly, thrice, comes_to, compared, steered, shrinking, against, decided, pushed, best_kept,
    sized, going_on, shared,
]  # fmt: skip
