/** Figures that a page looks at again and again while it is seen; what was refused is said. */

import { onMount } from "svelte";
import { refusal } from "../lib/retry";

export class Looking {
  trouble = $state("");

  /** To be made while a page is set up: it looks at once, and again so many milliseconds after each answer, where that is wanted. */
  constructor(
    private readonly ask: () => Promise<void>,
    every: number,
    wanted: () => boolean = () => true,
  ) {
    onMount(() => {
      let gone = false;
      const again = async (first = false): Promise<void> => {
        if (first || (!document.hidden && wanted())) await this.look();
        if (!gone) timer = setTimeout(() => void again(), every);
      };
      let timer = setTimeout(() => void again(true), 0);
      return () => {
        gone = true;
        clearTimeout(timer);
      };
    });
  }

  async look(): Promise<void> {
    try {
      await this.ask();
      this.trouble = "";
    } catch (error) {
      this.trouble = refusal(error);
    }
  }
}
