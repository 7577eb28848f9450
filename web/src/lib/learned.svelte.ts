/** What somebody has learned beside the coach's decisions: the games of lessons, and the best result of each speed drill. */

import { keep, kept, store } from "./kept";

class Learned {
  lessons = $state.raw<string[]>(kept("learned", []));
  speed = $state.raw<Record<string, number>>(kept("speed", {}));

  note(game: string): void {
    this.lessons = [...new Set([...this.lessons, game])];
    keep("learned", this.lessons);
  }

  /** Note how many were right in a speed drill; whether it is the best so far. */
  timed(game: string, right: number): boolean {
    const better = right > (this.speed[game] ?? 0);
    if (better) {
      this.speed = { ...this.speed, [game]: right };
      keep("speed", this.speed);
    }
    return better;
  }

  /** Take over what the house has. */
  layOut(lessons: string[], speed: Record<string, number>): void {
    [this.lessons, this.speed] = [lessons, speed];
    store("learned", lessons);
    store("speed", speed);
  }
}

export const learned = new Learned();
