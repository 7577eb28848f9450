/** How much room the page has: a whole felt, or one that is simplified. */

class Screen {
  compact = $state(false);

  constructor() {
    const narrow = matchMedia("(max-width: 979px), (max-height: 559px)");
    this.compact = narrow.matches;
    narrow.addEventListener("change", () => (this.compact = narrow.matches));
  }
}

export const screen = new Screen();
