/** Files made by the page and handed to whoever asked for them. */

export function download(name: string, words: string, kind = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([words], { type: `${kind};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
