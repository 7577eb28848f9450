/** Whether this machine draws the deal smoothly; where it does not, cards are laid out without their journey. */

/** Milliseconds of dealing that are looked at together. */
const SECOND = 1000;
/** Milliseconds that a frame may take on average over them: a little more than at sixty a second, for one hiccup. */
const SLOWEST = 22;
/** A frame that takes longer was not slow but away: the page was hidden, or the machine asleep. */
const AWAY = 1000;

class Frames {
  slow = $state(false);
  #taken: number[] = [];
  #together = 0;

  /** Look at every frame from now on, until what is returned is called. */
  watch(): () => void {
    let last = 0;
    let handle = requestAnimationFrame(function frame(now) {
      if (last && now - last < AWAY) frames.#note(now - last);
      last = now;
      handle = requestAnimationFrame(frame);
    });
    return () => cancelAnimationFrame(handle);
  }

  #note(milliseconds: number): void {
    this.#taken.push(milliseconds);
    this.#together += milliseconds;
    if (this.#together < SECOND) return;
    if (this.#together > this.#taken.length * SLOWEST) this.slow = true;
    while (this.#together >= SECOND) this.#together -= this.#taken.shift()!;
  }

  /** Begin anew, as at another table. */
  forget(): void {
    this.slow = false;
    this.#taken = [];
    this.#together = 0;
  }
}

export const frames = new Frames();
