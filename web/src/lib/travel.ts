/** How things get to where they lie: cards come from the shoe or another place, chips from the rail. */

import { preferences } from "./preferences.svelte";

const landed = new Set<string>();

/** Let an element travel once from the named place to where it now lies. */
export function travel(node: HTMLElement, { from, once, milliseconds = 180 }: { from: string; once: string; milliseconds?: number }): void {
  if (!from || !preferences.moving || document.hidden || landed.has(once)) return;
  landed.add(once);
  const source = document.querySelector(`[data-place="${CSS.escape(from)}"]`);
  if (!source) return;
  const there = source.getBoundingClientRect();
  const here = node.getBoundingClientRect();
  const dx = there.left + there.width / 2 - (here.left + here.width / 2);
  const dy = there.top + there.height / 2 - (here.top + here.height / 2);
  node.animate(
    [{ transform: `translate(${dx}px, ${dy}px) rotate(${dx > 0 ? 9 : -9}deg)` }, { transform: "none" }],
    { duration: milliseconds * preferences.pace, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" },
  );
}

/** Turn an element over when what it shows changes. */
export function turnOver(node: HTMLElement, face: string): { update: (face: string) => void } {
  let shown = face;
  return {
    update(next) {
      if (next !== shown && preferences.moving && !document.hidden)
        node.animate([{ transform: "rotateY(88deg)" }, { transform: "none" }], { duration: 190, easing: "ease-out" });
      shown = next;
    },
  };
}
