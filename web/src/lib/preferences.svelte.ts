/** How somebody likes the room: its light, the cards, motion, pace and sound, and whether the coach stands by. */

import { frames } from "./frames.svelte";
import { keep, kept } from "./kept";

export type Theme = "auto" | "light" | "dark";

interface Choices {
  theme: Theme;
  fourColour: boolean;
  motion: boolean;
  coach: boolean;
  /** Whether the dealer's sentences with their rules are told besides. */
  dealer: boolean;
  /** Whether cards, chips and dice are heard. */
  sound: boolean;
  /** Whether the dealer works at a third of the time. */
  quick: boolean;
  /** Whether what happens is written out besides being shown. */
  captions: boolean;
}

const USUAL: Choices = { theme: "auto", fourColour: false, motion: true, coach: false, dealer: false, sound: false, quick: false, captions: true };

const QUICK = 0.3;

class Preferences {
  chosen = $state<Choices>({ ...USUAL, ...kept<Partial<Choices>>("preferences", {}) });
  #darkOutside = $state(false);
  #still = $state(false);

  constructor() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    this.#darkOutside = dark.matches;
    this.#still = still.matches;
    dark.addEventListener("change", () => (this.#darkOutside = dark.matches));
    still.addEventListener("change", () => (this.#still = still.matches));
  }

  get dark(): boolean {
    return this.chosen.theme === "dark" || (this.chosen.theme === "auto" && this.#darkOutside);
  }

  /** Whether cards travel: neither the person nor their system asked for stillness, and the machine keeps up. */
  get moving(): boolean {
    return this.chosen.motion && !this.#still && !frames.slow;
  }

  /** By how much the dealer's work is shortened. */
  get pace(): number {
    return this.chosen.quick ? QUICK : 1;
  }

  change(choice: Partial<Choices>): void {
    this.chosen = { ...this.chosen, ...choice };
    keep("preferences", this.chosen);
  }
}

export const preferences = new Preferences();
