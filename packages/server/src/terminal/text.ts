/** Characters that a terminal obeys instead of showing them, and those that turn the direction of text around. */
const unsafe = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

/** Text of others as it may be shown on a terminal: on one line, and unable to do anything there. */
export function plainText(text: string): string {
  return text.replace(unsafe, ' ').replace(/\s+/g, ' ').trim();
}
