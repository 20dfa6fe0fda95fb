"""The rules of a book: one game or several, and the one way to ask them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

from .answer import Answer
from .budget import Budget, afford
from .dice.added_parameters import only_added, shifted
from .dice.holding import asking
from .dice.law import Law, Stretched
from .dice.mechanics.reckoned import result_of
from .dice.notation import judged_dice, odds_of_dice
from .dice.odds import Cases, Odds
from .dice.repeated import slots_filled, steered, times_of
from .dice.rolled_parameters import cases_of, deciding, roll_of
from .dice.throw import cells_of, law_of, prepared
from .dice.worked import Side, best_of, compared, in_order, opposed, with_results
from .dice.worked_example import Judged, judge
from .errors import NoSuchGame, RulesError, suggest
from .file.reader import game_path, read_game
from .language.conditions import FLAT, NATURAL, read_by
from .language.formulas import Number
from .language.parse import parse, parse_call, parse_dice
from .language.query import HOLDS, Argument, Call, PlainDice, Query, Thrown
from .language.read_condition import AGAIN
from .model.arguments import Values, any_rolled, bound, fitting, given, is_rolled, rolled, settled
from .model.game import Check, Game, Noun, Outcome, Parameter
from .model.roll import Roll

MOST_TRIES = 1_000
EACH_CASE = 40_000  # nanoseconds for a value that another roll may give to a parameter
REMEMBERED = 4096  # questions
HELD = 400_000_000  # bits of the laws that they keep, about


class Rules:
    """The rules that questions are put to."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        """Take the games by name; the first is asked where a question names none."""
        self.games = dict(games)
        self.default = next(iter(self.games), "")
        self._answers: dict[str | Query, Answer] = {}
        self._odds: dict[tuple[str, Call | PlainDice], Odds] = {}
        self._held = 0

    def game(self, name: str = "") -> Game:
        """The game of that name, or the default one."""
        found = self.games.get(name or self.default)
        if found is None:
            raise NoSuchGame(name, self.games)
        return found

    def ask(self, question: str | Query) -> Answer:
        """The answer to a question."""
        answer = self._answers.get(question)
        if answer is None:
            text = str(question)
            query = parse(question) if isinstance(question, str) else question
            if query.thrown:
                raise RulesError(f"'{text}' asks what given dice come to; judge it instead")
            game = self.games.get(query.game or self.default)  # plain dice go by the default one
            effort = game.effort if game else 1
            with Budget(effort):
                if query.event is not None and query.event.kind == "meets":
                    query = self.met(query)
                holds = query.event is not None and query.event.kind == HOLDS
                odds = self._holding(query) if holds else self.odds(query)
                answer = Answer(text, query, odds, effort)
            self._held += answer.odds.held
            if len(self._answers) >= REMEMBERED or self._held > HELD:
                self._answers.clear()
                self._odds.clear()
                self._held = 0
            self._answers[question] = answer
        return answer

    def odds(self, query: Query) -> Odds:
        """The odds of what the question is about, whatever its event."""
        key = query.game, query.what
        odds = self._odds.get(key)
        if odds is None:
            odds = self._find(query.game, query.what)
            if len(self._odds) >= REMEMBERED:
                self._odds.clear()
            self._odds[key] = odds
        return odds

    def forget(self) -> None:
        """Nothing; what was asked is worked out anew if it is asked again."""
        self._answers.clear()
        self._odds.clear()

    def judge(self, question: str | Query) -> Judged:
        """What the dice of the question come to."""
        query = parse(question) if isinstance(question, str) else question
        if not query.thrown:
            raise RulesError(f"'{question}' names no dice; add 'on 3 4 2'")
        if query.event is not None:
            raise RulesError(f"'{question}' asks for an event; leave '{query.event}' out")
        return self._judge(query.game, query.what, query.thrown)

    def noun(self, query: Query) -> Noun | None:
        """What the value of the question's check is called; plain dice have no word for it."""
        if isinstance(query.what, PlainDice):
            return None
        return self.game(query.game).check(query.what.check).noun

    def _holding(self, query: Query) -> Odds:
        """The odds of a check with the condition that is asked for as its outcome."""
        assert query.event is not None
        if isinstance(query.what, PlainDice):
            raise RulesError("plain dice have nothing to read but their total; ask one comparison")
        game = self.game(query.game)
        check = asking(game, game.check(query.what.check), query.event.name)
        return self._find(query.game, query.what, check)

    def _find(self, game_name: str, what: Call | PlainDice, asked: Check | None = None) -> Odds:
        if isinstance(what, PlainDice):
            return odds_of_dice(what)
        game = self.game(game_name)
        check = asked or game.check(what.check)
        if check.versus:
            return self._versus(game_name, check, what)
        args = bound(check, what.args)
        later = {name: args[name] for name in check.rolled_later}
        args = {name: 0 if name in later and is_rolled(v) else v for name, v in args.items()}
        if any_rolled(args):
            return self._decided(game_name, check, {**args, **later}, asked)
        if check.tries:
            return self._tried(game_name, game, check, args)
        if check.python:
            from .dice.mechanics.called import called

            beside = Path(game.where).parent
            law: Law = called(check.python, args, beside, allowed=game.python)
            return Odds.of(check, args, law)
        if check.repeats:
            return self._repeated(game_name, game, check, args)
        roll = prepared(game, rolled(game, check, args))
        check = settled(check, args) if check.readings else check
        odds = Odds(check, args, partial(law_of, game, roll), partial(cells_of, game, check, roll))
        odds = _reckoned(odds, game, check, args, roll) if check.result else odds
        if not any(one.result for one in check.outcomes):
            return odds
        return with_results(check, odds, args, self._own_rolls(game_name, check, later))

    def _own_rolls(
        self, game_name: str, check: Check, later: Values
    ) -> dict[str, Mapping[int, Fraction]]:
        """What each roll may come to that the results of outcomes name."""
        found: dict[str, Mapping[int, Fraction]] = {}
        for name, value in later.items():
            found[name] = self._numbers_of(game_name, check, name, value, later)
        for outcome in check.outcomes:
            for key, text in (outcome.result.own_rolls() if outcome.result else {}).items():
                name = text.removesuffix(f" {AGAIN}")
                if name == text:
                    dice = parse_dice(text)
                    found[key] = joined(odds_of_dice(dice), f"{text}")
                elif name in found:
                    found[key] = found[name]
                else:
                    raise RulesError(
                        f"'{text}' rolls '{name}' once more, and the roll itself looks at '{name}' "
                        "too; give the result a parameter of its own"
                    )
        return found

    def _numbers_of(
        self, game_name: str, check: Check, name: str, value: object, args: Values
    ) -> Mapping[int, Fraction]:
        """What a parameter may come to that is rolled when an outcome asks for it."""
        if not is_rolled(value):
            return {int(str(value)): Fraction(1)}
        roll = roll_of(self.game(game_name), check.parameter(name), args)
        return joined(self.odds(Query(game_name, roll)), f"{Query('', roll)}")

    def _tried(self, game_name: str, game: Game, check: Check, args: Values) -> Odds:
        """The odds of the best or the worst of several whole results."""
        many = times_of(check, args, check.best or check.worst)
        inner = game.check(check.tries)
        odds = self.odds(Query(game_name, _handed(inner, args)))
        if many > MOST_TRIES:
            raise RulesError(f"{many:,} tries are too many; the most is {MOST_TRIES:,}")
        return best_of(
            _with_outcomes(check, inner), inner, odds.joint(), many, best=bool(check.best)
        )

    def _versus(self, game_name: str, check: Check, call: Call) -> Odds:
        from .dice.mechanics.versus import margin

        sides = self.sides(game_name, check, call)
        if check.compares:
            return opposed(check, *self._compared_sides(check, sides))
        laws = []
        for side in sides:
            odds = self.odds(side)
            if odds.named_only:
                raise RulesError(f"'{side}' only names outcomes; a margin needs numbers")
            self._refuse_bare(side)
            laws.append(odds.law)
        law = margin(*laws)
        return Odds.of(check, {}, law)

    def _compared_sides(self, check: Check, sides: Sequence[Query]) -> list[Side]:
        """The two sides of a check that compares more than their margin."""
        found = []
        for name, side in zip(check.versus, sides, strict=True):
            odds = self.odds(side)
            found.append(Side(name, odds.check, odds.joint()))
        return found

    def _refuse_bare(self, side: Query) -> None:
        """Refuse a side whose skill decides its outcome, and not the number that is compared."""
        if isinstance(side.what, PlainDice):
            return
        check = self.game(side.game).check(side.what.check)
        idle = check.only_in_outcomes
        if idle:
            name = sorted(idle)[0]
            raise RulesError(
                f"'{side}' would be compared by its bare dice, whatever its '{name}': give "
                f"'{check.name}' a result such as \"{name} - value\", or compare outcomes, as in "
                'win = "degree > 0"'
            )

    def sides(self, game_name: str, check: Check, call: Call) -> list[Query]:
        """The two sides of an opposed check, in its order."""
        sides: dict[str, Query] = {}
        places = iter(check.versus)
        for name, value in call.args:
            if name and name not in check.versus:
                known = suggest(name, check.versus)
                raise RulesError(f"'{check.name}' has no side named '{name}'{known}")
            side = name or next((place for place in places if place not in sides), None)
            if side is None:
                raise RulesError(f"'{check.name}' has two sides; a third is given")
            if side in sides:
                raise RulesError(f"'{check.name}' is given '{side}' twice")
            if isinstance(value, int | Fraction):
                raise RulesError(f"'{side}' of '{check.name}' should be a check, not {value}")
            named, what = parse_call(value) if isinstance(value, str) else ("", value)
            sides[side] = Query(named or game_name, what)
        for side in check.versus:
            if side not in sides:
                first, second = check.versus
                raise RulesError(
                    f"'{check.name}' needs '{side}', as in '{check.name}({first}, {second})'"
                )
        return [sides[side] for side in check.versus]

    def _decided(
        self, game_name: str, check: Check, args: Values, asked: Check | None = None
    ) -> Odds:
        """The odds where another roll decides a parameter: as one sum, or case by case."""
        summed = self._summed(game_name, check, args)
        if summed is not None:
            return summed
        parameter, roll = deciding(self.game(game_name), check, args)
        odds = self.odds(roll._replace(game=game_name))
        cases = []
        found = cases_of(odds, parameter, roll)
        afford(
            len(found),
            lambda many: many * EACH_CASE,
            lambda within: (
                f"'{roll}' gives '{parameter.name}' {len(found):,} values, each a roll of its own; "
                f"{within:,} are within reach"
            ),
        )
        for value, share in found.items():
            try:
                fitting(check, parameter, value)
            except RulesError as error:
                raise RulesError(f"{error}, which '{roll}' may come to") from None
            call = Call(check.name, ((parameter.name, value), *known_besides(args, parameter)))
            cases.append((share, self._find(game_name, call, asked)))
        return Cases(check, cases)

    def _summed(self, game_name: str, check: Check, args: Values) -> Odds | None:
        """The odds where rolls only add to the result, or None where one does more."""
        game = self.game(game_name)
        added = only_added(game, check, args)
        if not added:
            return None
        known, laws = dict(args), []
        for parameter, each in added:
            odds = self.odds(Query(game_name, roll_of(game, parameter, args)))
            law, least = odds.law, max(parameter.least, 0)
            most = law.high if parameter.most is None else parameter.most
            if odds.named_only or law.low is None or law.high is None or law.error:
                return None
            if law.low < parameter.least or most is None or law.high > most:
                return None
            known[parameter.name] = least
            laws.append((Stretched(law, 1, -least), each))
        base = self._find(game_name, Call(check.name, tuple(known.items())))
        whole = shifted(base.law, laws)
        return None if whole is None else Odds.of(check, known, whole)

    def _repeated(self, game_name: str, game: Game, check: Check, args: Values) -> Odds:
        from .dice.mechanics.repeats import UntilFull

        inner = game.check(check.repeats)
        if not check.slots:

            def ask(call: Call) -> Mapping[str, Fraction]:
                one = _handed(inner, dict(call.args)) if check.repeated is None else call
                return self.odds(Query(game_name, one)).outcomes or {}

            return steered(check, args, inner.groups, ask)
        call = check.repeated or Call(inner.name, tuple(args.items()))
        outcomes = self.odds(Query(game_name, call)).outcomes or {}
        if check.full:
            return slots_filled(check, outcomes)
        law = UntilFull(outcomes, check.slots)
        return Odds.of(check, args, law)

    def met(self, query: Query) -> Query:
        """The question with a named difficulty written out: its arguments and its event."""
        if isinstance(query.what, PlainDice):
            raise RulesError("plain dice have no named difficulties; ask with '>= n'")
        assert query.event is not None
        game = self.game(query.game)
        check = game.check(query.what.check)
        difficulty = check.difficulty(query.event.name)
        if check.versus:
            return query._replace(event=difficulty.needs)
        values = bound(check, query.what.args)
        fixed = {*given(check, query.what.args), *dict(difficulty.given)}
        # What is reckoned from others is reckoned again when they are changed.
        free = {each.name for each in check.takes if isinstance(each.default, Number)} - fixed
        args = {name: value for name, value in values.items() if name not in free}
        for name, value in difficulty.given:
            old = args.get(name)
            if is_rolled(old):
                raise RulesError(
                    f"'{difficulty.name}' changes '{name}', which is rolled here; ask with '>= n'"
                )
            if isinstance(value, int) and isinstance(old, int | Fraction):
                args[name] = old + value
            else:
                args[name] = value
        return query._replace(what=Call(check.name, tuple(args.items())), event=difficulty.needs)

    def _judge(self, game_name: str, what: Call | PlainDice, thrown: tuple[Thrown, ...]) -> Judged:
        if isinstance(what, PlainDice):
            return judged_dice(what, thrown)
        game = self.game(game_name)
        check = game.check(what.check)
        if check.versus:
            return self._judge_sides(game_name, check, what, thrown)
        if check.python:
            raise RulesError(f"'{check.name}' is a Python callable, and those read no dice")
        if check.repeats:
            raise RulesError(f"'{check.name}' is no single roll; judge the check it is made of")
        if check.tries:
            return self._judge_tries(game_name, game, check, what, thrown)
        args = bound(check, what.args)
        later: Values = {}

        def rest() -> Values:
            later.update({name: args[name] for name in check.rolled_later})
            return {name: 0 if name in later and is_rolled(v) else v for name, v in args.items()}

        while any_rolled(rest()):
            parameter, roll = deciding(game, check, rest())
            if len(thrown) < 2:
                raise RulesError(f"'{parameter.name}' is rolled first: its dice stand before a '|'")
            shown = self._judge(game_name, roll.what, thrown[:1])
            value = shown.outcome if parameter.choices else shown.value
            if value is None and parameter.numbered:
                value = str(shown.value)
            args = bound(check, ((parameter.name, value or 0), *known_besides(args, parameter)))
            thrown = thrown[1:]
        results = any(one.result for one in check.outcomes)
        if len(thrown) > 1 and not results:
            raise RulesError(f"'{check.name}' has one side; '|' stands between the dice of two")
        args = rest()
        own = _OwnRolls(self, game_name, check, later, thrown[1:])
        return judge(
            game,
            settled(check, args),
            args,
            rolled(game, check, args),
            thrown[0],
            own if results else None,
        )

    def _judge_tries(
        self, game_name: str, game: Game, check: Check, what: Call, thrown: tuple[Thrown, ...]
    ) -> Judged:
        """The best or the worst of several tries, whose dice stand between bars."""
        args = bound(check, what.args)
        many = times_of(check, args, check.best or check.worst)
        if len(thrown) != many:
            raise RulesError(f"'{check.name}' is {many} tries; write the dice of each after a '|'")
        inner = game.check(check.tries)
        tries = [self._judge(game_name, _handed(inner, args), (one,)) for one in thrown]
        rank = in_order(inner)
        pick = max if check.best else min
        return pick(tries, key=lambda one: rank((one.outcome, one.value or 0)))

    def value_of(self, game_name: str, what: Call | PlainDice, thrown: Thrown) -> int:
        """The number that dice come to."""
        value = self._judge(game_name, what, (thrown,)).value
        if value is None:
            raise RulesError(f"'{what}' only names outcomes, and a number is needed")
        return value

    def _judge_sides(
        self, game_name: str, check: Check, call: Call, thrown: tuple[Thrown, ...]
    ) -> Judged:
        from .dice.odds import first_outcome

        if len(thrown) != 2:
            raise RulesError(f"'{check.name}' has two sides; write the second's dice after '|'")
        values = []
        sides = self.sides(game_name, check, call)
        if check.compares:
            shown = [
                self._judge(side.game, side.what, (dice,))
                for side, dice in zip(sides, thrown, strict=True)
            ]
            first, second = self._compared_sides(check, sides)
            one, other = [(each.outcome, each.value or 0) for each in shown]
            name, margin = compared(check, first, second, one, other)
            return Judged(None, None, margin, name)
        for side, dice in zip(sides, thrown, strict=True):
            value = self._judge(side.game, side.what, (dice,)).value
            if value is None:
                raise RulesError(f"'{side}' only names outcomes; a margin needs numbers")
            values.append(value)
        margin = values[0] - values[1]
        outcome = first_outcome(check, margin, {FLAT: 0}, {})
        return Judged(None, None, margin, outcome)


class _OwnRolls:
    """The rolls that the result of an outcome asks for, as their dice fell."""

    def __init__(
        self,
        rules: Rules,
        game_name: str,
        check: Check,
        later: Values,
        thrown: tuple[Thrown, ...],
    ) -> None:
        """Take the dice that stand after the check's own."""
        self._rules, self._game, self._check = rules, game_name, check
        self._later, self._thrown = later, thrown

    def result(self, outcome: Outcome, known: Mapping[str, object]) -> int:
        """What the outcome comes to."""
        waiting = list(self._thrown)
        shown: dict[str, object] = {}
        texts = outcome.result.own_rolls() if outcome.result else {}
        for word in outcome.result.order() if outcome.result else ():
            name = texts.get(word, word).removesuffix(f" {AGAIN}")
            if name in self._later and not is_rolled(self._later[name]):
                shown[word] = self._later[name]
            elif name in self._later or word in texts:
                if not waiting:
                    raise RulesError(
                        f"'{texts.get(word, word)}' is rolled for '{outcome.name}': its dice stand "
                        "after a '|'"
                    )
                shown[word] = self._rolled(name, waiting.pop(0))
        if waiting:
            raise RulesError(f"'{outcome.name}' asks for no more dice after '|'")
        return result_of(outcome.result, {**known, **shown}) if outcome.result else 0

    def _rolled(self, name: str, thrown: Thrown) -> int:
        if name in self._later:
            parameter = self._check.parameter(name)
            what = roll_of(self._rules.game(self._game), parameter, self._later)
        else:
            what = parse_dice(name)
        return self._rules.value_of(self._game, what, thrown)


def joined(odds: Odds, what: str) -> Mapping[int, Fraction]:
    """The chance of every number, where there is an end to them."""
    counts = odds.counts
    if counts is None:
        raise RulesError(f"'{what}' only names outcomes, and a number is needed")
    if counts.tail is not None or counts.head is not None:
        raise RulesError(f"'{what}' has no end, so nothing can be reckoned with it here")
    return {value: chance for value, chance in counts.items() if chance}


def _handed(inner: Check, args: Values) -> Call:
    """A check with those of the arguments that it takes."""
    names = {parameter.name for parameter in inner.takes}
    return Call(inner.name, tuple([(name, v) for name, v in args.items() if name in names]))


def _with_outcomes(check: Check, inner: Check) -> Check:
    """A check that shows the outcomes of another one, where it has none of its own."""
    return check._replace(outcomes=inner.outcomes, groups=inner.groups, ladder=inner.ladder)


def _reckoned(odds: Odds, game: Game, check: Check, args: Values, roll: Roll) -> Odds:
    """The odds of a check whose result is reckoned from what the throw shows, as `odds` say it."""
    from .dice.mechanics.reckoned import added, reckoned, shifted, whole

    result = check.result
    assert result is not None
    if (add := added(result, args)) is not None:
        return Odds(
            check,
            args,
            lambda: Stretched(odds.law, 1, add),
            lambda: shifted(cells_of(game, check, roll), add),
        )
    # The value alone needs nothing of what only the outcomes read.
    bare = check._replace(outcomes=())
    natural = any(NATURAL in read_by(one.when) for one in check.outcomes if one.when is not None)
    return Odds(
        check,
        args,
        lambda: whole(reckoned(result, cells_of(game, bare, roll), args)),
        lambda: reckoned(result, cells_of(game, check, roll), args, natural=natural),
    )


def known_besides(args: Values, decided: Parameter) -> list[tuple[str, Argument]]:
    """The arguments but for the one decided now; what is reckoned from it comes anew."""
    return [
        (name, value)
        for name, value in args.items()
        if name != decided.name and not isinstance(value, Number)
    ]


def load(
    rules: str | Path | Mapping[str, str | Path], *, python: bool = False, name: str = ""
) -> Rules:
    """The rules of a file, or of several files or shipped games by name."""
    if isinstance(rules, Mapping):
        return Rules({key: _game(value, key, python=python) for key, value in rules.items()})
    game = _game(rules, name, python=python)
    return Rules({game.name: game})


def load_game(name: str) -> Rules:
    """The rules of a game that ships."""
    return load(f"game:{name}")


def _game(source: str | Path, name: str, *, python: bool) -> Game:
    text = str(source)
    if text.startswith("game:"):
        shipped = text.removeprefix("game:")
        return read_game(game_path(shipped), name or shipped)
    path = Path(source)
    return read_game(path, name or path.stem, python=python)
