/** The time now, for whoever counts down. */

class Clock {
  now = $state(Date.now());

  constructor() {
    setInterval(() => (this.now = Date.now()), 500);
  }
}

export const clock = new Clock();
