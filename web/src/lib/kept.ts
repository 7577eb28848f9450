/** What the browser keeps for its owner between visits; where it keeps nothing, the page works all the same. */

/** Who wants to know what is kept: the record that goes with the account. */
const listeners: ((name: string) => void)[] = [];
export const onKeep = (listener: (name: string) => void): unknown => listeners.push(listener);

export function keep(name: string, value: unknown): void {
  store(name, value);
  for (const listener of listeners) listener(name);
}

/** Keep something without telling those who listen. */
export function store(name: string, value: unknown): void {
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
