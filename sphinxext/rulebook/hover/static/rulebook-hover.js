/* Previews of marked references: on any host and from a disk, by mouse, keyboard and touch. */
(() => {
  "use strict";

  const MARKED = "a.hxr-hoverxref[href]";
  const BOX = ".rulebook-preview";
  const CONTENT = "[role=main], article, main";
  const FOCUSABLE = [
    "a[href]", "button", "input:not([type=radio])", "input:checked", "select", "textarea",
    "summary", "iframe", "audio[controls]", "video[controls]", "[tabindex]",
  ].join();
  const TITLES = ".rulebook-preview-title, caption, figcaption p, .code-block-caption, dt";
  const script = document.currentScript;
  const told = script.dataset;
  const root = new URL("..", script.src).href;
  const words = {
    more: "Full entry",
    on: "Read on",
    close: "Close",
    off: "Turn previews off",
    shown: "Previews of links",
    hint: "Preview open: Tab goes into it, Escape closes it.",
    ...JSON.parse(told.words || "{}"),
  };
  const OPEN_DELAY = 150;
  const MODAL_DELAY = Number(told.modalDelay || 350);
  const CLOSE_DELAY = 300;
  const PATIENCE = 2000;
  const PRESS = 500;
  const GAP = 6;
  const EDGE = 8;

  /* What is open, each opened from within the one before. */
  const open = [];
  let made = 0;
  let wish = 0;
  let opening;
  let settling;
  let pointed = null;
  /* Where the pointer is, and where it was when the reader closed a preview. */
  let spot = "";
  let rested = null;
  let dismissed = null;
  let returned = null; /* what a preview gave the focus back to, which opens nothing */
  let touching = false;
  /* When the page was last pressed, and what got the focus by it, which opens nothing. */
  let pressedAt = -Infinity;
  let pressed = null;

  /* The reader's choice, for this visit only where the browser keeps nothing. */
  const choice = {
    name: "rulebook-previews",
    on: true,
    read() {
      try {
        this.on = localStorage.getItem(this.name) !== "off";
      } catch {
        /* kept by nobody */
      }
    },
    keep(on) {
      this.on = on;
      try {
        if (on) localStorage.removeItem(this.name);
        else localStorage.setItem(this.name, "off");
      } catch {
        /* kept by nobody */
      }
    },
  };

  /* ---- the previews of a page, loaded when first needed -------------------------------- */

  const NOTHING = {};
  const loaded = new Map();

  const isOnDisk = root.startsWith("file:");

  const nameOf = (url) => {
    const path = url.origin + url.pathname;
    const whole = url.protocol === "file:" ? "file://" + url.host + url.pathname : path;
    if (!whole.startsWith(root)) return null;
    const name = decoded(whole.slice(root.length))
      .replace(/(^|\/)index(\.x?html?)?$/, "$1")
      .replace(/\.x?html?$/, "");
    return name === "" || name.endsWith("/") ? name + "index" : name;
  };

  const unpack = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  };

  /* A file of previews, by its address within `_static`. */
  const load = (address) => {
    if (!loaded.has(address)) {
      const loading = new Promise((resolve) => {
        const tag = document.createElement("script");
        tag.src = `${root}_static/${address}`;
        tag.onerror = () => resolve(NOTHING);
        tag.rulebookArrived = (packed) => resolve(unpack(packed).catch(() => NOTHING));
        document.head.append(tag);
      });
      loaded.set(address, loading);
    }
    return loaded.get(address);
  };

  window.rulebookPreviews = (packed) => document.currentScript.rulebookArrived(packed);

  /* From a host, an address has a version to it: a browser keeps the file until that changes. */
  const versioned = (file, version) => `${encoded(file)}.js${isOnDisk ? "" : `?v=${version}`}`;

  const encoded = (file) => file.split("/").map(encodeURIComponent).join("/");

  /* The entry of a key in a file, or in that part of it which has the key. */
  const entryOf = async (file, version, kind, key) => {
    const whole = await load(versioned(file, version));
    if (!whole.parts) return { ...whole, found: whole[kind]?.[key] };
    const number = whole.parts.findLastIndex(([first]) => first <= key);
    if (number < 0) return whole;
    const part = await load(versioned(`${file}~${number}`, whole.parts[number][1]));
    return { ...whole, found: part[kind]?.[key] };
  };

  const previewOf = async (link) => {
    const url = new URL(link.href);
    const name = nameOf(url);
    if (name === null) return undefined;
    const minute = Math.floor(Date.now() / 60000); /* hosts have browsers keep scripts for long */
    const { found: version } = await entryOf("rulebook-versions", minute, "versions", name);
    if (!version) return undefined;
    const file = `rulebook-previews/${name}`;
    const { found, math } = await entryOf(file, version, "previews", decoded(url.hash.slice(1)));
    return found && { markup: found[0], isCut: found.length > 1, math };
  };

  const decoded = (id) => {
    try {
      return decodeURIComponent(id);
    } catch {
      return id;
    }
  };

  /* ---- what a preview shows ------------------------------------------------------------ */

  const ADDRESSES = ["href", "src", "poster", "data", "action", "formaction", "xlink:href"];
  const REFERRING = [
    "for", "headers", "list", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns",
  ];

  const OF_A_PAGE = "script, style, link, meta, base";

  /* The rendered content with its addresses made whole and ids of its own. */
  const contentOf = (markup, base, prefix) => {
    const template = document.createElement("template");
    template.innerHTML = markup;
    const ids = new Set([...template.content.querySelectorAll("[id]")].map(({ id }) => id));
    const used = new Set();
    for (const element of template.content.querySelectorAll("*")) {
      if (used.has(element.id)) element.removeAttribute("id"); /* furo doubles a table's */
      else if (element.id) {
        used.add(element.id);
        element.id = prefix + element.id;
      }
      if (element.type === "radio") element.name = prefix + element.name;
      element.removeAttribute("autofocus");
      for (const { name, value } of [...element.attributes]) {
        const renamed = rewritten(element, name, value, ids, base, prefix);
        if (/^javascript:/i.test(renamed)) element.removeAttribute(name);
        else if (renamed !== value) element.setAttribute(name, renamed);
      }
      if (element.dataset.rulebookStyle) element.style.cssText = element.dataset.rulebookStyle;
      element.removeAttribute("data-rulebook-style");
    }
    for (const element of template.content.querySelectorAll(OF_A_PAGE)) element.remove();
    const { firstElementChild: first } = template.content;
    if (first?.localName === "details") first.open = true;
    return template.content;
  };

  const rewritten = (element, name, value, ids, base, prefix) => {
    const own = (id) => (ids.has(id) ? prefix + id : id);
    if (REFERRING.includes(name)) return value.split(/\s+/).map(own).join(" ");
    if (ADDRESSES.includes(name)) {
      const inside = value.startsWith("#") && ids.has(value.slice(1));
      if (inside && element.localName !== "a") return "#" + own(value.slice(1));
      return whole(value, base);
    }
    if (name === "srcset") return value.replace(/[^\s,]\S*(?=\s|$)/g, (part) => source(part, base));
    return value.replace(/url\(#([^)]+)\)/g, (_, id) => `url(#${own(id)})`);
  };

  /* In a list of sources, an address is made whole and a size is left as it is. */
  const source = (part, base) => (/^[\d.]+[wx],?$/.test(part) ? part : whole(part, base));

  const whole = (address, base) => {
    try {
      return new URL(address, base).href;
    } catch {
      return address;
    }
  };

  const make = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  const waiting = (delay) => new Promise((resolve) => setTimeout(resolve, delay));

  const button = (kind, text, act) => {
    const element = make("button", { class: `rulebook-preview-${kind}`, type: "button" }, text);
    element.addEventListener("click", act);
    return element;
  };

  const boxOf = (link, { markup, isCut }, modal) => {
    const id = `rulebook-preview-${++made}`;
    const body = make("div", { class: "rulebook-preview-body" });
    body.append(contentOf(markup, link.href.split("#")[0], `${id}-`));
    const more = make("a", { class: "rulebook-preview-more", href: link.href });
    more.textContent = isCut ? words.on : words.more;
    const off = button("off", words.off, () => turn(false));
    const foot = make("div", { class: "rulebook-preview-foot" }, off, more);
    const extra = (modal ? told.modalClass : told.tooltipClass) || "";
    const box = make(modal ? "dialog" : "div", {
      id,
      class: `rulebook-preview rulebook-preview-${modal ? "modal" : "tooltip"} ${extra}`.trim(),
      role: modal ? "dialog" : "tooltip",
    });
    if (modal) box.append(head(link, box, body, id));
    box.append(body, foot);
    if (told.width) box.style.setProperty("--rulebook-preview-width", `${told.width}px`);
    if (told.animation && told.animation !== "fade") box.classList.add("rulebook-preview-still");
    return box;
  };

  const head = (link, box, body, id) => {
    const found = body.querySelector(TITLES);
    const text = found?.textContent.trim() || told.modalTitle || link.textContent.trim();
    if (found?.classList.contains("rulebook-preview-title")) found.remove();
    const title = make("p", { class: "rulebook-preview-title", id: `${id}-title` });
    title.textContent = (told.modalPrefix || "") + text;
    const close = button("close", "×", () => dismiss());
    close.setAttribute("aria-label", words.close);
    box.setAttribute("aria-labelledby", title.id);
    return make("div", { class: "rulebook-preview-head" }, title, close);
  };

  /* The colour of the page behind, which every theme's own switch changes. */
  const paperBehind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/^(transparent|rgba\(.*, 0\))$/.test(colour)) return colour;
    }
    return "Canvas";
  };

  /* Mathematics, by the MathJax of this page or, where it has none, of the page shown. */
  let free;
  const typeset = (body, math) => {
    if (!body.querySelector(".math")) return;
    const jax = window.MathJax;
    if (jax?.startup?.promise) {
      /* What it has in work comes first; from a disk, MathJax 4 waits for its voice for ever. */
      free ??= Promise.race([jax.startup.promise, waiting(PATIENCE)]).catch(() => {});
      free.then(() => jaxTypeset(jax, body));
    } else if (jax?.Hub) jax.Hub.Queue(["Typeset", jax.Hub, body], placeAll);
    else if (math) {
      const again = () => body.isConnected && typeset(body);
      mathjaxTag(math).addEventListener("load", again);
    }
  };

  const jaxTypeset = (jax, body) => {
    try {
      jax.typeset([body]);
      placeAll();
    } catch {
      /* it has to load more */
      jax.typesetPromise([body]).then(placeAll, () => {});
    }
  };

  const mathjaxTag = ({ src, config }) => {
    const tag = make("script", { src: whole(src, root) });
    const there = [...document.scripts].find((script) => script.src === tag.src);
    if (there) return there;
    /* Nothing in this page is mathematics, so only previews are typeset. */
    window.MathJax = { ...config, startup: { ...config?.startup, typeset: false } };
    document.head.append(tag);
    return tag;
  };

  /* ---- opening and closing ------------------------------------------------------------- */

  const levelOf = (node) => {
    for (let level = open.length - 1; level >= 0; level--) {
      if (open[level].box.contains(node) || open[level].link.contains(node)) return level;
    }
    return -1;
  };

  const holds = (entry) => entry.box.open && !entry.box.popover;

  const show = (link, preview, by) => {
    closeFrom(levelWithin(link) + 1);
    const modal = link.classList.contains("hxr-modal");
    const box = boxOf(link, preview, modal);
    const home = link.closest("dialog" + BOX) || link.closest(CONTENT) || document.body;
    box.style.setProperty("--rulebook-paper", paperBehind(home));
    home.append(box);
    const { title } = link;
    const described = link.getAttribute("aria-describedby");
    const entry = { link, box, back: document.activeElement, x: by.x, y: by.y, title, described };
    link.removeAttribute("title"); /* or the browser shows it over the preview */
    open.push(entry);
    box.addEventListener("close", () => open.includes(entry) && closeFrom(open.indexOf(entry)));
    if (modal && !by.focus) hold(entry);
    else {
      box.popover = "manual";
      if (modal) box.setAttribute("open", "");
      box.inert = true; /* or a dialog would take the focus as it shows */
      box.showPopover?.();
      box.inert = false;
      place(entry);
      link.setAttribute("aria-describedby", [described, box.id].filter(Boolean).join(" "));
      if (by.focus) status.textContent = words.hint;
    }
    typeset(box, preview.math);
  };

  const levelWithin = (link) => {
    const box = link.closest(BOX);
    return open.findIndex((entry) => entry.box === box);
  };

  /* Make a modal hold the focus. */
  const hold = (entry) => {
    const { box } = entry;
    if (box.popover) box.hidePopover?.();
    box.popover = null;
    box.removeAttribute("open");
    Object.assign(box.style, { left: "", top: "", bottom: "", maxHeight: "" });
    box.setAttribute("aria-modal", "true");
    box.showModal();
  };

  const closeFrom = (level, giveBack = true) => {
    while (open.length > Math.max(level, 0)) {
      const { link, box, title, described, back } = open.pop();
      if (title) link.title = title;
      const inside = box.contains(document.activeElement);
      if (inside) {
        dismissed = link;
        returned = back && back !== document.body && back.isConnected ? back : link;
      }
      if (described) link.setAttribute("aria-describedby", described);
      else link.removeAttribute("aria-describedby");
      if (box.matches(":modal")) box.close(); /* which may give the focus back itself */
      box.remove();
      status.textContent = "";
      if (inside && giveBack) returned.focus({ preventScroll: true });
      if (document.activeElement !== returned) returned = null;
    }
  };

  const dismiss = () => {
    if (!open.length) return;
    const { link } = open[open.length - 1];
    if (link.contains(pointed) || link === document.activeElement) dismissed = link;
    rested = spot;
    closeFrom(open.length - 1);
  };

  /* Close what neither the pointer nor the focus is at. */
  const settle = () => {
    const focused = document.activeElement;
    const kept = focused && focused !== pressed ? levelOf(focused) : -1;
    const held = open.findLastIndex(holds);
    closeFrom(Math.max(kept, held, pointed ? levelOf(pointed) : -1) + 1);
  };

  const settleSoon = () => {
    clearTimeout(settling);
    settling = setTimeout(settle, CLOSE_DELAY);
  };

  const isOpen = (link) => open.some((entry) => entry.link === link);

  /* Open the preview of a link if it is still wanted when it is there. */
  const want = async (link, by, delay) => {
    const mine = ++wish;
    const waited = new Promise((resolve) => {
      opening = setTimeout(resolve, delay);
    });
    const [preview] = await Promise.all([previewOf(link), waited]);
    if (mine === wish && preview && link.isConnected && !isOpen(link)) show(link, preview, by);
    return Boolean(preview);
  };

  const unwant = () => {
    wish++;
    clearTimeout(opening);
  };

  /* ---- where a tooltip stands ---------------------------------------------------------- */

  const isIn = (rect, x, y) =>
    x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;

  /* The line of a link that the pointer is at, or its first. */
  const rectOf = ({ link, x, y }) => {
    const rects = [...link.getClientRects()];
    return rects.find((rect) => isIn(rect, x, y)) || rects[0];
  };

  const place = (entry) => {
    const { box } = entry;
    const rect = rectOf(entry);
    if (!rect) return;
    const wide = document.documentElement.clientWidth;
    const style = box.style;
    style.maxHeight = "";
    style.bottom = "auto";
    const { width, height } = box.getBoundingClientRect();
    const side = told.side;
    const room = { right: wide - rect.right, left: rect.left };
    if (room[side] > width + GAP + EDGE) {
      style.left = `${side === "right" ? rect.right + GAP : rect.left - GAP - width}px`;
      style.bottom = "auto";
      style.top = `${Math.max(EDGE, Math.min(rect.top, innerHeight - height - EDGE))}px`;
      return;
    }
    const below = innerHeight - rect.bottom - GAP - EDGE;
    const above = rect.top - GAP - EDGE;
    const fitsAbove = above >= Math.min(height, below);
    const over = side === "top" ? fitsAbove : below < height && above > below;
    style.left = `${Math.max(EDGE, Math.min(rect.left, wide - width - EDGE))}px`;
    style.top = over ? "auto" : `${rect.bottom + GAP}px`;
    style.bottom = over ? `${innerHeight - rect.top + GAP}px` : "auto";
    style.maxHeight = `min(24rem, ${over ? above : below}px)`;
  };

  const placeAll = () => open.filter((entry) => !holds(entry)).forEach(place);

  /* Previews move with their links, and go with one that is scrolled away. */
  const scrolled = () => {
    const gone = open.findIndex((entry) => {
      const rect = rectOf(entry);
      const isAway = !rect || rect.bottom < 0 || rect.top > innerHeight;
      return isAway && !holds(entry) && !entry.box.contains(document.activeElement);
    });
    if (gone >= 0) closeFrom(gone);
    placeAll();
  };

  /* ---- what the reader does ------------------------------------------------------------ */

  const linkAt = (target) => (choice.on ? target?.closest?.(MARKED) : null);

  document.addEventListener("pointerover", (event) => {
    touching = event.pointerType === "touch";
    if (touching) return;
    pointed = event.target;
    spot = `${event.clientX} ${event.clientY}`;
    const link = linkAt(pointed);
    if (spot === rested) return;
    rested = null;
    if (dismissed && link !== dismissed) dismissed = null;
    unwant();
    settleSoon();
    if (!link || link === dismissed || isOpen(link)) return;
    const delay = link.classList.contains("hxr-modal") ? MODAL_DELAY : OPEN_DELAY;
    want(link, { x: event.clientX, y: event.clientY }, delay);
  });

  document.documentElement.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "touch") return;
    pointed = null;
    unwant();
    settleSoon();
  });

  document.addEventListener("pointerdown", (event) => {
    touching = event.pointerType === "touch";
    pressedAt = event.timeStamp;
    const link = linkAt(event.target);
    if (touching && link) previewOf(link); /* on its way while the finger is down */
    pointed = event.target;
    if (levelOf(event.target) < 0) settle();
  });

  document.addEventListener("click", (event) => {
    const { target, clientX, clientY } = event;
    const entry = open[open.length - 1];
    const isBox = target === entry?.box && holds(entry);
    if (isBox && !isIn(target.getBoundingClientRect(), clientX, clientY)) dismiss();
    if (isOfThisPage(target.closest?.(`${BOX} a[href]`))) setTimeout(leave);
    const link = linkAt(target);
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!link || !touching || !isPlain || event.detail === 0 || isOpen(link)) return;
    event.preventDefault();
    const late = setTimeout(follow, PATIENCE, link);
    want(link, { x: clientX, y: clientY }, 0).then((found) => {
      clearTimeout(late);
      if (!found) follow(link);
    });
  });

  /* A link in a preview led elsewhere in this page, or the page is left and may come back. */
  const leave = () => closeFrom(0, false);
  addEventListener("pagehide", leave);

  const follow = (link) => location.assign(link.href);

  const isOfThisPage = (link) =>
    Boolean(link?.hash) && link.href.split("#")[0] === location.href.split("#")[0];

  document.addEventListener("focusin", (event) => {
    settleSoon();
    if (event.timeStamp - pressedAt < PRESS) pressed = event.target;
    const link = linkAt(event.target);
    if (!link || [dismissed, returned, pressed].includes(link) || isOpen(link)) return;
    want(link, { focus: true }, 0);
  });

  document.addEventListener("focusout", (event) => {
    if (event.target === dismissed) dismissed = null;
    if (event.target === returned) returned = null;
    /* A window that is left and comes back gives the focus to what had it. */
    if (event.target === pressed && document.hasFocus()) pressed = null;
    settleSoon();
  });

  const press = (event) => {
    pressedAt = -Infinity;
    if (event.key === "Tab" && !event.ctrlKey && !event.altKey && !event.metaKey) tab(event);
    if (event.key !== "Escape") return;
    unwant();
    if (!open.length) return;
    event.preventDefault();
    event.stopPropagation();
    dismiss();
  };
  document.addEventListener("keydown", press, true);

  /* Tab goes from a reference into its preview, and out to what follows the reference. */
  const tab = (event) => {
    const active = document.activeElement;
    const entry = open.findLast(({ link, box }) => link === active || box.contains(active));
    if (!entry) return;
    const { link, box } = entry;
    const stops = stopsIn(box).filter((stop) => stop.closest(BOX) === box);
    const at = stops.indexOf(active);
    let next;
    if (link === active) {
      if (event.shiftKey) return;
      next = stops[0];
      if (box.localName === "dialog" && !holds(entry)) hold(entry);
    } else if (holds(entry)) {
      next = stops[(at + (event.shiftKey ? stops.length - 1 : 1)) % stops.length];
    } else if (event.shiftKey && at <= 0) next = link;
    else if (!event.shiftKey && at === stops.length - 1) next = following(link);
    else next = stops[at + (event.shiftKey ? -1 : 1)];
    if (!next) return;
    event.preventDefault();
    if (next === link) dismissed = null;
    next.focus();
  };

  const isStop = (element) =>
    element.tabIndex >= 0 && !element.disabled && element.getClientRects().length > 0;

  const stopsIn = (container) => [...container.querySelectorAll(FOCUSABLE)].filter(isStop);

  const following = (link) => {
    const home = link.closest(BOX);
    const stops = stopsIn(home || document).filter((stop) => stop.closest(BOX) === home);
    const next = stops[stops.indexOf(link) + 1];
    if (next || !home) return next;
    const around = open.find((entry) => entry.box === home);
    return holds(around) ? stops[0] : following(around.link);
  };

  const scroll = (event) => event.target.closest?.(BOX) || scrolled();
  addEventListener("scroll", scroll, { capture: true, passive: true });
  addEventListener("resize", placeAll);
  document.addEventListener("load", (event) => event.target.closest?.(BOX) && placeAll(), true);

  /* ---- the switch ---------------------------------------------------------------------- */

  const status = make("div", { class: "rulebook-preview-status", role: "status" });
  const toggle = make("button", { type: "button", class: "rulebook-preview-switch" }, words.shown);

  const turn = (on) => {
    choice.keep(on);
    mirror();
    if (!on) closeFrom(0);
  };

  const mirror = () => toggle.setAttribute("aria-pressed", String(choice.on));

  toggle.addEventListener("click", () => turn(!choice.on));
  addEventListener("storage", () => {
    choice.read();
    mirror();
  });

  choice.read();
  mirror();
  const first = document.querySelector(MARKED);
  const end = make("div", { class: "rulebook-preview-choice" }, toggle);
  if (first) (first.closest(CONTENT) || document.body).append(end, status);
})();
