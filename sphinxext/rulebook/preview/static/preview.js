// Marks what is wrong on a page that is being written, and lights what moved since the last save.
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const stamp = script.dataset.page;
  const SEEN = `rulebook-seen:${location.pathname}`;
  const FOLDED = "rulebook-folded";
  const LIT = 8000; // milliseconds
  let build = "";

  /**
   * @typedef {object} Problem
   * @property {string} key
   * @property {string} says
   * @property {string} where
   * @property {string} page
   * @property {string} source
   * @property {number} line
   * @property {string} mark
   * @property {number} row
   * @property {number} column
   * @property {string} typed
   * @property {string} right
   * @property {string} help
   * @property {boolean} fixable
   */

  /**
   * @template {keyof HTMLElementTagNameMap} T
   * @param {T} tag
   * @param {string} name
   * @param {string} [text]
   */
  function make(tag, name, text = "") {
    const made = document.createElement(tag);
    made.className = name;
    made.textContent = text;
    return made;
  }

  // -- Where a problem is -----------------------------------------------------------------------

  /** The cells of a table by row and column, those that span in every place they cover.
   * @param {HTMLTableElement} table
   */
  function gridOf(table) {
    /** @type {HTMLTableCellElement[][]} */
    const grid = [];
    [...table.rows].forEach((row, r) => {
      grid[r] ??= [];
      let c = 0;
      for (const cell of row.cells) {
        while (grid[r][c]) c++;
        for (let down = 0; down < cell.rowSpan; down++) {
          grid[r + down] ??= [];
          for (let across = 0; across < cell.colSpan; across++) grid[r + down][c + across] = cell;
        }
        c += cell.colSpan;
      }
    });
    return grid;
  }

  /** @param {Problem} problem @returns {HTMLElement[]} */
  function placesOf(problem) {
    if (!problem.mark) return [];
    const marked = /** @type {HTMLElement[]} */ ([
      ...document.getElementsByClassName(problem.mark),
    ]);
    const tables = marked.filter((each) => each instanceof HTMLTableElement);
    if (problem.row >= 0) {
      for (const table of tables) {
        const cell = gridOf(/** @type {HTMLTableElement} */ (table))[problem.row]?.[problem.column];
        if (cell) return [cell];
      }
      return tables.slice(0, 1);
    }
    if (marked.length && problem.fixable) return marked;
    const near = marked.length ? marked : above(problem);
    const last = near.at(-1);
    if (!last) return [];
    if (last.tagName !== "SECTION") return [last];
    const heading = /** @type {HTMLElement | null} */ (
      last.querySelector("h1, h2, h3, h4, h5, h6")
    );
    return [heading ?? last];
  }

  /** The last block that begins above a line of the file.
   * @param {Problem} problem
   * @returns {HTMLElement[]}
   */
  function above(problem) {
    const named = new RegExp(`(?:^| )${problem.source}-(\\d+)(?: |$)`);
    let best = 0;
    /** @type {HTMLElement[]} */
    let found = [];
    const every = document.querySelectorAll(`[class*="${problem.source}-"]`);
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (every)) {
      const line = Number(named.exec(each.className)?.[1] ?? 0);
      if (!line || line > problem.line || line < best) continue;
      if (line > best) found = [];
      best = line;
      found.push(each);
    }
    return found;
  }

  // -- What is shown ----------------------------------------------------------------------------

  function clear() {
    const ours = ".rulebook-fix, .rulebook-said, .rulebook-room, .rulebook-box";
    for (const each of document.querySelectorAll(ours)) each.remove();
    for (const each of document.querySelectorAll(".rulebook-wrong, .rulebook-wrong-block")) {
      each.classList.remove("rulebook-wrong", "rulebook-wrong-block");
      each.removeAttribute("title");
    }
  }

  /** @param {Problem[]} problems @param {string} [trouble] */
  function show(problems, trouble = "") {
    clear();
    const box = makeBox(problems, trouble);
    for (const problem of problems) {
      const places = placesOf(problem);
      for (const place of places) mark(place, problem);
      box?.querySelector("ol")?.append(entry(problem, places[0]));
    }
    if (box) document.body.append(make("div", "rulebook-room"), box);
    goTo(location.hash);
  }

  /** @param {HTMLElement} place @param {Problem} problem */
  function mark(place, problem) {
    if (problem.fixable) {
      place.classList.add("rulebook-wrong");
      place.title = problem.says;
      const button = fixButton(problem, `→ ${problem.right}`);
      if (place instanceof HTMLTableCellElement) (place.querySelector("p") ?? place).append(button);
      else place.after(button);
      return;
    }
    place.classList.add("rulebook-wrong-block");
    const said = make("span", "rulebook-said", problem.says);
    const inside = place.matches("span, em, code, a, td, th, li, dd, dt, h1, h2, h3, h4, h5, h6");
    if (inside) place.append(said);
    else place.after(said);
  }

  /** @param {Problem | null} problem @param {string} text */
  function fixButton(problem, text) {
    const button = make("button", "rulebook-fix", text);
    button.type = "button";
    const named = problem
      ? `Correct ${problem.typed || "the empty cell"} to ${problem.right}`
      : text;
    button.setAttribute("aria-label", named);
    button.title = `${named}, in your file`;
    button.addEventListener("click", async () => {
      button.disabled = true;
      const key = problem?.key ?? "";
      const answer = await fetch(`/_rulebook/fix?key=${key}`, {
        method: "POST",
        headers: { "X-Rulebook": "fix" },
      });
      const { why } = await answer.json();
      if (why) button.after(make("span", "rulebook-said", why));
    });
    return button;
  }

  /** @param {Problem[]} problems @param {string} trouble */
  function makeBox(problems, trouble) {
    if (!problems.length && !trouble) return null;
    const box = make("details", "rulebook-box");
    box.open = sessionStorage.getItem(FOLDED) !== "yes";
    const many = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    const head = make("summary", "", trouble || many);
    // Kept before the box folds: its own event comes late, after the page may have gone.
    head.addEventListener("click", () => sessionStorage.setItem(FOLDED, box.open ? "yes" : "no"));
    box.append(head);
    const fixable = problems.filter((each) => each.fixable);
    if (fixable.length > 1) {
      const all = make("div", "rulebook-all");
      all.append(fixButton(null, `Correct all ${fixable.length} figures`));
      box.append(all);
    }
    box.append(make("ol", ""));
    return box;
  }

  /** @param {Problem} problem @param {HTMLElement | undefined} place */
  function entry(problem, place) {
    const line = make("li", "");
    if (problem.where) {
      const link = make(problem.page || place ? "a" : "span", "rulebook-where", problem.where);
      const hash = `#rulebook-problem-${problem.key}`;
      if (link instanceof HTMLAnchorElement) {
        link.href = place ? hash : `/${problem.page}${hash}`;
        if (place) link.addEventListener("click", () => setTimeout(() => goTo(hash)));
      }
      line.append(link, " ");
    }
    line.append(problem.says);
    if (place) place.dataset.rulebookProblem = problem.key;
    if (problem.help) {
      const help = make("a", "rulebook-help", "What is this?");
      help.href = `/_rulebook/help.html#${problem.help}`;
      help.target = "_blank";
      line.append(" ", help);
    }
    if (problem.fixable) line.append(" ", fixButton(problem, `Write ${problem.right}`));
    return line;
  }

  /** @param {string} hash */
  function goTo(hash) {
    const key = /^#rulebook-problem-(\w+)$/.exec(hash)?.[1];
    const place = key && document.querySelector(`[data-rulebook-problem="${key}"]`);
    if (!place) return;
    for (let each = place.parentElement; each; each = each.parentElement) {
      if (each instanceof HTMLDetailsElement) each.open = true;
    }
    place.scrollIntoView({ block: "center" });
    place.classList.add("rulebook-here");
    setTimeout(() => place.classList.remove("rulebook-here"), 2000);
  }

  // -- What moved -------------------------------------------------------------------------------

  /** Every figure on the page, by a name that lasts from one save to the next. */
  function figures() {
    /** @type {Map<string, HTMLElement>} */
    const found = new Map();
    /** @type {Map<string, number>} */
    const times = new Map();
    /** @param {string} name @param {HTMLElement} node */
    const add = (name, node) => {
      const time = (times.get(name) ?? 0) + 1;
      times.set(name, time);
      found.set(`${name}#${time}`, node);
    };
    for (const node of document.querySelectorAll("[class*='rulebook-asked-']")) {
      add(/rulebook-asked-\w+/.exec(node.className)?.[0] ?? "", /** @type {HTMLElement} */ (node));
    }
    for (const node of document.querySelectorAll("table.rulebook-table")) {
      const table = /** @type {HTMLTableElement} */ (node);
      const grid = gridOf(table);
      const shape = `${table.caption?.textContent ?? ""}|${grid.length}x${grid[0]?.length}`;
      grid.forEach((row, r) => {
        row.forEach((cell, c) => {
          if (grid[r - 1]?.[c] !== cell && row[c - 1] !== cell) add(`${shape}|${r}|${c}`, cell);
        });
      });
    }
    return found;
  }

  /** @param {Element} node */
  const textOf = (node) => (node.textContent ?? "").replace(/\s+/g, " ").trim();

  function light() {
    /** @type {Record<string, string>} */
    const before = JSON.parse(sessionStorage.getItem(SEEN) ?? "{}");
    /** @type {Record<string, string>} */
    const now = {};
    let many = 0;
    for (const [name, node] of figures()) {
      now[name] = textOf(node);
      if (before[name] === undefined || before[name] === now[name]) continue;
      many += 1;
      node.classList.add("rulebook-moved");
      const was = make("span", "rulebook-was", before[name] || "empty");
      was.setAttribute("aria-label", `was ${before[name] || "empty"}, now ${now[name]}`);
      (node instanceof HTMLTableCellElement ? (node.querySelector("p") ?? node) : node).prepend(
        was,
        " ",
      );
    }
    try {
      sessionStorage.setItem(SEEN, JSON.stringify(now));
    } catch {
      sessionStorage.removeItem(SEEN); // a page larger than the browser keeps
    }
    if (!many) return;
    const said = many === 1 ? "1 figure moved" : `${many} figures moved`;
    const told = make("div", "rulebook-told", said);
    told.setAttribute("role", "status");
    document.body.append(told);
    setTimeout(() => {
      told.remove();
      for (const each of document.querySelectorAll(".rulebook-was")) {
        if (each.nextSibling?.nodeType === Node.TEXT_NODE) each.nextSibling.remove();
        each.remove();
      }
      for (const each of document.querySelectorAll(".rulebook-moved")) {
        each.classList.remove("rulebook-moved");
      }
    }, LIT);
  }

  // -- A new build ------------------------------------------------------------------------------

  const HERE = `page=${encodeURIComponent(location.pathname)}`;

  async function look() {
    const answer = await fetch(`/_rulebook/state?${HERE}`);
    const state = await answer.json();
    if (state.page !== stamp) {
      location.reload();
      return;
    }
    build = state.build;
    document.documentElement.dataset.rulebookBuild = build;
    show(state.problems);
  }

  document.addEventListener("DOMContentLoaded", () => {
    light();
    const news = new EventSource(`/_rulebook/events?${HERE}`);
    news.addEventListener("message", (said) => {
      if (said.data !== build) look();
    });
    news.addEventListener("error", () =>
      show([], "The preview has ended. Start it again to go on."),
    );
    window.addEventListener("hashchange", () => goTo(location.hash));
  });
})();
