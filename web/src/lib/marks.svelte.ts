/** What is said of the cards that lie on the felt: which of them count, and which of one's own places everybody sees. */

class Marks {
  counts = $state.raw<readonly string[]>([]);
  faceUp = $state.raw<readonly string[]>([]);

  set(counts: readonly string[], faceUp: readonly string[]): void {
    this.counts = counts;
    this.faceUp = faceUp;
  }
}

export const marks = new Marks();
