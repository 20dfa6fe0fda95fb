// @ts-check
/* Lists what is wrong with the book, on every page of a preview. */

document.addEventListener("DOMContentLoaded", () => {
  /** @type {string[]} */
  const problems = /** @type {any} */ (window).rulebookProblems;
  if (!problems.length) return;
  const box = document.createElement("details");
  const folded = "rulebook-problems-folded";
  box.open = sessionStorage.getItem(folded) !== "yes";
  box.addEventListener("toggle", () => sessionStorage.setItem(folded, box.open ? "no" : "yes"));
  box.setAttribute("role", "alert");
  box.className = "rulebook-problems";
  const heading = document.createElement("summary");
  heading.style.cssText = "cursor:pointer;font-weight:bold";
  heading.textContent = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  box.append(heading);
  box.style.cssText =
    "position:fixed;inset:auto 0 0 0;z-index:99999;max-height:40vh;" +
    "overflow:auto;padding:.75rem 1rem;background:#7a1f1f;color:#fff;" +
    "font:14px/1.5 ui-monospace,monospace;box-shadow:0 0 1rem #0006";
  for (const problem of problems) {
    const line = document.createElement("div");
    line.style.cssText = "padding-left:2ch;text-indent:-2ch";
    line.textContent = problem;
    box.append(line);
  }
  document.body.append(box);
});
