/** The time in a text that is a time and nothing else, such as `▶ 3:27`. */
export function durationIn(text: string): string | undefined {
  if (text.length > longestTime || !text.includes(':')) return undefined;
  return clock.exec(text)?.[1];
}

const clock = /^[^\p{L}\p{N}]{0,3}(\p{Nd}{1,3}(?::\p{Nd}{2}){1,2})$/u;

/** A mark or two and a space before it, digits of any script. */
const longestTime = 22;
