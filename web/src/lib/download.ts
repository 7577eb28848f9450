/** Files made by the page and handed to whoever asked for them. */

export const download = (name: string, words: string, kind = "text/plain"): void =>
  downloadFile(name, new Blob([words], { type: `${kind};charset=utf-8` }));

export function downloadFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
