/** The text without the slashes that it ends with. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}
