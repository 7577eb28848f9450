"""What stands where on the felt: whether something moved that is in use, and whether text is cut, broken or covered."""

from __future__ import annotations

from playwright.sync_api import Page

WATCH = """
() => {
  const first = new Map();
  const astray = new Map();
  window.moved = new Map();
  const parts = {
    spot: ["[data-spot]", (one) => one.dataset.spot],
    place: [".felt [data-place]", (one) => one.dataset.place],
    seat: [".felt .seat", (one) => one.getAttribute("aria-label")],
    card: [".own .slot[data-card]:not(.touched)", (one) => `${placeOf(one)} ${one.dataset.card}`],
    side: [".rail .side button, .rail dt", (one) => one.textContent.trim().replace("Back", "Leave")],
    deal: [".rail .deal", () => "Deal"],
    chip: [".rail .chip", (one) => one.textContent.trim()],
    choice: [".rail [data-action]", (one) => `${sequence()} ${one.dataset.action.replace(CARDS, "")}`],
  };
  const CARDS = /( [2-9TJQKA][shdc])+$/;
  const placeOf = (one) => one.closest("[data-place]").dataset.place;
  const sequence = () => document.querySelector("[data-sequence]")?.dataset.sequence;
  const look = () => {
    for (const [kind, [selector, named]] of Object.entries(parts)) {
      for (const one of document.querySelectorAll(selector)) {
        const { left, top, width, height } = one.getBoundingClientRect();
        if (!width || !height) continue;
        const name = `${kind} ${named(one)}`;
        const here = ["choice", "chip", "place"].includes(kind) ? [left, top] : [left, top, width, height];
        const before = first.get(name);
        if (!before) first.set(name, here);
        else if (!here.some((value, place) => Math.abs(value - before[place]) > 1)) astray.delete(name);
        else if (!astray.has(name)) astray.set(name, performance.now());
        else if (performance.now() - astray.get(name) > 250) // a card that was touched is put back
          window.moved.set(name, `${name}: ${before.map(Math.round)} -> ${here.map(Math.round)}`);
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
"""
"""Notes, frame by frame, whatever does not lie where it lay first."""

FAULTS = """
() => {
  const faults = new Set();
  const texts = [];
  const hidden = (node, { top, bottom }) => {
    const box = node.parentElement.closest("[data-scrolls]")?.getBoundingClientRect();
    return box && (bottom > box.bottom || top < box.top);
  };
  const seen = (node) => {
    for (let one = node.parentElement; one; one = one.parentElement) {
      const { opacity, visibility, display, clipPath } = getComputedStyle(one);
      if (opacity === "0" || visibility === "hidden" || display === "none" || clipPath !== "none") return false;
    }
    return true;
  };
  const cut = (node, { left, top, right, bottom }) => {
    let scrolls = false; // what is to be scrolled to is cut by nothing around
    for (let one = node.parentElement; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      const box = one.getBoundingClientRect();
      scrolls ||= "scrolls" in one.dataset;
      if (overflowX !== "visible" && (left < box.left - 1 || right > box.right + 1)) return true;
      if (overflowY === "visible" || scrolls) continue;
      if (top < box.top - 2 || bottom > box.bottom + 2) return true;
    }
    if (scrolls) return left < -1 || right > innerWidth + 1;
    return left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1;
  };
  const walker = document.createTreeWalker(document.querySelector(".table"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || node.parentElement.closest("svg, dialog, option") || !seen(node)) continue;
    for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width, height }) => width && height);
      const tops = new Set(lines.map(({ top }) => Math.round(top)));
      if (tops.size > 1 && !/[-–/]/.test(word)) faults.add(`broken: ${word}`);
      for (const line of lines) {
        if (cut(node, line)) faults.add(`cut: ${word} in "${node.data.trim()}"`);
        if (hidden(node, line)) continue; // to be scrolled to
        // Letters are lower than their lines.
        const [{ left, right }, trim] = [line, line.height * 0.2];
        texts.push({ word, node, left, right, top: line.top + trim, bottom: line.bottom - trim });
      }
    }
  }
  const under = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1.5 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1.5;
  for (const [place, one] of texts.entries())
    for (const other of texts.slice(place + 1))
      if (one.node !== other.node && under(one, other)) faults.add(`over each other: ${one.word} and ${other.word}`);
  const buttons = [...document.querySelectorAll(".rail button")].map((one) => [
    one.textContent.trim(),
    one.getBoundingClientRect(),
  ]);
  for (const [place, [one, here]] of buttons.entries())
    for (const [other, there] of buttons.slice(place + 1))
      if (here.width && there.width && under(here, there)) faults.add(`over each other: buttons ${one} and ${other}`);
  return [...faults];
}
"""
"""Words that are broken, cut by what they stand in or by the window, or drawn over each other."""


def watch(page: Page) -> None:
    """Begin to note what moves."""
    page.evaluate(WATCH)


def moved(page: Page) -> list[str]:
    """What has moved since, from where to where."""
    found: list[str] = page.evaluate("[...window.moved.values()]")
    return found


def faults(page: Page) -> list[str]:
    """What is wrong with the text as it stands."""
    found: list[str] = page.evaluate(FAULTS)
    return found
