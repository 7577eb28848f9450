/** Where in the house somebody is: the part of the address after the `#`. */

function read(): string[] {
  return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decoded);
}

/** A part of the address; one that was cut or mistyped is taken as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Route {
  parts = $state<string[]>(read());

  constructor() {
    addEventListener("hashchange", () => {
      this.parts = read();
      scrollTo(0, 0);
    });
  }

  /** The page's name: the first part, `lobby` if there is none. */
  get page(): string {
    return this.parts[0] ?? "lobby";
  }
}

export const route = new Route();

export function go(...parts: (string | number)[]): void {
  location.hash = `#/${parts.map((part) => encodeURIComponent(String(part))).join("/")}`;
}
