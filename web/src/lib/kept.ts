/** What the browser keeps for its owner between visits; where it keeps nothing, the page works all the same. */

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(`croupier.${name}`, JSON.stringify(value));
  } catch {
    // A full or forbidden store costs the memory of a preference and nothing else.
  }
}

export function kept<T>(name: string, otherwise: T): T {
  try {
    const words = localStorage.getItem(`croupier.${name}`);
    return words === null ? otherwise : (JSON.parse(words) as T);
  } catch {
    return otherwise;
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(`croupier.${name}`);
  } catch {
    // Nothing was kept.
  }
}
