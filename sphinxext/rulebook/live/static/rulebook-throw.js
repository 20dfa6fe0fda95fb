// @ts-check
/* Runs the program of a throw, as the rules engine wrote it when the book was built: dice are rows of
   numbers, and what is read of them are sums, sets and formulas. It knows no page and no rules. */
/**
 * @typedef {{die: string, faces: any, values?: any, adds?: any, byplace?: 1, bag?: 1, minus?: 1, again?: number[],
 *   once?: 1, reroll?: number[], every?: 1, colour?: string,
 *   ink?: string, counts?: 1}} Kind
 * @typedef {[string, any][]} Words
 * @typedef {{takes: [string, any, any?][], by: number[], words: string[][], ends?: any[], last: string,
 *   changes: [number, number, number][][]}} State
 * @typedef {{sums?: [string, string, number][], sets?: any[][], words?: Words,
 *   result?: Words, counted?: string, judge?: any[], turns?: number[], names?: string[], state?: State,
 *   plans?: Record<string, any>, goes?: [any, number, number, string[], Record<string, number>]}} Reader
 * @typedef {{looks: Record<string, number[]>, many: number, again: Record<string, string>,
 *   keep: Record<string, string>}} Choices
 * @typedef {{kinds: Kind[], readers: Reader[], choices?: Choices[]}} Shared
 * @typedef {{kind: Kind, number: number, shows: number[], on: number[], lies: number[],
 *   counts: boolean}} Die
 * @typedef {Record<string, any>} Known
 * @typedef {{dice: Die[], first: number[], again: number[], value: number, outcome: number,
 *   names?: string[]}} Thrown
 * @typedef {{value: number, outcome: number, names?: string[], known: Known, parts: Thrown[],
 *   times?: number, runs?: Result[]}} Result
 * @typedef {(n: number) => number} Face a place below n
 * @typedef {[number, number]} Frac
 */
/** @type {any} */ (self).rulebookThrow = (() => {
  /** @param {number[]} all */
  const total = (all) => all.reduce((a, b) => a + b, 0);

  /* ------------------------------------------------------------ formulas */

  /* Numbers are fractions, [top, bottom], so that a half is a half. */
  /** @param {any} value @returns {Frac} */
  const frac = (value) => {
    const [top, bottom] = String(value).split("/");
    return [+top, +(bottom ?? 1)];
  };
  /** @param {Frac} a @param {Frac} b */
  const gap = (a, b) => a[0] * b[1] - b[0] * a[1];
  /** @type {Record<string, (...parts: Frac[]) => Frac>} */
  const RECKON = {
    "+": (a, b) => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]],
    "-": (a, b) => [gap(a, b), a[1] * b[1]],
    "*": (a, b) => [a[0] * b[0], a[1] * b[1]],
    "/": (a, b) => [a[0] * b[1] * Math.sign(b[0]), a[1] * Math.abs(b[0])],
    down: (a) => [Math.floor(a[0] / a[1]), 1],
    up: (a) => [Math.ceil(a[0] / a[1]), 1],
    min: (...all) => all.reduce((a, b) => (gap(a, b) <= 0 ? a : b)),
    max: (...all) => all.reduce((a, b) => (gap(a, b) >= 0 ? a : b)),
  };
  /** @type {Record<string, (gap: number) => boolean>} */
  const HOLDS = {
    ">=": (n) => n >= 0,
    ">": (n) => n > 0,
    "=": (n) => n === 0,
    "!=": (n) => n !== 0,
    "<=": (n) => n <= 0,
    "<": (n) => n < 0,
  };
  /** @param {any} tree @param {Known} known @returns {Frac} */
  const reckon = (tree, known) =>
    !Array.isArray(tree)
      ? frac(known[tree] ?? tree)
      : RECKON[tree[0]]
        ? RECKON[tree[0]](...tree.slice(1).map((part) => reckon(part, known)))
        : [+holds(tree, known), 1];
  /** @param {any} tree @param {Known} known */
  const whole = (tree, known) => {
    const [top, bottom] = reckon(tree, known);
    return top / bottom;
  };
  /** @param {any[]} tree @param {Known} known @returns {boolean} */
  const holds = ([op, ...parts], known) =>
    op === "and"
      ? parts.every((part) => holds(part, known))
      : op === "or"
        ? parts.some((part) => holds(part, known))
        : op === "is"
          ? (known[`${parts[0]} is`]?.includes(parts[1]) ?? known[parts[0]] === parts[1])
          : HOLDS[op](gap(reckon(parts[0], known), reckon(parts[1], known)));
  /** Works out words one after the other. @param {Words | undefined} words @param {Known} known */
  const workOut = (words, known) => {
    for (const [word, tree] of words ?? []) known[word] = reckon(tree, known).join("/");
    return known;
  };
  /** What is read in the end, and the first outcome that holds. @param {Reader} how @param {Known} known */
  const read = (how, known) => {
    workOut(how.result, workOut(how.words, known));
    return {
      value: whole("value", known),
      outcome:
        (how.turns ?? [...(how.judge ?? []).keys()]).find((k) => holds(how.judge?.[k], known)) ??
        -1,
      names: how.names,
      known,
    };
  };

  /* ------------------------------------------------------------ sets of faces */

  /** The most groups of faces that reach a sum, no face in two of them.
   * @param {number[]} faces @param {number} reach @param {Map<string, number>} [known] @returns {number} */
  const mostGroups = (faces, reach, known = new Map()) => {
    const [first, ...others] = faces.filter((face) => face > 0).sort((a, b) => b - a);
    const most = Math.floor((total(others) + (first ?? 0)) / reach);
    if (!most) return 0;
    if (first >= reach) return 1 + mostGroups(others, reach, known);
    const key = `${[first, ...others]}`;
    let best = known.get(key);
    if (best !== undefined) return best;
    best = 0;
    /** @param {number} missing @param {number[]} left @param {number} from */
    const fillUp = (missing, left, from) => {
      if (missing <= 0)
        best = Math.max(/** @type {number} */ (best), 1 + mostGroups(left, reach, known));
      else
        for (let i = from; i < left.length && /** @type {number} */ (best) < most; i++)
          if (i === from || left[i] !== left[i - 1])
            fillUp(
              missing - left[i],
              left.filter((_, k) => k !== i),
              i,
            );
    };
    fillUp(reach - first, others, 0);
    if (best < most) best = Math.max(best, mostGroups(others, reach, known));
    known.set(key, best);
    return best;
  };

  /** What is counted of faces, from the highest down: `many` has each of them with how many dice show it,
   * `mine` and `theirs` are all faces of two sides.
   * @type {Record<string, (many: [number, number][], n: any, mine: number[], theirs: number[]) => number>} */
  const COUNT = {
    top: (many, n) => many.find(([, dice]) => dice >= n)?.[0] ?? 0,
    low: (many) => many.at(-1)?.[0] ?? 0,
    most: (many, n) => many.map(([, dice]) => dice).sort((a, b) => b - a)[n - 1] ?? 0,
    many: (many, n) => many.filter(([, dice]) => dice >= n).length,
    run: (many) => {
      let now = 0;
      return many.reduce((most, [face], i) => {
        now = i && many[i - 1][0] - face === 1 ? now + 1 : 1;
        return Math.max(most, now);
      }, 0);
    },
    fill: (_, n, mine) => mostGroups(mine, n),
    over: (_, __, mine, theirs) => mine.filter((face, i) => face > theirs[i]).length,
    level: (_, __, mine, theirs) => mine.filter((face, i) => face === theirs[i]).length,
    some: (many, faces) => total(many.map(([face, dice]) => (faces.includes(face) ? dice : 0))),
  };

  /** The faces that are left where each of the others takes an equal one away.
   * @param {number[]} mine @param {number[]} theirs */
  const without = (mine, theirs) => {
    const left = [...theirs];
    return mine.filter((face) => {
      const at = left.indexOf(face);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };

  /** The faces that dice of a kind show, or all dice, from the highest down. @param {Die[]} dice @param {string} kind */
  const facesOf = (dice, kind) =>
    dice
      .filter((d) => !kind || d.kind.die === kind)
      .map((d) => d.kind.values[d.lies[0]])
      .sort((a, b) => b - a);

  /* ------------------------------------------------------------ dice */

  /** What a die adds to a sum. @param {Die} d @param {number} at @param {number} every */
  const addsOf = (d, at, every) =>
    total((every ? d.lies : d.lies.slice(0, 1)).map((place) => d.kind.adds[at][place] ?? 0));
  /** What a die is kept by: what it counts, then what it shows. @param {Die} d */
  const rankOf = (d) => [addsOf(d, 0, 1), ...d.lies.map((place) => d.kind.values[place])];
  /** @param {number[]} a @param {number[]} b */
  const compare = (a, b) => {
    for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
    return a.length - b.length;
  };

  /** Dice as they come to lie: thrown once more, failed ones again, then those that roll on.
   * @param {any} plan @param {Shared} data @param {Face} face */
  const lie = ([, groups, { choice, rerolls = 0, keep }], data, face) => {
    /** @type {Die[]} */
    const dice = groups.flatMap((/** @type {[number, number]} */ [n, number]) =>
      Array.from({ length: n }, () => {
        /** @type {Die} */
        const d = {
          kind: data.kinds[number],
          number,
          shows: [],
          on: [0],
          lies: [],
          counts: true,
        };
        return d;
      }),
    );
    /** @type {number[]} */
    const order = [];
    /* What is drawn from a bag is not put back. */
    const drawn = (/** @type {Die} */ d) => {
      const gone = dice.filter((one) => one.number === d.number).flatMap((one) => one.shows);
      const left = [...d.kind.faces.keys()].filter((place) => !gone.includes(place));
      return left[face(left.length)];
    };
    const one = (/** @type {Die} */ d) => {
      const place = d.kind.bag ? drawn(d) : face(d.kind.faces.length);
      d.shows.push(place);
      order.push(d.kind.byplace ? place + 1 : d.kind.faces[place]); // as given dice are written
      return place;
    };
    const further = (/** @type {Die} */ d) => {
      const place = one(d);
      return d.kind.every && d.kind.reroll?.[place] ? one(d) : place;
    };
    /* The throw that stands is the last one that was made. */
    const stand = (/** @type {Die} */ d, /** @type {number} */ place) => {
      d.lies = [place];
      d.on = [d.shows.length - 1];
    };
    for (const d of dice) stand(d, one(d));
    const first = order.splice(0);
    for (const d of dice) if (d.kind.reroll?.[d.lies[0]]) stand(d, one(d));
    const failed = dice.filter((d) => addsOf(d, 0, 0) <= 0);
    for (const d of failed.slice(0, rerolls)) {
      const place = further(d);
      if (d.kind.adds[0][place] >= d.kind.adds[0][d.lies[0]]) stand(d, place);
    }
    const waiting = dice.filter((d) => d.kind.again?.[d.lies[0]]);
    for (let d = choice === undefined ? waiting.shift() : undefined; d; d = waiting.shift()) {
      const place = further(d);
      d.lies.push(place);
      d.on.push(d.shows.length - 1);
      if (!d.kind.once && d.kind.again?.[place]) waiting.push(d);
    }
    /* The engine knows for each throw which dice are thrown again, and which count in the end. */
    let pushed = 0;
    if (choice !== undefined) {
      const { looks, many, again, keep } = /** @type {Choices[]} */ (data.choices)[choice];
      const lookOf = (/** @type {Die} */ d) => looks[d.number][d.lies[0]];
      /** @param {Record<string, string>} chosen @returns {Die[] | undefined} */
      const others = (chosen) => {
        const counts = Array(many).fill(0);
        for (const d of dice) counts[lookOf(d)]++;
        const stay = chosen[`${pushed}:${counts}`]?.split(",");
        if (!stay) return undefined;
        const free = counts.map((n, look) => n - +stay[look]);
        return dice.filter((d) => free[lookOf(d)]-- > 0);
      };
      for (let go = others(again); go; go = others(again)) {
        for (const d of go) stand(d, one(d));
        pushed++;
      }
      for (const d of others(keep) ?? []) d.counts = false;
    }
    if (keep) {
      const [highest, many, among] = keep,
        up = highest ? -1 : 1;
      const place = (/** @type {Die} */ d) => among.indexOf(d.number); // of equal dice, the first named is kept
      dice
        .filter((d) => !among.length || among.includes(d.number))
        .sort(
          (/** @type {Die} */ a, /** @type {Die} */ b) =>
            up * compare(rankOf(a), rankOf(b)) || place(a) - place(b),
        )
        .slice(many)
        .forEach((d) => {
          d.counts = false;
        });
    }
    return { dice, first, again: order, pushed };
  };

  /** The sums and sets that dice show. @param {Reader} how @param {Die[]} dice */
  const seen = (how, dice) => {
    /** @type {Record<string, Die[]>} */
    const among = {
      all: dice,
      kept: dice.filter((d) => d.counts),
      dropped: dice.filter((d) => !d.counts),
    };
    /** @type {Known} */
    const found = {};
    for (const [at, [word, where, every]] of (how.sums ?? []).entries())
      found[word] = total(among[where].map((d) => addsOf(d, at, every)));
    for (const [word, of, where, what, n, against, taken] of how.sets ?? []) {
      const theirs = against ? facesOf(dice, against) : [];
      let mine = facesOf(against ? dice : among[where], of);
      if (taken) mine = without(mine, theirs);
      const sizes = new Map();
      for (const face of mine) sizes.set(face, (sizes.get(face) ?? 0) + 1);
      found[word] = COUNT[what]([...sizes], n, mine, theirs);
    }
    return found;
  };

  /** Dice thrown together, perhaps several times. @param {any} plan @param {Shared} data @param {Face} face
   * @returns {Result} */
  const throwPool = (plan, data, face) => {
    const how = data.readers[plan[0]],
      known = plan[2].known ?? {},
      { dice, first, again, pushed } = lie(plan, data, face);
    let facts = seen(how, dice),
      further = 0;
    if (how.goes) {
      const [when, most, then, sums, alone] = how.goes; // then: 0 adds, 1 replaces, 2 doubles
      const shown = [facts];
      while (
        (!most || further < most) &&
        holds(when, workOut(how.words, { ...known, ...alone, ...shown[further] }))
      ) {
        const more = lie(plan, data, face);
        if (then) for (const d of dice) d.counts = false;
        shown.push(seen(how, more.dice));
        dice.push(...more.dice);
        again.push(...more.first);
        further++;
      }
      facts = { ...(then === 1 ? shown[further] : facts) };
      for (const word of sums)
        facts[word] = then
          ? shown[further][word] * (then === 2 ? 2 ** further : 1)
          : total(shown.map((one) => one[word]));
    }
    if (how.counted) facts[how.counted] = pushed + further;
    const came = read(how, { ...known, ...facts });
    return { ...came, parts: [{ dice, first, again, ...came }] };
  };

  /** Throws that were made one after the other. @param {Result[]} runs */
  const inTurn = (runs) => ({ runs, parts: runs.flatMap((run) => run.parts) });

  /** Repeats a throw while its outcomes change numbers. @param {any} plan @param {Shared} data
   * @param {Face} face @returns {Result} */
  const repeat = ([, number, start, most], data, face) => {
    const how = data.readers[number],
      { takes, by, words, changes, ends, last } = /** @type {State} */ (how.state);
    const now = [...start];
    /** @type {Result[]} */
    const runs = [];
    for (let times = 1; ; times++) {
      const one = run(how.plans?.[by.map((i) => now[i]).join()], data, face);
      let gone = false;
      for (const [i, change, kind] of changes[one.outcome]) {
        const [, least, most] = takes[i],
          to = kind === 1 ? change : now[i] + change;
        if (kind > 1) {
          const free = now.indexOf(0, i);
          if (free >= 0) now[free] = 1;
          gone ||= free < 0 && kind === 3;
        } else if (Array.isArray(least)) {
          gone ||= to >= least.length;
          now[i] = Math.max(0, Math.min(least.length - 1, to));
        } else now[i] = Math.max(least, Math.min(most ?? Infinity, to));
      }
      /** @type {Known} */
      const known = { value: times, [last]: words[one.outcome] };
      takes.forEach(([name, least], i) => {
        known[name] = Array.isArray(least) ? least[now[i]] : now[i];
      });
      runs.push(one);
      if (gone || times === most || (ends && holds(ends, known))) {
        const came = { ...read(how, known), ...inTurn(runs) };
        return how.result?.[0][0] === "value" ? came : { ...came, times };
      }
    }
  };

  /** What a program comes to with the faces that it is given.
   * @param {any} plan @param {Shared} data @param {Face} face @returns {Result} */
  const run = (plan, data, face) => {
    const [kind, ...rest] = plan;
    if (kind === "+") {
      const all = rest.slice(1).map((/** @type {any} */ part) => run(part, data, face));
      return {
        value: rest[0] + total(all.map((/** @type {Result} */ one) => one.value)),
        outcome: -1,
        known: {},
        parts: all.flatMap((/** @type {Result} */ one) => one.parts),
      };
    }
    if (kind === "&") {
      /** @type {Known} */
      const known = {};
      const parts = rest.slice(1).flatMap((/** @type {any} */ [word, roll, ...words]) => {
        const one = run(roll, data, face);
        known[word] = one.value;
        known[`${word} among the outcomes`] = one.outcome;
        known[`${word} is`] = words[one.outcome] ?? [];
        return one.parts;
      });
      return { ...read(data.readers[rest[0]], known), parts };
    }
    if (kind === "?") {
      const one = run(rest[0], data, face),
        known = { ...one.known, value: one.value };
      const key = rest[1].map((/** @type {any} */ tree) =>
        tree === null ? one.outcome : whole(tree, known),
      );
      const then = run(rest[2][key.join()], data, face);
      return { ...then, parts: [...one.parts, ...then.parts] };
    }
    if (kind === "b") {
      const runs = Array.from({ length: rest[1] }, () => run(rest[0], data, face)),
        up = rest[2] ? 1 : -1;
      const stands = runs.reduce((a, b) =>
        up * compare([b.outcome, b.value], [a.outcome, a.value]) > 0 ? b : a,
      );
      for (const one of runs)
        if (one !== stands)
          for (const d of one.parts.flatMap((part) => part.dice)) d.counts = false;
      return { ...stands, ...inTurn(runs) };
    }
    if (kind === "o") {
      const one = run(rest[0], data, face),
        [formula, words] = rest[1][one.outcome] ?? [0, {}],
        known = { ...one.known },
        parts = [...one.parts];
      for (const [word, value] of Object.entries(words)) {
        const rolled = typeof value === "number" ? null : run(value, data, face);
        known[word] = rolled ? rolled.value : value;
        if (rolled) parts.push(...rolled.parts);
      }
      return { ...one, known, value: whole(formula, known), parts };
    }
    return kind === "s" ? repeat(plan, data, face) : throwPool(plan, data, face);
  };

  return { run, holds };
})();
