/** How somebody likes the room: its light, the cards, motion, and whether the coach stands by. */

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
}

const USUAL: Choices = { theme: "auto", fourColour: false, motion: true, coach: false, dealer: false };

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

  change(choice: Partial<Choices>): void {
    this.chosen = { ...this.chosen, ...choice };
    keep("preferences", this.chosen);
  }
}

export const preferences = new Preferences();
