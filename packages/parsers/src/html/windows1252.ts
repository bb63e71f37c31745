/** What windows-1252 has for the bytes 0x80 to 0x9f, as https://encoding.spec.whatwg.org/#index-windows-1252 lists it. */
const block = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Some versions of Node, 20 among them, decode windows-1252 as ISO-8859-1 (nodejs/node#56542): this puts it right. */
export function asWindows1252(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (letter) => block.charAt(letter.charCodeAt(0) - 0x80));
}
