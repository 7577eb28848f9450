/** How much room the page has: a whole felt, or one that is simplified, upright or lying on its side. */

class Screen {
  compact = $state(false);
  upright = $state(false);

  constructor() {
    follow("(max-width: 979px), (max-height: 559px)", (matches) => (this.compact = matches));
    follow("(max-width: 619px), (max-width: 979px) and (min-height: 560px)", (matches) => (this.upright = matches));
  }
}

function follow(query: string, tell: (matches: boolean) => void): void {
  const media = matchMedia(query);
  tell(media.matches);
  media.addEventListener("change", () => tell(media.matches));
}

export const screen = new Screen();
