/** What the modules ask of a browser: events, an address, preferences and a store; the tests set and read them here. */

import { beforeEach, vi } from "vitest";

export const page = new EventTarget();
export const store = new Map<string, string>();

const stubs = {
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  location: { hash: "", host: "house", protocol: "https:" },
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  document: { hidden: false, querySelector: (): unknown => null },
  CSS: { escape: (words: string) => words },
  localStorage: {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, value: string) => void store.set(name, value),
    removeItem: (name: string) => void store.delete(name),
  },
};
for (const [name, stub] of Object.entries(stubs)) vi.stubGlobal(name, stub);

beforeEach(() => store.clear());
