// @ts-check
/* Previews of marked references: on any host and from a disk, by mouse, keyboard and touch. */
(() => {
  /**
   * @typedef {{x?: number, y?: number, focus?: boolean}} Means  where the pointer is, or the focus
   * @typedef {{markup: string, isCut: boolean, math?: MathJaxOfPage}} Preview
   * @typedef {{src: string, config?: any}} MathJaxOfPage
   * @typedef {{parts?: [string, string][], previews?: any, versions?: any, math?: MathJaxOfPage}} Kept
   * @typedef {{link: HTMLAnchorElement, box: HTMLElement, preview: Preview, said: HTMLElement,
   *   back: Element | null, x?: number, y?: number, title: string, described: string | null,
   *   isModal: boolean}} Entry
   */

  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  if (!("popover" in HTMLElement.prototype)) return; /* an old browser: every link is a link */

  const told = script.dataset;
  const root = new URL("..", script.src).href;
  const isOnDisk = root.startsWith("file:");
  const words = {
    more: "Full entry",
    on: "Read on",
    close: "Close",
    off: "Turn previews off",
    shown: "Previews of links",
    hint: "Preview open: Tab goes into it, Escape closes it.",
    ...JSON.parse(told.words || "{}"),
  };
  /** @type {Record<string, string>} */
  const projects = JSON.parse(told.projects || "{}");

  const BOX = ".rulebook-preview";
  const CONTENT = "[role=main], article, main";
  const FOCUSABLE =
    "a[href], button, input:not([type=radio]), input:checked, select, textarea, summary, iframe, " +
    "audio[controls], video[controls], [tabindex]";
  const LABELS = ".citation > .label, .footnote > .label";
  const TITLES = `.rulebook-preview-title, caption, figcaption p, .code-block-caption, dt, ${LABELS}`;
  /* Titles that say all they have to say at the head of a modal. */
  const SAID_ONCE = `.rulebook-preview-title, section > dl:first-child > dt:not(.sig):only-of-type, ${LABELS}`;
  const DEPTH = 3; /* previews within previews, the first one counted */
  const OPEN_DELAY = Number(told.delay || 150);
  const MODAL_DELAY = Number(told.modalDelay || 350);
  const CLOSE_DELAY = 300;
  const PATIENCE = 2000;
  const PRESS = 500;
  const GAP = 6;
  const EDGE = 8;
  const SAID = 160; /* the most letters of a preview that a screen reader hears unasked */

  const state = {
    /** @type {Entry[]} what is open, each opened from within the one before */
    open: [],
    made: 0,
    /** the number of the last preview that was wanted, so that a late one can tell */
    wish: 0,
    opening: 0,
    settling: 0,
    /** @type {Node | null} where the pointer is */
    pointed: null,
    spot: "",
    /** @type {string | null} where it was when the reader closed a preview */
    rested: null,
    /** @type {Element | null} the link whose preview the reader closed */
    dismissed: null,
    /** @type {HTMLElement | null} what a preview gave the focus back to, which opens nothing */
    returned: null,
    touching: false,
    /** when the page was last pressed, and what got the focus by it, which opens nothing */
    pressedAt: -Infinity,
    /** @type {EventTarget | null} */
    pressed: null,
    /** whether the last key was Escape and closed a preview: the next one closes them all */
    escaped: false,
    /** whether the reader wants previews */
    on: true,
  };

  /* ---- selectors that a book gives ------------------------------------------------------- */

  /** @param {string | undefined} selector */
  const usable = (selector) => {
    try {
      if (selector) document.querySelector(selector);
      return selector;
    } catch {
      console.warn(`Previews: ${selector} is no CSS selector`);
      return undefined;
    }
  };

  const also = usable(told.also);
  const never = usable(told.never);
  /* Links of a theme's own, such as those of its sidebar, are none of the text. */
  const ofText = document.querySelector(`:is(${CONTENT}) h1`)?.closest(CONTENT);
  const MARKED = `a.hxr-hoverxref[href]${also ? `, :is(${also}):is(a[href])` : ""}`;

  /* ---- what is kept of a page, loaded when first needed ---------------------------------- */

  /** @type {any} */
  const types = /** @type {any} */ (window).trustedTypes;
  const same = (/** @type {string} */ text) => text;
  /** @type {any} */
  let policy = { createHTML: same, createScriptURL: same };
  try {
    policy = types?.createPolicy("rulebook-previews", policy) ?? policy;
  } catch {
    return; /* this site's policy names others: every link is a link */
  }

  /** @type {Kept} */
  const NOTHING = {};
  /** @type {Map<string, Promise<Kept>>} */
  const loaded = new Map();
  /** @type {WeakMap<object, (packed: string) => void>} */
  const arrivals = new WeakMap();

  /** @param {string} text */
  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };

  /**
   * The name under which the previews of a page are kept, or null where that is elsewhere.
   * @param {URL} url
   */
  const nameOf = (url) => {
    const whole = `${url.protocol}//${url.host}${url.pathname}`;
    for (const [base, before] of [[root, ""], ...Object.entries(projects)]) {
      if (!whole.startsWith(base)) continue;
      const name = decoded(whole.slice(base.length))
        .replace(/(^|\/)index(\.x?html?)?$/, "$1")
        .replace(/\.x?html?$/, "");
      return before + (name === "" || name.endsWith("/") ? `${name}index` : name);
    }
    return null;
  };

  /**
   * @param {string} packed
   * @returns {Promise<Kept>}
   */
  const unpack = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  };

  /**
   * A script of this site, allowed by whatever policy allowed this one.
   * @param {string} src
   */
  const scriptTag = (src) => {
    const tag = document.createElement("script");
    tag.nonce = script.nonce;
    tag.src = policy.createScriptURL(src);
    return tag;
  };

  /**
   * A file of previews, by its address within `_static`.
   * @param {string} address
   */
  const load = (address) => {
    const before = loaded.get(address);
    if (before) return before;
    const loading = new Promise((/** @type {(kept: Kept | Promise<Kept>) => void} */ resolve) => {
      const tag = scriptTag(`${root}_static/${address}`);
      tag.onerror = () => resolve(NOTHING);
      arrivals.set(tag, (packed) => resolve(unpack(packed).catch(() => NOTHING)));
      document.head.append(tag);
    });
    loaded.set(address, loading);
    return loading;
  };

  /** @type {any} */ (window).rulebookPreviews = (/** @type {string} */ packed) =>
    arrivals.get(/** @type {Element} */ (document.currentScript))?.(packed);

  /**
   * From a host, an address has a version to it: a browser keeps the file until that changes.
   * @param {string} file
   * @param {string | number} version
   */
  const versioned = (file, version) =>
    `${file.split("/").map(encodeURIComponent).join("/")}.js${isOnDisk ? "" : `?v=${version}`}`;

  /**
   * The entry of a key in a file, or in that part of it which has the key.
   * @param {string} file
   * @param {string | number} version
   * @param {"previews" | "versions"} kind
   * @param {string} key
   * @returns {Promise<{found?: any, math?: MathJaxOfPage}>}
   */
  const entryOf = async (file, version, kind, key) => {
    const { parts, math, ...whole } = await load(versioned(file, version));
    if (!parts) return { found: whole[kind]?.[key], math };
    const number = parts.findLastIndex(([first]) => first <= key);
    if (number < 0) return {};
    const part = await load(versioned(`${file}~${number}`, parts[number][1]));
    return { found: part[kind]?.[key], math };
  };

  /**
   * @param {HTMLAnchorElement} link
   * @returns {Promise<Preview | undefined>}
   */
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

  /* ---- what a preview shows -------------------------------------------------------------- */

  const ADDRESSES = /^(href|src|poster|data|(form)?action|xlink:href)$/;
  const REFERRING = /^(for|headers|list|aria-(labelledby|describedby|controls|owns))$/;
  const OF_A_PAGE = "script, style, link, meta, base";

  /**
   * The rendered content with its addresses made whole and ids of its own.
   * @param {string} markup
   * @param {string} base
   * @param {string} prefix
   */
  const contentOf = (markup, base, prefix) => {
    const template = document.createElement("template");
    template.innerHTML = policy.createHTML(markup);
    const { content } = template;
    const ids = new Set([...content.querySelectorAll("[id]")].map(({ id }) => id));
    const used = new Set();
    for (const element of content.querySelectorAll("*")) {
      if (used.has(element.id)) element.removeAttribute("id"); /* furo doubles a table's */
      else if (element.id) {
        used.add(element.id);
        element.id = prefix + element.id;
      }
      if (element instanceof HTMLInputElement && element.type === "radio") {
        element.name = prefix + element.name;
      }
      element.removeAttribute("autofocus");
      for (const { name, value } of [...element.attributes]) {
        const renamed = rewritten(element, name, value, ids, base, prefix);
        if (/^javascript:/i.test(renamed)) element.removeAttribute(name);
        else if (renamed !== value) element.setAttribute(name, renamed);
      }
      const style = element.getAttribute("data-rulebook-style");
      if (style !== null) {
        /** @type {HTMLElement} */ (element).style.cssText = style;
        element.removeAttribute("data-rulebook-style");
      }
      /* Roles that WAI-ARIA has given up, and boxes to tick that have no words to them. */
      if (element.matches("[role=doc-biblioentry], [role=doc-endnote]")) {
        element.removeAttribute("role");
      }
      if (element.matches("li input[type=checkbox]:not([aria-label])")) {
        element.setAttribute("aria-label", tidy(element.closest("li")?.textContent).slice(0, SAID));
      }
      /* A tab that its page's script would turn: here ours does. */
      if (element.matches("[role=tab]")) element.setAttribute("tabindex", "0");
    }
    for (const element of content.querySelectorAll(OF_A_PAGE)) element.remove();
    const { firstElementChild: first } = content;
    if (first instanceof HTMLDetailsElement) first.open = true;
    /* Themes give lists and the like their looks only within a section. */
    if (first?.localName === "section") return content;
    const section = document.createElement("section");
    section.append(content);
    return section;
  };

  /**
   * @param {Element} element
   * @param {string} name
   * @param {string} value
   * @param {Set<string>} ids
   * @param {string} base
   * @param {string} prefix
   */
  const rewritten = (element, name, value, ids, base, prefix) => {
    const own = (/** @type {string} */ id) => (ids.has(id) ? prefix + id : id);
    if (REFERRING.test(name)) return value.split(/\s+/).map(own).join(" ");
    if (ADDRESSES.test(name)) {
      const inside = value.startsWith("#") && ids.has(value.slice(1));
      if (inside && element.localName !== "a") return `#${own(value.slice(1))}`;
      return whole(value, base);
    }
    if (name === "srcset") return value.replace(/[^\s,]\S*(?=\s|$)/g, (part) => source(part, base));
    return value.replace(/url\(#([^)]+)\)/g, (_, id) => `url(#${own(id)})`);
  };

  /**
   * In a list of sources, an address is made whole and a size is left as it is.
   * @param {string} part
   * @param {string} base
   */
  const source = (part, base) => (/^[\d.]+[wx],?$/.test(part) ? part : whole(part, base));

  /**
   * @param {string} address
   * @param {string} base
   */
  const whole = (address, base) => {
    try {
      return new URL(address, base).href;
    } catch {
      return address;
    }
  };

  /**
   * @param {string} name
   * @param {Record<string, string>} attributes
   * @param {(Node | string)[]} children
   */
  const make = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  const waiting = (/** @type {number} */ delay) =>
    new Promise((resolve) => setTimeout(resolve, delay));

  /**
   * @param {string} kind
   * @param {string} text
   * @param {() => void} act
   */
  const button = (kind, text, act) => {
    const element = make("button", { class: `rulebook-preview-${kind}`, type: "button" }, text);
    element.addEventListener("click", act);
    return element;
  };

  /** @param {string | null} [text] */
  const tidy = (text) => (text ?? "").replace(/\s+/g, " ").trim();

  /**
   * @param {HTMLAnchorElement} link
   * @param {Preview} preview
   * @param {boolean} isModal
   */
  const boxOf = (link, preview, isModal) => {
    const id = `rulebook-preview-${++state.made}`;
    const body = make("div", { class: "rulebook-preview-body" });
    body.append(contentOf(preview.markup, link.href.split("#")[0], `${id}-`));
    const kind = isModal ? "modal" : "tooltip";
    const extra = (isModal ? told.modalClass : told.tooltipClass) || "";
    const box = make(isModal ? "dialog" : "div", {
      id,
      class: `rulebook-preview rulebook-preview-${kind} ${extra}`.trim(),
      role: "tooltip",
    });
    if (isModal) box.append(head(link, box, body, id));
    box.append(body);
    const width = isModal ? told.modalWidth : told.width;
    const length = /^\d+$/.test(width ?? "") ? `${width}px` : width;
    if (length) box.style.setProperty("--rulebook-preview-width", length);
    if (isModal && told.modalSide) box.classList.add(`rulebook-preview-at-${told.modalSide}`);
    if (told.animation && told.animation !== "fade") box.classList.add("rulebook-preview-still");
    return box;
  };

  /**
   * The element that titles a preview, and its words: of a signature the name alone.
   * @param {HTMLElement} body
   */
  const titleIn = (body) => {
    const found = body.querySelector(TITLES);
    return { found, words: tidy((found?.querySelector(".sig-name") ?? found)?.textContent) };
  };

  /**
   * @param {HTMLAnchorElement} link
   * @param {HTMLElement} box
   * @param {HTMLElement} body
   * @param {string} id
   */
  const head = (link, box, body, id) => {
    const titled = titleIn(body);
    const text = titled.words || told.modalTitle || tidy(link.textContent);
    if (titled.found?.matches(SAID_ONCE)) titled.found.remove();
    const title = make("p", { class: "rulebook-preview-title", id: `${id}-title` });
    title.textContent = (told.modalPrefix || "") + text;
    const close = button("close", "×", () => dismiss());
    close.setAttribute("aria-label", words.close);
    box.setAttribute("aria-labelledby", title.id);
    return make("div", { class: "rulebook-preview-head" }, title, close);
  };

  /**
   * Make a box a dialog where it has more than a short text: a tooltip holds nothing to operate.
   * Its link is told how it begins, and that there is more.
   * @param {Entry} entry
   */
  const equip = ({ link, box, preview, said, isModal }) => {
    const body = /** @type {HTMLElement} */ (box.querySelector(".rulebook-preview-body"));
    reveal(body);
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read out
    const text = tidy(body.innerText);
    strengthen(body);
    const scrolling = [...body.querySelectorAll("*")].filter(scrolls);
    for (const element of scrolling) element.setAttribute("tabindex", "0");
    const isShort = text.length <= SAID && !preview.isCut && !isModal;
    const isTooltip = isShort && !scrolls(box) && !body.querySelector(FOCUSABLE);
    const begins = text.length > SAID ? `${text.slice(0, SAID).replace(/\s+\S*$/, "")}…` : text;
    said.textContent = isTooltip ? text : `${begins} (${words.hint})`;
    if (isTooltip) return;
    const title = titleIn(body).words || tidy(link.textContent);
    box.setAttribute("role", "dialog");
    if (!isModal) box.setAttribute("aria-label", title);
    const more = make("a", { class: "rulebook-preview-more", href: link.href });
    more.textContent = preview.isCut ? words.on : words.more;
    const off = button("off", words.off, () => turn(false));
    const foot = make("div", { class: "rulebook-preview-foot" }, off, more);
    box.append(foot);
    strengthen(foot);
  };

  /**
   * Show what only a script of its page would, as no other script runs here.
   * @param {HTMLElement} body
   */
  const reveal = (body) => {
    if (!body.querySelector("[data-rulebook-acts]")) return;
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll("*"))) {
      const isHidden = getComputedStyle(element).display === "none" && tidy(element.textContent);
      const isTurned = element.closest("details, [role=tabpanel]");
      const isChosen = element.parentElement?.querySelector(":scope > input");
      if (isHidden && !isTurned && !isChosen) element.style.setProperty("display", "revert");
    }
  };

  /** @param {Element} element */
  const scrolls = (element) => {
    const wide = element.scrollWidth > element.clientWidth + 1;
    if (!wide && element.scrollHeight <= element.clientHeight + 1) return false;
    const { overflowX, overflowY } = getComputedStyle(element);
    return /auto|scroll/.test(wide ? overflowX : overflowY) && element.clientWidth > 0;
  };

  /**
   * The parts of a computed colour, with its opacity; false for a space that is not sRGB.
   * @param {string} colour
   */
  const partsOf = (colour) => {
    const unit = /^rgb/.test(colour) ? 1 : /^color\(srgb /.test(colour) && 255;
    const [red, green, blue, opacity = 1] = (colour.match(/[\d.e-]+/g) ?? []).map(Number);
    return unit && [red * unit, green * unit, blue * unit, opacity];
  };

  /**
   * A colour as it looks on the one below it.
   * @param {number[]} colour
   * @param {number[]} below
   */
  const over = ([red, green, blue, opacity], below) =>
    [red, green, blue].map((part, at) => part * opacity + below[at] * (1 - opacity));

  /**
   * The colour behind an element, all layers down to an opaque one; null where none can be read.
   * @param {Element} element
   */
  const paperBehind = (element) => {
    const layers = [];
    for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
      const parts = partsOf(getComputedStyle(at).backgroundColor);
      if (!parts) return null;
      layers.push(parts);
      if (parts[3] === 1) return layers.reduceRight((below, each) => over(each, below), parts);
    }
    return null;
  };

  /** @param {number[]} colour */
  const luminance = (colour) =>
    colour.reduce((sum, part, at) => {
      const light = part > 10 ? ((part / 255 + 0.055) / 1.055) ** 2.4 : part / 3295;
      return sum + light * [0.2126, 0.7152, 0.0722][at];
    }, 0);

  /**
   * Half transparent letters are as pale as pale ones.
   * @param {HTMLElement | null} element
   * @param {HTMLElement} body
   */
  const undim = (element, body) => {
    if (!element || element === body) return;
    const { opacity } = getComputedStyle(element);
    if (opacity > "0" && opacity < "1") element.style.setProperty("opacity", "1", "important");
    undim(element.parentElement, body);
  };

  /** Letters that a theme paints too pale to read (WCAG AA) are made darker, or lighter. */
  const strengthen = (/** @type {HTMLElement} */ body) => {
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll("*"))) {
      if (![...element.childNodes].some((node) => node.nodeType === 3 && tidy(node.textContent))) {
        continue;
      }
      undim(element, body);
      const colour = partsOf(getComputedStyle(element).color);
      const paper = paperBehind(element);
      if (!colour || !paper) continue;
      const ground = luminance(paper);
      const end = ground > 0.18 ? 0 : 255;
      for (let share = 0; share <= 1; share += 0.1) {
        const mixed = over(colour, paper).map((part) => Math.round(part + (end - part) * share));
        const [dark, light] = [luminance(mixed), ground].sort((a, b) => a - b);
        if ((light + 0.05) / (dark + 0.05) < 4.6) continue;
        if (share) {
          element.style.setProperty("transition", "none", "important");
          element.style.setProperty("color", `rgb(${mixed})`, "important");
        }
        break;
      }
    }
  };

  /** @type {Promise<unknown> | undefined} when the page's own MathJax has nothing in work */
  let free;

  /**
   * Mathematics, by the MathJax of this page or, where it has none, of the page shown.
   * @param {HTMLElement} body
   * @param {MathJaxOfPage} [math]
   */
  const typeset = (body, math) => {
    if (!body.querySelector(".math")) return;
    const jax = /** @type {any} */ (window).MathJax;
    if (jax?.startup?.promise) {
      /* What it has in work comes first; from a disk, MathJax 4 waits for its voice for ever. */
      free ??= Promise.race([jax.startup.promise, waiting(PATIENCE)]).catch(() => {});
      free.then(() => jaxTypeset(jax, body));
    } else if (jax?.Hub) jax.Hub.Queue(["Typeset", jax.Hub, body], placeAll);
    else if (math) {
      mathjaxTag(math).addEventListener("load", () => body.isConnected && typeset(body));
    }
  };

  /**
   * @param {any} jax
   * @param {HTMLElement} body
   */
  const jaxTypeset = (jax, body) => {
    try {
      jax.typeset([body]);
      placeAll();
    } catch {
      /* it has to load more */
      jax.typesetPromise([body]).then(placeAll, () => {});
    }
  };

  /** @param {MathJaxOfPage} math */
  const mathjaxTag = ({ src, config }) => {
    const tag = scriptTag(whole(src, root));
    const there = [...document.scripts].find((other) => other.src === tag.src);
    if (there) return there;
    /* Nothing in this page is mathematics, so only previews are typeset. */
    const startup = { ...config?.startup, typeset: false };
    /** @type {any} */ (window).MathJax = { ...config, startup };
    document.head.append(tag);
    return tag;
  };

  /* ---- opening and closing --------------------------------------------------------------- */

  /** @param {Node | null} node */
  const levelOf = (node) =>
    state.open.findLastIndex(({ box, link }) => box.contains(node) || link.contains(node));

  /** @param {Element} link */
  const levelWithin = (link) => {
    const box = link.closest(BOX);
    return state.open.findIndex((entry) => entry.box === box);
  };

  /** Whether a preview holds the focus, as a modal does once the reader is in it. */
  const holds = (/** @type {Entry} */ { box }) => box.matches(":modal");

  /**
   * @param {HTMLAnchorElement} link
   * @param {Preview} preview
   * @param {Means} by
   */
  const show = (link, preview, by) => {
    closeFrom(levelWithin(link) + 1);
    state.escaped = false;
    const isModal = link.classList.contains("hxr-modal");
    const box = boxOf(link, preview, isModal);
    const home = link.closest(`dialog${BOX}`) || link.closest(CONTENT) || document.body;
    const paper = paperBehind(home);
    if (paper) box.style.setProperty("--rulebook-paper", `rgb(${paper})`);
    const said = make("div", { id: `${box.id}-said`, hidden: "" });
    home.append(box, said);
    const described = link.getAttribute("aria-describedby");
    const back = document.activeElement;
    const { title } = link;
    const entry = { link, box, preview, said, back, x: by.x, y: by.y, title, described, isModal };
    link.removeAttribute("title"); /* or the browser shows it over the preview */
    state.open.push(entry);
    box.addEventListener("close", () => {
      if (state.open.includes(entry)) closeFrom(state.open.indexOf(entry));
    });
    if (isModal && !by.focus) {
      hold(entry);
      equip(entry);
    } else {
      box.popover = "manual";
      if (isModal) box.setAttribute("open", "");
      box.inert = true; /* or a dialog would take the focus as it shows */
      box.showPopover();
      box.inert = false;
      equip(entry);
      place(entry);
    }
    link.setAttribute("aria-describedby", described ? `${described} ${said.id}` : said.id);
    typeset(box, preview.math);
  };

  /**
   * Make a modal hold the focus.
   * @param {Entry} entry
   */
  const hold = ({ box }) => {
    if (box.popover) box.hidePopover();
    box.popover = null;
    box.removeAttribute("open");
    Object.assign(box.style, { left: "", top: "", bottom: "", maxHeight: "" });
    box.setAttribute("aria-modal", "true");
    /** @type {HTMLDialogElement} */ (box).showModal();
  };

  const closeFrom = (/** @type {number} */ level, giveBack = true) => {
    while (state.open.length > Math.max(level, 0)) {
      const entry = /** @type {Entry} */ (state.open.pop());
      const { link, box, said, title, described, back } = entry;
      if (title) link.title = title;
      const inside = box.contains(document.activeElement);
      if (inside) {
        state.dismissed = link;
        const isThere = back instanceof HTMLElement && back !== document.body && back.isConnected;
        state.returned = isThere ? back : link;
      }
      if (described) link.setAttribute("aria-describedby", described);
      else link.removeAttribute("aria-describedby");
      if (holds(entry)) {
        /** @type {HTMLDialogElement} */ (box).close(); /* which may give the focus back itself */
      }
      box.remove();
      said.remove();
      if (inside && giveBack) state.returned?.focus({ preventScroll: true });
      if (document.activeElement !== state.returned) state.returned = null;
    }
  };

  /** Close the preview that was opened last, or from a level on. */
  const dismiss = (level = state.open.length - 1) => {
    const entry = state.open[level];
    if (!entry) return;
    const { link } = entry;
    if (link.contains(state.pointed) || link === document.activeElement) state.dismissed = link;
    state.rested = state.spot;
    closeFrom(level);
  };

  /** Close what neither the pointer nor the focus is at. */
  const settle = () => {
    const focused = document.activeElement;
    const kept = focused && focused !== state.pressed ? levelOf(focused) : -1;
    const held = state.open.findLastIndex(holds);
    closeFrom(Math.max(kept, held, state.pointed ? levelOf(state.pointed) : -1) + 1);
  };

  const settleSoon = () => {
    clearTimeout(state.settling);
    state.settling = setTimeout(settle, CLOSE_DELAY);
  };

  /** @param {Element} link */
  const isOpen = (link) => state.open.some((entry) => entry.link === link);

  /**
   * Open the preview of a link if it is still wanted when it is there.
   * @param {HTMLAnchorElement} link
   * @param {Means} by
   * @param {number} delay
   */
  const want = async (link, by, delay) => {
    const mine = ++state.wish;
    const waited = new Promise((/** @type {(_: void) => void} */ resolve) => {
      state.opening = setTimeout(resolve, delay);
    });
    const [preview] = await Promise.all([previewOf(link), waited]);
    if (preview && by.focus) await inView(link);
    if (mine === state.wish && preview && link.isConnected && !isOpen(link)) {
      show(link, preview, by);
    }
    return Boolean(preview);
  };

  const unwant = () => {
    state.wish++;
    clearTimeout(state.opening);
  };

  /**
   * Resolves when a link is to be seen: a page may scroll to the focus smoothly, and takes a while.
   * @param {Element} link
   */
  const inView = (link) =>
    new Promise((/** @type {(_: void) => void} */ resolve) => {
      const watch = new IntersectionObserver((seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting) && link.isConnected) return;
        watch.disconnect();
        resolve();
      });
      watch.observe(link);
    });

  /* ---- where a tooltip stands ------------------------------------------------------------ */

  /**
   * @param {DOMRect} rect
   * @param {number} x
   * @param {number} y
   */
  const isIn = (rect, x, y) =>
    x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;

  /**
   * The line of a link that the pointer is at, or its first.
   * @param {Entry} entry
   * @returns {DOMRect | undefined}
   */
  const rectOf = ({ link, x = NaN, y = NaN }) => {
    const rects = [...link.getClientRects()];
    return rects.find((rect) => isIn(rect, x, y)) || rects[0];
  };

  /** @param {Entry} entry */
  const place = (entry) => {
    const { box, link } = entry;
    const rect = rectOf(entry);
    if (!rect) return;
    const wide = document.documentElement.clientWidth;
    const { style } = box;
    style.maxHeight = "";
    style.bottom = "auto";
    const { width, height } = box.getBoundingClientRect();
    const side = told.side ?? "";
    /** @type {Record<string, number>} */
    const room = { right: wide - rect.right, left: rect.left };
    if (room[side] > width + GAP + EDGE) {
      style.left = `${side === "right" ? rect.right + GAP : rect.left - GAP - width}px`;
      style.top = `${Math.max(EDGE, Math.min(rect.top, innerHeight - height - EDGE))}px`;
      return;
    }
    const below = innerHeight - rect.bottom - GAP - EDGE;
    const above = rect.top - GAP - EDGE;
    const fitsAbove = above >= Math.min(height, below);
    const over = side === "top" ? fitsAbove : below < height && above > below;
    const start = getComputedStyle(link).direction === "rtl" ? rect.right - width : rect.left;
    style.left = `${Math.max(EDGE, Math.min(start, wide - width - EDGE))}px`;
    style.top = over ? "auto" : `${rect.bottom + GAP}px`;
    style.bottom = over ? `${innerHeight - rect.top + GAP}px` : "auto";
    style.maxHeight = `min(24rem, ${over ? above : below}px)`;
  };

  const placeAll = () => state.open.filter((entry) => !holds(entry)).forEach(place);

  /**
   * A picture has come, and a box that was a tooltip may now have to be scrolled.
   * @param {Entry | undefined} entry
   */
  const grow = (entry) => {
    if (!entry) return;
    placeAll();
    if (entry.box.getAttribute("role") === "tooltip" && scrolls(entry.box)) equip(entry);
  };

  /** Previews move with their links, and go with one that is scrolled away. */
  const scrolled = () => {
    const gone = state.open.findIndex((entry) => {
      const rect = rectOf(entry);
      const isAway = !rect || rect.bottom < 0 || rect.top > innerHeight;
      return isAway && !holds(entry) && !entry.box.contains(document.activeElement);
    });
    if (gone >= 0) closeFrom(gone);
    placeAll();
  };

  /* ---- what the reader does -------------------------------------------------------------- */

  /**
   * The link at a place that may open a preview.
   * @param {EventTarget | null} target
   * @returns {HTMLAnchorElement | null}
   */
  const linkAt = (target) => {
    if (!state.on || !(target instanceof Element)) return null;
    const link = /** @type {HTMLAnchorElement | null} */ (target.closest(MARKED));
    if (!link || (never && link.matches(never))) return null;
    if (!link.matches(".hxr-hoverxref") && ofText && !ofText.contains(link)) return null;
    return levelWithin(link) + 1 < DEPTH ? link : null;
  };

  document.addEventListener("pointerover", (event) => {
    state.touching = event.pointerType === "touch";
    if (state.touching) return;
    state.pointed = /** @type {Node | null} */ (event.target);
    state.spot = `${event.clientX} ${event.clientY}`;
    const link = linkAt(event.target);
    if (state.spot === state.rested) return;
    state.rested = null;
    if (state.dismissed && link !== state.dismissed) state.dismissed = null;
    unwant();
    settleSoon();
    if (!link || link === state.dismissed || isOpen(link)) return;
    const delay = link.classList.contains("hxr-modal") ? MODAL_DELAY : OPEN_DELAY;
    want(link, { x: event.clientX, y: event.clientY }, delay);
  });

  /* A pointer that moves within one element is over nothing new, and yet somewhere else. */
  document.addEventListener("pointermove", (event) => {
    state.spot = `${event.clientX} ${event.clientY}`;
  });

  document.documentElement.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "touch") return;
    state.pointed = null;
    unwant();
    settleSoon();
  });

  document.addEventListener("pointerdown", (event) => {
    state.touching = event.pointerType === "touch";
    state.pressedAt = event.timeStamp;
    const link = linkAt(event.target);
    if (state.touching && link) previewOf(link); /* on its way while the finger is down */
    state.pointed = /** @type {Node | null} */ (event.target);
    if (levelOf(state.pointed) < 0) settle();
  });

  document.addEventListener("click", (event) => {
    const { clientX, clientY } = event;
    const target = event.target instanceof Element ? event.target : document.documentElement;
    const entry = state.open.at(-1);
    /* `closedby` would do this, and is not yet in every browser that we support. */
    const isBox = entry && target === entry.box && holds(entry);
    if (isBox && !isIn(target.getBoundingClientRect(), clientX, clientY)) dismiss();
    const inside = /** @type {HTMLAnchorElement | null} */ (target.closest(`${BOX} a[href]`));
    if (isOfThisPage(inside)) setTimeout(leave);
    const tab = target.closest(`${BOX} [role=tab]`);
    if (tab) turnTo(tab);
    const link = linkAt(target);
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!link || !state.touching || !isPlain || event.detail === 0 || isOpen(link)) return;
    event.preventDefault();
    const late = setTimeout(follow, PATIENCE, link);
    want(link, { x: clientX, y: clientY }, 0).then((found) => {
      clearTimeout(late);
      if (!found) follow(link);
    });
  });

  /**
   * Show the panel of a tab, as the script of its page would: none of that runs in a preview.
   * @param {Element} tab
   */
  const turnTo = (tab) => {
    for (const other of tab.closest("[role=tablist]")?.querySelectorAll("[role=tab]") ?? []) {
      const panel = document.getElementById(other.getAttribute("aria-controls") ?? "");
      other.setAttribute("aria-selected", String(other === tab));
      if (panel) panel.hidden = other !== tab;
    }
    placeAll();
  };

  /** A link in a preview led elsewhere in this page, or the page is left and may come back. */
  const leave = () => closeFrom(0, false);
  addEventListener("pagehide", leave);

  const follow = (/** @type {HTMLAnchorElement} */ link) => location.assign(link.href);

  const isOfThisPage = (/** @type {HTMLAnchorElement | null} */ link) =>
    Boolean(link?.hash) && link?.href.split("#")[0] === location.href.split("#")[0];

  document.addEventListener("focusin", (event) => {
    settleSoon();
    if (event.timeStamp - state.pressedAt < PRESS) state.pressed = event.target;
    const link = linkAt(event.target);
    if (!link || link.closest(BOX) || isOpen(link)) return; /* in a preview, a key opens */
    if ([state.dismissed, state.returned, state.pressed].includes(link)) return;
    want(link, { focus: true }, 0);
  });

  document.addEventListener("focusout", (event) => {
    if (event.target === state.dismissed) state.dismissed = null;
    if (event.target === state.returned) state.returned = null;
    /* A window that is left and comes back gives the focus to what had it. */
    if (event.target === state.pressed && document.hasFocus()) state.pressed = null;
    unwant();
    settleSoon();
  });

  /** @param {KeyboardEvent} event */
  const press = (event) => {
    state.pressedAt = -Infinity;
    if (event.key === "Escape") return closeByKey(event);
    if (opens(event)) {
      const link = linkAt(event.target);
      if (!link) return;
      event.preventDefault();
      if (!isOpen(link)) want(link, { focus: true }, 0);
    }
    /* WebKit on Linux has no name for Shift and Tab together. */
    const key = event.key === "Unidentified" ? event.code : event.key;
    if (key === "Tab" && !event.ctrlKey && !event.altKey && !event.metaKey) tab(event);
  };
  document.addEventListener("keydown", press, true);

  /**
   * The space bar opens the preview of a link in a preview; Alt with the arrow down, of any link.
   * @param {KeyboardEvent} event
   */
  const opens = ({ key, altKey, ctrlKey, metaKey, shiftKey, target }) => {
    if (ctrlKey || metaKey || shiftKey || !(target instanceof HTMLAnchorElement)) return false;
    return altKey ? key === "ArrowDown" : key === " " && target.closest(BOX) !== null;
  };

  /**
   * One Escape closes the preview that was opened last, a second one all.
   * @param {KeyboardEvent} event
   */
  const closeByKey = (event) => {
    unwant();
    if (!state.open.length) return;
    event.preventDefault();
    event.stopPropagation();
    const all = state.escaped;
    dismiss(all ? 0 : undefined);
    state.escaped = true;
  };

  /**
   * Tab goes from a reference into its preview, and out to what follows the reference.
   * @param {KeyboardEvent} event
   */
  const tab = (event) => {
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const entry = state.open.findLast(({ link, box }) => link === active || box.contains(active));
    if (!entry) return;
    const { link, box, isModal } = entry;
    const stops = stopsIn(box).filter((stop) => stop.closest(BOX) === box);
    const at = stops.indexOf(active);
    let next;
    if (link === active) {
      if (event.shiftKey) return;
      next = stops[0];
      if (isModal && !holds(entry)) hold(entry);
    } else if (holds(entry)) {
      next = stops[(at + (event.shiftKey ? stops.length - 1 : 1)) % stops.length];
    } else if (event.shiftKey && at <= 0) next = link;
    else if (!event.shiftKey && at === stops.length - 1) next = following(link);
    else next = stops[at + (event.shiftKey ? -1 : 1)];
    if (!next) return;
    event.preventDefault();
    if (next === link) state.dismissed = null;
    next.focus();
  };

  const isStop = (/** @type {any} */ element) =>
    element.tabIndex >= 0 && !element.disabled && element.getClientRects().length > 0;

  /**
   * @param {ParentNode} container
   * @returns {HTMLElement[]}
   */
  const stopsIn = (container) => {
    const found = /** @type {NodeListOf<HTMLElement>} */ (container.querySelectorAll(FOCUSABLE));
    return [...found].filter(isStop);
  };

  /**
   * @param {Element} link
   * @returns {HTMLElement | undefined}
   */
  const following = (link) => {
    const home = link.closest(BOX);
    const stops = stopsIn(home || document).filter((stop) => stop.closest(BOX) === home);
    const next = stops[stops.indexOf(/** @type {HTMLElement} */ (link)) + 1];
    const around = state.open.find((entry) => entry.box === home);
    if (next || !around) return next;
    return holds(around) ? stops[0] : following(around.link);
  };

  const inBox = (/** @type {Event} */ event) =>
    event.target instanceof Element && event.target.closest(BOX) !== null;
  const scroll = (/** @type {Event} */ event) => inBox(event) || scrolled();
  const entryOfBox = (/** @type {EventTarget | null} */ target) =>
    state.open.find(({ box }) => target instanceof Node && box.contains(target));
  addEventListener("scroll", scroll, { capture: true, passive: true });
  addEventListener("resize", placeAll);
  document.addEventListener("load", (event) => grow(entryOfBox(event.target)), true);

  /* ---- the switch ------------------------------------------------------------------------ */

  const KEPT = "rulebook-previews";
  /* Where themes have their own buttons: furo, pydata and book, Read the Docs, shibuya. */
  const BUTTONS = [
    ".content-icon-container",
    ".article-header-buttons",
    ".navbar-header-items__end",
    "ul.wy-breadcrumbs",
    ".sy-head-extra",
  ].join();
  const toggle = make("button", { type: "button", class: "rulebook-preview-switch" }, words.shown);

  /** The reader's choice, for this visit only where the browser keeps nothing. */
  const readChoice = () => {
    try {
      state.on = localStorage.getItem(KEPT) !== "off";
    } catch {
      /* kept by nobody */
    }
    mirror();
  };

  const turn = (/** @type {boolean} */ on) => {
    state.on = on;
    try {
      if (on) localStorage.removeItem(KEPT);
      else localStorage.setItem(KEPT, "off");
    } catch {
      /* kept by nobody */
    }
    mirror();
    if (!on) closeFrom(0);
  };

  const mirror = () => {
    toggle.setAttribute("aria-pressed", String(state.on));
    /* A link looks as if it had a preview only while it has one. */
    document.documentElement.dataset.rulebookLinks = state.on ? told.links || "dotted" : "plain";
  };

  const addSwitch = () => {
    const first = [...document.querySelectorAll(MARKED)].find((link) => linkAt(link) === link);
    if (!first || told.switch === "off") return;
    const end = make("div", { class: "rulebook-preview-choice" }, toggle);
    const there = [...document.querySelectorAll(BUTTONS)].find((e) => e.getClientRects().length);
    if (told.switch === "buttons" && there) {
      end.classList.add("rulebook-preview-choice-small");
      there.append(end);
    } else (first.closest(CONTENT) || document.body).append(end);
  };

  toggle.addEventListener("click", () => turn(!state.on));
  addEventListener("storage", readChoice);
  addSwitch();
  readChoice();
})();
