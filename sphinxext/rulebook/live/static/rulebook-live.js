// @ts-check
/* Live odds and random tables of a built rulebook. Every figure was written by the rules engine
   when the book was built; this script looks it up and never rounds. It needs no server and no
   library, runs from a disk, and under `default-src 'self'`. */
(() => {
  /**
   * @typedef {{name: string, label: string, values: string[], keys?: string[], start: number,
   *   words?: 1, hard?: 1, dice?: 1, one?: string, many?: string,
   *   notes?: string[], colours?: string[], usual?: number}} Dial
   * @typedef {import("./rulebook-throw.js").Kind} Kind
   * @typedef {import("./rulebook-throw.js").Die} Die
   * @typedef {import("./rulebook-throw.js").Thrown} Thrown
   * @typedef {import("./rulebook-throw.js").Result} Result
   * @typedef {import("./rulebook-throw.js").Shared & {plans: {list: any[], at: string}}} Throws
   * @typedef {{col: number, say: string, yes?: string, test?: [string, number], mean?: 1}} Head
   * @typedef {{dials: Dial[], many: number, texts: string[], bars: number[],
   *   rows: number, figs: string, sure: string, never: string, at: string, refused: string[],
   *   names?: string[], colours?: string[], inks?: string[], means?: string[], tails: string[],
   *   low?: number, width?: number, heads?: Head[], turn?: number,
   *   one: string, all: string,
   *   roll?: Throws}} Part
   * @typedef {{node: any, index: () => number, put: (i: number) => void,
   *   paint: (i: number, what: (string | null)[], tall?: (i: number) => number) => void}} Control
   */

  const { run, holds } = /** @type {any} */ (self).rulebookThrow;
  const tag = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  const SAY = {
    roll: "Roll",
    again: "Roll again",
    table: "Table",
    less: "one less",
    more: "one more",
    choose: "Choose what counts",
    refused: "The rules do not allow this: {why}",
    unrolled: "This check cannot be rolled on a page.",
    met: "made it",
    missed: "missed",
    tally: "{n} of {all} so far; the odds say {odds}",
    average: "an average of {n} so far ({all}×); the odds say {odds}",
    times: "{n}×",
    ...JSON.parse(tag?.dataset.words || "{}"),
  };
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const DIGIT = new Map([...DIGITS].map((c, i) => [c, i]));
  const NONE = "\u2013",
    MINUS = "\u2212",
    ARROW = "\u2192";
  const SVG = "http://www.w3.org/2000/svg";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  /* ------------------------------------------------------------ small tools */

  /** @param {string} text @param {Record<string, any>} values */
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  /** @param {any} n */
  const minus = (n) => String(n).replace("-", MINUS);
  /** @param {number} n */
  const local = (n) =>
    n.toLocaleString(document.documentElement.lang || undefined, { maximumFractionDigits: 2 });
  /** Writes a text only where it is another: what stays the same needs no layout.
   * @param {any} node @param {string} text */
  const write = (node, text) => {
    if (node.textContent !== text) node.textContent = text;
  };

  /** An element; a name such as "svg:rect" is one of a drawing.
   * @param {string} name @param {Record<string, any>} [props] @param {...any} kids @returns {any} */
  const el = (name, props = {}, ...kids) => {
    const drawn = name.startsWith("svg:");
    const node = /** @type {any} */ (
      drawn ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name)
    );
    for (const [key, value] of Object.entries(props)) {
      if (value === undefined || value === null || value === false) continue;
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (key === "vars")
        for (const [k, v] of Object.entries(value)) node.style.setProperty(k, v);
      else node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...kids.filter((kid) => kid || kid === ""));
    return node;
  };

  /** Reads numbers by their place in a text of digits. @param {string} text @param {number} most */
  const reader = (text, most) => {
    const width = most < 64 ? 1 : most < 4096 ? 2 : most < 262144 ? 3 : 4,
      step = text.length / width;
    return (/** @type {number} */ i) => {
      let n = 0;
      for (let k = 0; k < width; k++) n = n * 64 + (DIGIT.get(text[k * step + i]) ?? 0);
      return n;
    };
  };

  /** @param {number} ms @param {() => void} act */
  const later = (ms, act) => {
    let timer = 0;
    return () => {
      clearTimeout(timer);
      timer = window.setTimeout(act, ms);
    };
  };

  /** @param {string} cls @param {string} label @param {() => void} act @param {Record<string, any>} [props] */
  const button = (cls, label, act, props = {}) =>
    el(
      "button",
      { type: "button", class: `rbx-button ${cls}`, onclick: act, ...props },
      el("span", {}, label),
    );

  /* ------------------------------------------------------------ dice */

  /** A whole number below n, each as likely: what would favour low numbers is thrown away. @param {number} n */
  const below = (n) => {
    const word = new Uint32Array(1),
      end = 2 ** 32 - (2 ** 32 % n);
    do crypto.getRandomValues(word);
    while (word[0] >= end);
    return word[0] % n;
  };

  /* ------------------------------------------------------------ dice as pictures */

  /** @type {Record<string, number[]>} */
  const PIPS = {
    1: [4],
    2: [2, 6],
    3: [2, 4, 6],
    4: [0, 2, 6, 8],
    5: [0, 2, 4, 6, 8],
    6: [0, 2, 3, 5, 6, 8],
  };
  /** @type {Record<string, string>} */
  const SHAPE = {
    d4: "20,4 37,35 3,35",
    d8: "20,2 37,20 20,38 3,20",
    d10: "20,2 38,17 31,35 9,35 2,17",
    d12: "20,2 38,15 31,37 9,37 2,15",
    d20: "20,2 36,11 36,29 20,38 4,29 4,11",
  };

  /** A die's own colour, for the stylesheet. @param {Kind} kind @returns {Record<string, any>} */
  const inColour = ({ colour, ink }) => (colour ? { "--c": colour, "--ink": ink } : {});

  /** @param {string} name @param {any} face @param {string} mark @param {Kind} kind */
  const drawDie = (name, face, mark, kind) => {
    const shape = { x: 2, y: 2, width: 36, height: 36, rx: 7, class: "rbx-body" };
    const body = SHAPE[name]
      ? el("svg:polygon", { points: SHAPE[name], class: "rbx-body" })
      : el("svg:rect", shape);
    const pips = (name === "d6" && PIPS[face]) || [];
    const cx = (/** @type {number} */ p) => 10 + 10 * (p % 3),
      cy = (/** @type {number} */ p) => 10 + 10 * Math.floor(p / 3);
    const long = String(face).length > 2 ? " rbx-longface" : "";
    const written = name === "dF" ? (face ? (face < 0 ? MINUS : "+") : "") : minus(face);
    return el(
      "svg:svg",
      {
        viewBox: "0 0 40 40",
        class: `rbx-die ${kind.colour ? "rbx-own" : ""} ${mark}`,
        "aria-hidden": "true",
        vars: inColour(kind),
      },
      body,
      ...pips.map((p) => el("svg:circle", { cx: cx(p), cy: cy(p), r: 3.6, class: "rbx-pip" })),
      !pips.length &&
        el(
          "svg:text",
          { x: 20, y: 26, "text-anchor": "middle", class: `rbx-face${long}` },
          written,
        ),
    );
  };

  /** A die as the book has it: a picture of numbers, a tile of words.
   * @param {Kind} kind @param {number} face @param {string} mark */
  const tile = (kind, face, mark) => {
    const { die, faces } = kind,
      shown = faces[face];
    if (faces.some((/** @type {any} */ f) => typeof f !== "number"))
      return el(
        "span",
        { class: `rbx-tile rulebook-die-${die} ${mark}`, vars: inColour(kind) },
        String(shown),
      );
    const plain = faces.every((/** @type {number} */ f, /** @type {number} */ i) => f === i + 1);
    const drawn = drawDie(plain ? `d${faces.length}` : die, shown, mark, kind);
    /* The numbers of a die that is taken away are below zero. */
    return kind.minus
      ? el("span", { class: "rbx-chain" }, el("span", { class: "rbx-arrow" }, MINUS), drawn)
      : drawn;
  };
  /** @param {any} node @param {number} i */
  const tumble = (node, i) => {
    if (!calm.matches) {
      node.classList.add("rbx-tumble");
      node.style.setProperty("--i", Math.min(i, 20));
    }
    return node;
  };

  /* ------------------------------------------------------------ dials */

  /** @param {Dial} d */
  const keysOf = (d) => d.keys ?? d.values;

  /** A dial of numbers: a native range for keys and assistive technology, under a cell for each value. Many
   * values are a plain slider below the curve of their chances, with the next value on either side.
   * @param {string} id @param {Dial} d @param {() => void} change
   * @param {number} letters of the longest chance @returns {Control} */
  const sliderDial = (id, d, change, letters = 0) => {
    const numbers = keysOf(d).map(Number),
      many = d.values.length,
      long = many > 12;
    const base = numbers.every((n, i) => n === numbers[0] + i) ? numbers[0] : 0;
    const input = el("input", {
      type: "range",
      id: `${id}-${d.name}`,
      class: "rbx-range",
      "data-dial": d.name,
      min: base,
      max: base + many - 1,
      step: 1,
      autocomplete: "off",
      oninput: change,
    });
    const index = () => +input.value - base;
    const put = (/** @type {number} */ i) => {
      input.value = String(base + i);
    };
    const set = (/** @type {number} */ i) => {
      put(i);
      change();
    };
    const cell = (/** @type {any} */ node, /** @type {any} */ props = {}) => {
      const small = el("small");
      return { small, node: el("span", { class: "rbx-cell", ...props }, node, small) };
    };
    const cells = (long ? [] : d.values).map((v, i) =>
      cell(el("b", {}, v), { onclick: () => set(i) }),
    );
    const step = (/** @type {number} */ by) =>
      el(
        "button",
        {
          type: "button",
          class: "rbx-step",
          "aria-label": `${d.label}: ${by < 0 ? SAY.less : SAY.more}`,
          onclick: () => set(index() + by),
        },
        by < 0 ? MINUS : "+",
      );
    const buttons = [step(-1), step(1)],
      value = el("b", { class: "rbx-value", "aria-hidden": "true" }),
      around = [cell(buttons[0]), cell(value), cell(buttons[1])];
    const curve = el("div", { class: "rbx-curve" });
    const longest = Math.max(...d.values.map((v) => v.length));
    const node = el(
      "div",
      { class: `rbx-dial rbx-slide${long ? " rbx-far" : ""}` },
      el("label", { for: input.id }, d.label),
      el(
        "div",
        {
          class: `rbx-track${d.dice ? " rbx-asdice" : ""}`,
          vars: { "--t": letters, "--w": longest },
        },
        input,
        long
          ? curve
          : el("div", { class: "rbx-cells", "aria-hidden": "true" }, ...cells.map((c) => c.node)),
      ),
      long && el("span", { class: "rbx-steps" }, ...around.map((one) => one.node)),
    );
    return {
      node,
      index,
      put,
      paint: (i, what, tall) => {
        input.setAttribute(
          "aria-valuetext",
          d.one ? `${d.values[i]} ${numbers[i] === 1 ? d.one : d.many}` : d.values[i],
        );
        cells.forEach((c, k) => {
          const look = `rbx-cell${k === i ? " rbx-on" : ""}${k <= i && d.dice && numbers[k] > 0 ? " rbx-full" : ""}${what[k] === null ? " rbx-no" : ""}`;
          if (c.node.className !== look) c.node.className = look;
          write(c.small, what[k] ?? NONE);
        });
        write(value, d.values[i]);
        buttons.forEach((one, k) => {
          one.disabled = i === (k ? many - 1 : 0);
        });
        around.forEach((one, k) => {
          const at = i + k - 1;
          write(one.small, at in what ? (what[at] ?? NONE) : "");
        });
        if (tall && long) {
          const points = numbers.map((_, k) => `${(k / (many - 1)) * 100}% ${100 - tall(k) / 10}%`);
          curve.style.clipPath = `polygon(0 100%, ${points}, 100% 100%)`;
        }
      },
    };
  };

  /** A dial of words. @param {string} id @param {Dial} d @param {() => void} change @returns {Control} */
  const wordDial = (id, d, change) => {
    const longest = Math.max(...d.values.flatMap((v) => v.split(/[\s-]+/)).map((w) => w.length));
    const chips = d.values.map((v, k) => {
      const small = el("small", { "aria-hidden": "true" });
      const input = el("input", {
        type: "radio",
        name: `${id}-${d.name}`,
        value: keysOf(d)[k],
        autocomplete: "off",
        onchange: change,
      });
      return {
        input,
        small,
        node: el(
          "label",
          { class: "rbx-chip" },
          input,
          d.colours &&
            el("span", {
              class: `rbx-swatch rulebook-die-${keysOf(d)[k]}`,
              vars: { "--c": d.colours[k] },
            }),
          el(
            "span",
            { class: "rbx-word" },
            el("b", {}, v),
            d.notes?.[k] && el("i", {}, d.notes[k]),
          ),
          small,
        ),
      };
    });
    return {
      node: el(
        "fieldset",
        { class: "rbx-dial rbx-words", "data-dial": d.name },
        el("legend", {}, d.label),
        el("div", { class: "rbx-chips", vars: { "--w": longest } }, ...chips.map((c) => c.node)),
      ),
      index: () =>
        Math.max(
          0,
          chips.findIndex((c) => c.input.checked),
        ),
      put: (i) => {
        chips[i].input.checked = true;
      },
      paint: (i, what) =>
        chips.forEach((c, k) => {
          write(c.small, what[k] ?? NONE);
          c.node.classList.toggle("rbx-on", k === i);
          c.node.classList.toggle("rbx-no", what[k] === null);
        }),
    };
  };

  /* ------------------------------------------------------------ the address */

  /* #one:size=4,kind=red&two:at=3: an explorer is named only where it left its start. */
  /** @type {Map<string, string>} */
  const states = new Map();
  const writeAddress = later(300, () => {
    const parts = [...states].filter(([, text]) => text).map(([id, text]) => `${id}:${text}`);
    if (!parts.length && !location.hash.includes(":")) return;
    history.replaceState(
      history.state,
      "",
      parts.length ? `#${parts.join("&")}` : location.pathname + location.search,
    );
  });
  /** What the address says of an explorer; undefined where it names another place. @param {string} id */
  const fromAddress = (id) => {
    const parts = location.hash.slice(1).split("&");
    const own = parts.find((one) => one.startsWith(`${id}:`))?.slice(id.length + 1);
    return own === undefined ? own : new Map(new URLSearchParams(own.replaceAll(",", "&")));
  };

  /* ------------------------------------------------------------ odds-explorer */

  /** One check of an explorer, put together.
   * @param {HTMLElement} root @param {Part} data @param {HTMLElement | null} slice */
  const mount = (root, data, slice) => {
    const { dials, rows, many, texts, bars, heads, tails, roll: throws } = data,
      id = root.id,
      named = !!data.colours,
      choosing = !heads;
    const at = reader(data.at, rows + data.refused.length - 1),
      figs = reader(data.figs, texts.length);
    const names = data.names ?? Array.from({ length: many }, (_, k) => minus(k + (data.low ?? 0)));
    const hard = heads && heads.length > 1 ? dials.findIndex((d) => d.hard) : -1;
    let turn = data.turn ?? 0; // below zero, ~k: the outcome k alone
    const tally = { met: 0, all: 0, sum: 0 };
    const forget = () => {
      tally.met = tally.all = tally.sum = 0;
    };

    const setting = (/** @type {number[]} */ picks) =>
      dials.reduce((n, d, k) => n * d.values.length + picks[k], 0);
    const place = (/** @type {number[]} */ picks) => at(setting(picks));
    const code = (/** @type {number} */ row, /** @type {number} */ col) => figs(col * rows + row);
    const headOf = (/** @type {number[]} */ picks) => heads?.[hard < 0 ? 0 : picks[hard]];
    /* The column of the great figure; -1 is what is sure. */
    const colOf = (/** @type {number[]} */ picks) =>
      headOf(picks)?.col ?? (turn < 0 ? ~turn : !tails.length ? turn : turn ? many + turn - 1 : -1);
    const chosen = () => (turn < 0 ? ~turn : turn);
    const figure = (/** @type {number} */ row, /** @type {number} */ col) =>
      col < 0 ? data.sure : texts[code(row, col)];
    const chance = (/** @type {number[]} */ picks) => {
      const row = place(picks);
      return row >= rows ? null : figure(row, colOf(picks));
    };
    const tallAt = (/** @type {number[]} */ picks) => {
      const row = place(picks),
        col = colOf(picks);
      return row >= rows ? 0 : col < 0 ? 1000 : bars[code(row, col)];
    };
    const counts = (/** @type {number} */ k, /** @type {Head | undefined} */ head) =>
      head ? head.yes?.[k] === "1" : turn >= 0 && tails.length ? k >= turn : k === chosen();
    /* How each setting is thrown. */
    const planAt = reader(throws?.plans?.at ?? "", (throws?.plans?.list.length ?? 1) - 1);
    const planOf = (/** @type {number[]} */ picks) => {
      const n = setting(picks);
      if (place(picks) >= rows || !throws) return null;
      return throws.plans.list[planAt(n)];
    };

    /* Parts, made once; turning a dial only changes their text and lengths. */
    const big = el("b", { class: "rbx-big rulebook-figure" }),
      line = el("span", { class: "rbx-line" }),
      under = el("span", { class: "rbx-under" });
    const meaning = el("p", { class: "rbx-meaning" });
    const status = el("p", { role: "status", class: "rbx-hidden" });
    const columns = names.map((label, k) => {
      const text = el("span", { class: "rbx-figure" }),
        bar = el("span", { class: "rbx-bar" }, text);
      if (!named)
        return {
          text,
          bar,
          node: el(
            "div",
            { class: "rbx-col", onclick: choosing && (() => choose(k)) },
            el("span", { class: "rbx-well" }, bar),
            el("b", {}, many < 14 || k % 5 === 0 ? label : ""),
          ),
        };
      const vars = { "--c": data.colours?.[k], "--ink": data.inks?.[k] };
      const segment = el(
        "span",
        { class: `rbx-seg rulebook-outcome-${k + 1} rulebook-on-${k + 1}`, vars },
        el("span"),
      );
      const props = choosing ? { type: "button", onclick: () => tap(k) } : {};
      const node = el(
        choosing ? "button" : "div",
        { class: "rbx-row", vars, ...props },
        el("span", { class: `rbx-swatch rulebook-outcome-${k + 1}` }),
        el("span", { class: "rbx-name" }, label),
        el("span", { class: "rbx-well" }, bar),
        text,
      );
      return { text, bar, segment, node };
    });
    const bounded = (/** @type {number} */ k) =>
      Math.max(tails.length ? 1 : 0, Math.min(many - 1, k));
    const turnTo = (/** @type {number} */ to) => {
      if (to === turn) return;
      turn = to;
      change();
    };
    const choose = (/** @type {number} */ k) => turnTo(bounded(k));
    /* A row means its outcome and all after it; tapped again, or as the first, it alone. */
    const tap = (/** @type {number} */ k) => turnTo(!k || (turn === k && tails[k]) ? ~k : k);
    /* Where nothing else says what is enough, a reader chooses among the columns. */
    const enough =
      !named && choosing && many > 1
        ? el("input", {
            type: "range",
            class: "rbx-range",
            min: bounded(0),
            max: many - 1,
            step: 1,
            "aria-label": SAY.choose,
            autocomplete: "off",
            oninput: () => choose(+enough.value),
          })
        : null;
    const chart = named
      ? el(
          "div",
          { class: `rbx-outcomes rulebook-of-${many}` },
          el(
            "div",
            { "aria-hidden": "true", class: "rbx-stack" },
            ...columns.map((c) => c.segment),
          ),
          el(
            "div",
            { class: "rbx-list", role: choosing && "group", "aria-label": choosing && SAY.choose },
            ...columns.map((c) => c.node),
          ),
        )
      : el(
          "div",
          { class: `rbx-cols${many < 14 ? "" : " rbx-many"}${enough ? " rbx-choose" : ""}` },
          enough,
          el("div", { class: "rbx-bars", "aria-hidden": "true" }, ...columns.map((c) => c.node)),
        );
    const change = () => {
      forget();
      paint();
      rest();
    };
    const letters = Math.max(...texts.map((text) => text.length));
    const controls = dials.map((d) => (d.words ? wordDial : sliderDial)(id, d, change, letters));
    const picksNow = () => controls.map((c) => c.index());

    const tableButton = button(
      "",
      SAY.table,
      () => tableButton.setAttribute("aria-expanded", !!slice?.classList.toggle("rbx-open")),
      {
        "aria-expanded": (!!slice?.classList.contains("rbx-open") && "true") || "false",
        "aria-controls": slice?.id,
      },
    );
    const rollButton = throws && button("rbx-main", SAY.roll, () => roll());
    const tray = el("div", { class: "rbx-tray", "aria-hidden": "true" }),
      verdict = el("p", { class: "rbx-verdict", role: "status" }),
      hint = el("p", { class: "rbx-tally", "aria-hidden": "true" }),
      both = el("div", { class: "rbx-both" }, hint, verdict);

    const settingSaid = (/** @type {number[]} */ picks) =>
      dials
        .map((d, k) => {
          const value = d.values[picks[k]],
            key = keysOf(d)[picks[k]];
          if (k === hard || picks[k] === d.usual) return "";
          if (d.words && d.name.includes(".")) return `${d.label} ${value}`;
          if (d.words) return d.notes?.[picks[k]] ? `${value}, ${d.notes[picks[k]]}` : value;
          return +key === 0
            ? ""
            : d.one
              ? `${value} ${key === "1" ? d.one : d.many}`
              : `${d.label} ${value}`;
        })
        .filter(Boolean)
        .join(", ");
    const eventSaid = (/** @type {number[]} */ picks) =>
      headOf(picks)?.say ?? (turn > 0 && tails.length ? tails[turn - 1] : names[chosen()]);

    const address = () => {
      const picks = picksNow();
      const said = dials.map((d, k) => (picks[k] !== d.start ? [d.name, keysOf(d)[picks[k]]] : []));
      if (choosing && turn !== data.turn) said.push(["at", String(turn)]);
      return String(new URLSearchParams(said.filter((one) => one.length))).replaceAll("&", ",");
    };

    const paintChart = (/** @type {number} */ row, /** @type {Head | undefined} */ head) => {
      const refused = row >= rows;
      const bar = (/** @type {number} */ k) => (refused ? 0 : bars[code(row, k)]);
      /* Few scales, so bars keep their measure from one setting to the next; the figures stand on them anyway. */
      const top = Math.max(...names.map((_, k) => bar(k)));
      const scale = [120, 330, 500, 750, 1000].find((most) => most >= top) ?? 1000;
      let seen = 0;
      columns.forEach((c, k) => {
        const now = bar(k),
          text = refused ? "" : texts[code(row, k)];
        const yes = counts(k, head),
          edge = k > 0 && yes !== counts(k - 1, head);
        write(
          c.text,
          named
            ? text
            : now && ((many < 14 && text.length < 6) || (now === top && !seen++))
              ? text.replace(/\s*%/, "")
              : "",
        );
        c.bar.style.setProperty("--v", `${named ? now / 10 : (now / scale) * 100}%`);
        c.node.classList.toggle("rbx-yes", yes && !refused && now > 0);
        c.node.classList.toggle("rbx-edge", edge);
        if (!named) return;
        if (choosing) c.node.setAttribute("aria-pressed", k === chosen());
        c.segment.style.setProperty("--v", now);
        c.segment.classList.toggle("rbx-edge", edge);
        write(c.segment.firstChild, now >= 130 ? text : "");
      });
    };

    const paint = () => {
      const picks = picksNow(),
        row = place(picks),
        refused = row >= rows,
        head = headOf(picks);
      root.classList.toggle("rbx-refused", refused);
      big.textContent = refused ? NONE : figure(row, colOf(picks));
      big.style.setProperty("--len", big.textContent.length);
      line.textContent = refused
        ? fill(SAY.refused, { why: data.refused[row - rows] })
        : eventSaid(picks);
      under.textContent = settingSaid(picks);
      paintChart(row, head);
      if (enough) {
        enough.value = String(turn);
        enough.setAttribute("aria-valuetext", eventSaid(picks));
      }
      meaning.textContent = data.means?.[chosen()] ?? "";
      for (const [k, c] of controls.entries()) {
        const at = (/** @type {number} */ i) => picks.map((p, j) => (j === k ? i : p));
        c.paint(
          picks[k],
          dials[k].values.map((_, i) => chance(at(i))),
          (i) => tallAt(at(i)),
        );
      }
      if (throws) {
        const plan = planOf(picks);
        tray.replaceChildren();
        write(verdict, "");
        write(hint, plan || refused ? "" : SAY.unrolled);
        rollButton.disabled = !plan;
        rollButton.firstChild.textContent = SAY.roll;
      }
    };
    const spoken = () =>
      [`${big.textContent} ${line.textContent}`, under.textContent].filter(Boolean).join(". ");
    /* Said once, when the hand rests. */
    const rest = later(500, () => {
      status.textContent = spoken();
      states.set(id, address());
      writeAddress();
    });

    const arrow = (/** @type {string} */ text) => el("span", { class: "rbx-arrow" }, text);
    /** A die that was thrown, with all that it showed. @param {Die} d */
    const drawn = (d) =>
      el(
        "span",
        { class: "rbx-chain" },
        ...d.shows
          .flatMap((f, k) => {
            const on = d.counts && d.on.includes(k),
              adds = d.kind.adds[0][f];
            const mark = !d.kind.counts
              ? "rbx-plaindie"
              : on && adds > 0
                ? "rbx-hit"
                : on && adds < 0
                  ? "rbx-bad"
                  : "";
            return [k && arrow(ARROW), tile(d.kind, f, `${on ? "" : "rbx-gone "}${mark}`)];
          })
          .filter(Boolean),
      );
    const roll = () => {
      const picks = picksNow(),
        plan = planOf(picks),
        head = headOf(picks);
      if (!plan || !throws) return;
      const thrown = /** @type {Result} */ (run(plan, throws, below)),
        { value, parts } = thrown;
      const column = named
        ? thrown.outcome
        : Math.max(
            0,
            Math.min(many - 1, Math.floor((value - (data.low ?? 0)) / (data.width ?? 1))),
          );
      const met = head?.test
        ? holds([head.test[0], value, head.test[1]], {})
        : counts(column, head);
      tally.all++;
      tally.sum += value;
      if (met) tally.met++;
      hint.textContent = "";
      rollButton.firstChild.textContent = SAY.again;
      const comesTo = (/** @type {Result | Thrown} */ one) =>
        arrow(`= ${one.outcome >= 0 && one.names ? one.names[one.outcome] : minus(one.value)}`);
      /** @param {Thrown[]} all @returns {any[]} */
      const shown = (all) =>
        all.flatMap((part) => [
          ...part.dice.slice(0, 200).map(drawn),
          ...(all.length > 1 ? [comesTo(part)] : []),
        ]);
      const dice = thrown.runs
        ? thrown.runs.slice(-40).flatMap((run) => [...shown(run.parts), comesTo(run)])
        : shown(parts.slice(-40));
      tray.replaceChildren(...dice.map(tumble));
      const faces = parts
        .map((part) => {
          const all = part.dice.map((d) => d.shows.map((f) => d.kind.faces[f]).join(` ${ARROW} `));
          return `${all.join(", ")} ${parts.length > 1 ? comesTo(part).textContent : ""}`.trim();
        })
        .join("; ");
      const words = named
        ? names[column]
        : thrown.times
          ? fill(SAY.times, { n: value })
          : `${minus(value)} ${Math.abs(value) === 1 ? data.one : data.all}`.trim();
      const said = hard >= 0 ? (met ? SAY.met : SAY.missed) : named ? data.means?.[column] : "";
      const odds = chance(picks),
        all = tally.all;
      const n = head?.mean ? local(tally.sum / all) : tally.met;
      verdict.replaceChildren(
        el("span", { class: "rbx-hidden" }, `${faces}: `),
        el("span", {}, el("b", {}, words), said && `: ${said}`),
        el(
          "span",
          { class: "rbx-tally" },
          `${eventSaid(picks)}: ${fill(head?.mean ? SAY.average : SAY.tally, { n, all, odds })}`,
        ),
      );
    };

    const start = (/** @type {Map<string, string>} */ words) => {
      dials.forEach((d, k) => {
        const i = keysOf(d).indexOf(words.get(d.name) ?? "");
        controls[k].put(i < 0 ? d.start : i);
      });
      const t = Number(words.get("at") ?? NaN);
      const known = choosing && Number.isInteger(t) && t < many && t >= (named ? -many : 0);
      turn = !known ? (data.turn ?? 0) : t < 0 ? t : bounded(t);
      forget();
      paint();
      states.set(id, address());
      status.textContent = spoken();
    };

    /* Display above, keys beneath, as on a calculator; a thumb never covers the figure. */
    root.classList.toggle("rbx-named", named);
    const panel = el(
      "div",
      { class: "rbx-panel" },
      el(
        "div",
        { class: "rbx-top" },
        el(
          "div",
          { class: "rbx-result", "aria-hidden": "true" },
          big,
          el("span", { class: "rbx-words-side" }, line, under),
        ),
      ),
      status,
      chart,
      data.means && choosing && meaning,
      dials.length > 0 && el("div", { class: "rbx-dials" }, ...controls.map((c) => c.node)),
      el("div", { class: "rbx-actions" }, rollButton, slice && tableButton),
      throws && el("div", { class: "rbx-throw" }, both, tray),
    );
    return {
      panel,
      start,
      data,
      planOf,
      chance,
      run: (/** @type {any} */ plan) => run(plan, throws, below),
    };
  };

  /** @param {HTMLElement} root @param {Part} data */
  const explorer = (root, data) => {
    root.id ||= `odds-${[...document.querySelectorAll(".rulebook-explorer")].indexOf(root) + 1}`;
    const slice = /** @type {HTMLElement | null} */ (root.querySelector(".rulebook-slice"));
    if (slice) slice.id ||= `${root.id}-table`;
    const live = mount(root, data, slice);
    root.classList.add("rbx-live");
    root.insertBefore(live.panel, slice);
    /** @type {any} */ (root).rulebook = live; // for tests that hold the page and the engine against each other
    const go = () => {
      const words = fromAddress(root.id);
      live.start(words ?? new Map());
      if (words) requestAnimationFrame(() => root.scrollIntoView({ block: "start" }));
    };
    /* A box that could scroll but does not (Furo has one) keeps what is sticky from sticking to the window. */
    for (let box = root.parentElement; box && box !== document.body; box = box.parentElement)
      if (
        /auto|scroll/.test(getComputedStyle(box).overflowY) &&
        box.scrollHeight <= box.clientHeight &&
        box.scrollWidth <= box.clientWidth
      ) {
        box.style.overflow = "clip";
        box.style.minInlineSize = "0"; // as of a box that scrolls: a wide table must not stretch it
      }
    /* What sticks goes below a bar that a theme keeps at the top of the window. */
    const belowBars = () => {
      const bars = [...document.querySelectorAll("header, [class*=header]")].filter((bar) => {
        const { position, top } = getComputedStyle(bar);
        return /sticky|fixed/.test(position) && top === "0px";
      });
      const tall = bars.map((bar) => /** @type {HTMLElement} */ (bar).offsetHeight);
      root.style.setProperty("--rbx-bars", `${Math.max(0, ...tall.filter((n) => n < 200))}px`);
    };
    belowBars();
    addEventListener("resize", belowBars);
    go();
    addEventListener("hashchange", go);
  };

  /** The data of an element: in the page. @param {HTMLElement} root */
  const dataOf = (root) =>
    JSON.parse(
      root.querySelector(":scope > script[type='application/json']")?.textContent ?? "null",
    );

  /* ------------------------------------------------------------ random-table */

  const DEEP = 12; // tables within tables

  /** The line of a table that a roll leads to. @param {HTMLElement} figure @param {number} rolled */
  const lineFor = (figure, rolled) =>
    /** @type {HTMLElement[]} */ ([...figure.querySelectorAll("[data-rolls]")]).find((one) =>
      (one.dataset.rolls ?? "").split(",").some((part) => {
        const [a, b = a] = part.split("..");
        return rolled >= (a === "" ? -Infinity : +a) && rolled <= (b === "" ? Infinity : +b);
      }),
    );
  /** @param {string} text */
  const how = (text) => el("small", { class: "rbx-how", "aria-hidden": "true" }, `(${text})`);

  /** Several rolls on a table. A line that says to roll several times does not count among them, nor
   * one seen before where doubles do not.
   * @param {HTMLElement} figure @param {number} level @param {number} times @param {boolean} distinct
   * @param {number} depth @returns {any[]} */
  const several = (figure, level, times, distinct, depth) => {
    /** @type {any[]} */
    const rolls = [];
    for (let tries = 0; rolls.length < times && tries < 5000; tries++) {
      const more = play(figure, level, depth);
      const again =
        more.line?.dataset.times || (distinct && rolls.some((one) => isSame(one.line, more.line)));
      if (!again) rolls.push(more);
    }
    return rolls;
  };
  /** True for one line, and for two that say the same. @param {any} a @param {any} b */
  const isSame = (a, b) => a === b || (a?.dataset.same && a.dataset.same === b?.dataset.same);
  /** What rolls came to, each with its number. @param {any[]} rolls @param {string} from */
  const results = (rolls, from = "") =>
    rolls.flatMap((one, n) => [
      n ? "; " : "",
      el("span", { class: "rbx-inner" }, ...one.cell.childNodes, how(from + minus(one.rolled))),
    ]);

  /** Rolls on a table and plays out what its line says: dice, other tables, and rolling several times.
   * @param {HTMLElement} figure @param {number} level @param {number} depth @returns {any} */
  const play = (figure, level, depth) => {
    const data = dataOf(figure),
      add = Number(figure.dataset.levels?.split(",")[level] || 0),
      thrown = /** @type {Result} */ (run(data.plan, data, below)),
      rolled = thrown.value + add;
    const line = lineFor(figure, rolled),
      entry =
        line?.querySelector("[data-entry]") ?? line?.querySelector("td:not([data-level])") ?? line;
    const cell = el("span", {}, ...(entry ? [...entry.cloneNode(true).childNodes] : []));
    for (const one of cell.querySelectorAll("[id]")) one.removeAttribute("id");
    const found = { thrown, rolled, line, cell, add };
    if (depth >= DEEP) return found;
    const times = Number(line?.dataset.times ?? 0);
    if (times) {
      const rolls = several(figure, level, times, line?.dataset.distinct !== undefined, depth + 1);
      cell.replaceChildren(...results(rolls));
      return found;
    }
    for (const span of cell.querySelectorAll("[data-roll]")) {
      const { entries } = data,
        inner = /** @type {Result} */ (run(entries.plans[span.dataset.roll], entries, below)),
        faces = inner.parts.flatMap((part) => part.dice.map((d) => d.kind.faces[d.lies[0]]));
      span.replaceWith(
        el("b", { class: "rbx-rolled" }, minus(inner.value)),
        faces.length > 1 ? how(faces.join("+")) : "",
      );
    }
    for (const link of cell.querySelectorAll(".rulebook-nested")) {
      const a = link.matches("a") ? link : link.querySelector("a");
      const other = document.getElementById(
        link.dataset.table ?? decodeURIComponent((a?.hash ?? "").slice(1)),
      );
      if (!other?.querySelector("[data-rolls]") || !dataOf(other).plan) continue;
      const start = Math.max(
        0,
        other.dataset.levels?.split(",").indexOf(other.dataset.start ?? "") ?? 0,
      );
      const each = Number(line?.dataset.each ?? 1);
      const rolls =
        line?.dataset.distinct === undefined
          ? Array.from({ length: each }, () => play(other, start, depth + 1))
          : several(other, start, each, true, depth + 1);
      link.replaceWith(...results(rolls, `${link.textContent} `));
    }
    return found;
  };

  /** @param {HTMLElement} root */
  const randomTable = (root) => {
    const levels = root.dataset.levels?.split(",") ?? [],
      lines = [...root.querySelectorAll("[data-rolls]")];
    const tray = el("div", { class: "rbx-tray", "aria-hidden": "true" }),
      said = el("div", { class: "rbx-said", role: "status" });
    const draws = Number(root.dataset.draws ?? 1);
    const dice = root.dataset.said ?? root.dataset.dice ?? "";
    const thrown = draws > 1 ? `${draws} × ${dice}` : dice;
    const rollButton = button("rbx-main", `${SAY.roll} ${thrown}`.trim(), () => roll());
    /** @type {Control | null} */
    const control =
      levels.length < 2
        ? null
        : sliderDial(
            root.id,
            {
              name: root.dataset.modifier ?? "",
              label: root.dataset.label ?? root.dataset.modifier ?? "",
              start: 0,
              values: levels.map(minus),
              keys: levels,
            },
            () => show(),
          );
    const show = () => {
      control?.paint(
        control.index(),
        levels.map(() => ""),
      );
      for (const td of root.querySelectorAll("[data-level]"))
        td.classList.toggle(
          "rbx-other",
          /** @type {HTMLElement} */ (td).dataset.level !== levels[control?.index() ?? 0],
        );
    };
    /** The dice of a roll and their total. @param {any} roll */
    const diceOf = ({ thrown, rolled, add }) => {
      const dice = thrown.parts.flatMap((/** @type {Thrown} */ part) =>
        part.dice.map((d) => tile(d.kind, d.lies[0], d.counts ? "rbx-plaindie" : "rbx-gone")),
      );
      const shown = [
        ...dice.map(tumble),
        add ? el("span", { class: "rbx-plus" }, `${add < 0 ? MINUS : "+"} ${Math.abs(add)}`) : "",
        el("b", { class: "rbx-total" }, minus(rolled)),
      ];
      return draws > 1 ? [el("span", { class: "rbx-throws" }, ...shown)] : shown;
    };
    const roll = () => {
      const level = control?.index() ?? 0;
      const rolls = draws > 1 ? several(root, level, draws, true, 0) : [play(root, level, 0)];
      for (const one of lines) {
        const lit = rolls.some((roll) => roll.line === one);
        one.classList.toggle("rbx-lit", lit);
        if (lit) one.setAttribute("aria-current", "true");
        else one.removeAttribute("aria-current");
      }
      tray.replaceChildren(...rolls.flatMap(diceOf));
      const numbers = rolls.map((one) => minus(one.rolled)).join(", ");
      said.replaceChildren(
        el("span", { class: "rbx-hidden" }, `${numbers}: `),
        ...(draws > 1 ? results(rolls) : rolls[0].cell.childNodes),
      );
    };
    if (control) {
      control.put(Math.max(0, levels.indexOf(root.dataset.start ?? "")));
      root.classList.add("rbx-oneodds");
      show();
    }
    root.classList.add("rbx-live");
    const panel = el(
      "div",
      { class: "rbx-panel rbx-bar-top" },
      el("div", { class: "rbx-rollrow" }, rollButton, tray),
      control?.node,
      said,
    );
    const caption = root.querySelector(":scope > figcaption");
    if (caption) caption.after(panel);
    else root.prepend(panel);
    /** @type {any} */ (root).rulebook = { play, roll, lineFor }; // for tests, as above
  };

  for (const root of document.querySelectorAll(".rulebook-explorer"))
    if (!root.closest(".rulebook-preview")) {
      const one = /** @type {HTMLElement} */ (root);
      explorer(one, dataOf(one));
    }
  for (const one of document.querySelectorAll(".rulebook-random[data-roll]")) {
    const root = /** @type {HTMLElement} */ (one);
    if (dataOf(root).plan) randomTable(root);
  }
})();
