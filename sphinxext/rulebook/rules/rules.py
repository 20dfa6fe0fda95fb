"""The rules of a book: one game or several, and the one way to ask them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path

from ..dice.budget import EACH, Budget
from ..dice.law import held_by
from .answer import Answer
from .dice.holding import asking, asks_cases, condition_asked, held_by_cases
from .dice.odds import Odds
from .errors import NoSuchGame, RulesError, more
from .file.build_shares import also_read
from .file.reader import game_path, read_game
from .language.conditions import VALUE
from .language.formulas import Number
from .language.parse import parse
from .language.query import OF_THE_RULES, Call, EventKind, PlainDice, Query
from .language.read_condition import parse_condition
from .model.arguments import bound, given, is_rolled
from .model.game import Check, Game
from .model.outcome import Noun
from .throw.compile import Compiler
from .throw.judge import Judged, judge_dice
from .throw.law import odds_of
from .throw.sides import sides_of

REMEMBERED = 4096  # questions
TOGETHER = 2 * EACH  # steps of all figures of a table or chart
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
        """Return the answer to a question."""
        found = self._answers.get(question) or self.ask_all([question])[0]
        if isinstance(found, RulesError):
            raise found
        return found

    def ask_all(
        self, questions: Iterable[str | Query], most: int = TOGETHER
    ) -> list[Answer | RulesError]:
        """Return the answer to each question, or the error that refuses it.

        Equal questions are asked once, each with a budget of its own. Once all together have taken
        so many steps, no other is begun.
        """
        asked = list(questions)
        found: dict[str | Query, Answer | RulesError] = {}
        new: dict[str | Query, Answer] = {}
        budget = Budget(more=more, together=most)
        with budget:
            for question in dict.fromkeys(asked):
                if known := self._answers.get(question):
                    found[question] = known
                    continue
                try:
                    found[question] = new[question] = self._answer(question, budget)
                except RulesError as error:
                    found[question] = error
        self._held += held_by([law for each in new.values() for law in each.odds.laws])
        if len(self._answers) >= REMEMBERED or self._held > HELD:
            self.forget()
        self._answers.update(new)
        return [found[question] for question in asked]

    def _answer(self, question: str | Query, budget: Budget) -> Answer:
        """Find the answer to a question within a budget that begins anew."""
        text = str(question)
        query = parse(question) if isinstance(question, str) else question
        if query.thrown:
            asked = '"' + text.replace('"', r"\"") + '"'  # as a shell takes it
            raise RulesError(f"'{text}' asks for the result of given dice: rulebook judge {asked}")
        budget.begin(self.effort(query.game))
        query, odds = self._found(query)
        answer = Answer(text, query, odds, budget.effort)
        if query.waits or query.over is not None:
            self._measure(answer)
        for each in query.also:
            more = self.ask(each if each.game else each._replace(game=query.game))
            if more.value is None or answer.value is None:
                raise RulesError(f"'{text}' adds up what has no average")
            answer.value += more.value
            answer.error += more.error
        return answer

    def effort(self, game_name: str = "") -> int:
        """Return the effort that the game allows; plain dice go by the default game."""
        game = self.games.get(game_name or self.default)
        return game.effort if game else 1

    def budget(self, game_name: str = "") -> Budget:
        """Return a new budget as the game allows it."""
        return Budget(self.effort(game_name), more)

    def _found(self, query: Query) -> tuple[Query, Odds]:
        """The odds of a question, and the question with a named difficulty written out."""
        if query.event is not None and query.event.kind in OF_THE_RULES:
            if query.event.kind is EventKind.MEETS:
                query = self.met(query)
            if query.event is not None and query.event.kind is EventKind.HOLDS:
                return query, self._holding(query)
        return query, self.odds(query)

    def _measure(self, answer: Answer) -> None:
        """Turn the chance into the rolls that it takes, or into a multiple of another chance."""
        chance, other, off = answer.probability, Fraction(1), Fraction(0)
        if answer.query.over is not None:
            over = answer.query.over
            second = self.ask(over if over.game else over._replace(game=answer.query.game))
            off = second.error
            if second.value is not None and answer.value is not None:
                chance, other = answer.value, second.value
            elif second.probability is None:
                chance = None
            else:
                other = second.probability
        if chance is None:
            raise RulesError(f"'{answer.text}' should ask for chances: 'wait(2d6 = 12)'")
        if not (other if answer.query.over else chance):
            raise RulesError(f"'{answer.text}' has no answer: the chance is 0")
        if not answer.query.over:
            chance, other, answer.error, off = Fraction(1), chance, Fraction(0), answer.error
        if off >= abs(other):
            raise RulesError(f"'{answer.text}' has no answer: the chance may be 0")
        answer.value = chance / other
        answer.error = (answer.error + abs(answer.value) * off) / (abs(other) - off)
        answer.probability = None

    def odds(self, query: Query) -> Odds:
        """Return the odds of what the question is about, whatever its event.

        They are found within the budget of whoever asks.
        """
        key = query.game, query.what
        odds = self._odds.get(key)
        if odds is None:
            odds = self.find(query.game, query.what)
            if len(self._odds) >= REMEMBERED:
                self._odds.clear()
            self._odds[key] = odds
        return odds

    def find(self, game_name: str, what: Call | PlainDice, asked: Check | None = None) -> Odds:
        """The odds of a check, worked out anew; `asked` is the check with other outcomes."""
        return odds_of(self, Compiler(self).program(game_name, what, asked))

    def forget(self) -> None:
        """Drop every answer that is kept."""
        self._answers.clear()
        self._odds.clear()
        self._held = 0

    def judge(self, question: str | Query) -> Judged:
        """The result of the dice in the question."""
        query = parse(question) if isinstance(question, str) else question
        if not query.thrown:
            raise RulesError(f"'{question}' names no dice; add 'on 3 4 2'")
        if query.event is not None:
            raise RulesError(f"'{question}' asks for an event; leave '{query.event}' out")
        with self.budget(query.game):
            judged = judge_dice(self, query.game, query.what, query.thrown)
        for each in query.also:
            more = self.judge(each if each.game else each._replace(game=query.game))
            if judged.value is None or more.value is None:
                raise RulesError(
                    f"'{question}' adds up names of outcomes, and those are no numbers"
                )
            judged = Judged(None, None, judged.value + more.value, None)
        return judged

    def noun(self, query: Query) -> Noun | None:
        """The noun for the value of the question's check; plain dice have none."""
        if isinstance(query.what, PlainDice):
            return None
        return self.game(query.game).check(query.what.check).noun

    def sides(self, game_name: str, check: Check, call: Call) -> list[Query]:
        """The two sides of an opposed check, in its order."""
        return sides_of(game_name, check, call)

    def _holding(self, query: Query) -> Odds:
        """The odds of a check with the condition that is asked for as its outcome."""
        assert query.event is not None
        if isinstance(query.what, PlainDice):
            condition = parse_condition(query.event.name)
            if condition.names() != {VALUE}:
                raise RulesError(
                    "plain dice have nothing to read but their total; to read more, make a check "
                    "of them"
                )
            return Odds.of(asking(Check(query.what.text), condition), {}, self.odds(query).law)
        game = self.game(query.game)
        check = also_read(game.check(query.what.check), query.event.name)
        condition = condition_asked(game, check, query.event.name)
        if asks_cases(check, condition):
            odds = self.odds(query)
            return held_by_cases(check.with_outcomes(game.checks), condition, odds)
        return self.find(query.game, query.what, asking(check, condition))

    def met(self, query: Query) -> Query:
        """The question with a named difficulty written out: its arguments and its event."""
        if isinstance(query.what, PlainDice):
            raise RulesError("plain dice have no named difficulties; ask with '>= n'")
        assert query.event is not None
        game = self.game(query.game)
        check = game.check(query.what.check)
        difficulty = check.difficulty(query.event.name)
        if check.sides:
            return query._replace(event=difficulty.needs)
        own = given(check, query.what.args)
        moved = {name: by for name, by in difficulty.given if isinstance(by, int)}
        own |= {name: value for name, value in difficulty.given if name not in moved}
        values = bound(check, tuple(own.items()))
        fixed = {*own, *moved}
        # What is calculated from others is calculated again when they are changed.
        free = {each.name for each in check.takes if isinstance(each.default, Number)} - fixed
        args = {name: value for name, value in values.items() if name not in free}
        for name, by in moved.items():
            old = args.get(name)
            if is_rolled(old):
                raise RulesError(
                    f"'{difficulty.name}' changes '{name}', which is rolled here; ask with '>= n'"
                )
            args[name] = check.parameter(name).moved_by(old, by)
        return query._replace(what=Call(check.name, tuple(args.items())), event=difficulty.needs)


def load(
    rules: str | Path | Mapping[str, str | Path],
    *,
    python: bool = False,
    name: str = "",
    folders: Iterable[str | Path] = (),
) -> Rules:
    """The rules of a file, or of several files or shipped games by name.

    A file may build on others in its own folder, and in the `folders`.
    """
    allowed = tuple(folders)
    if isinstance(rules, Mapping):
        games = {key: _game(value, key, allowed, python=python) for key, value in rules.items()}
        return Rules(games)
    game = _game(rules, name, allowed, python=python)
    return Rules({game.name: game})


def load_game(name: str) -> Rules:
    """The rules of a game that ships."""
    return load(f"game:{name}")


def _game(source: str | Path, name: str, folders: tuple[str | Path, ...], *, python: bool) -> Game:
    text = str(source)
    if text.startswith("game:"):
        shipped = text.removeprefix("game:")
        return read_game(game_path(shipped), name or shipped)
    path = Path(source)
    return read_game(path, name or path.stem, python=python, folders=folders)
