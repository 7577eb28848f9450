/** Where the keyboard goes on: what appears takes the focus, but not on a touch screen, whose keyboard would cover the table. */
export function focusHere(node: HTMLElement): void {
  if (window.matchMedia("(pointer: fine)").matches) node.focus({ preventScroll: true });
}
