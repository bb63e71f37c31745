/**
 * A copy of plain data in which no text shares memory with the page that it was cut from. V8 lets a slice of 13
 * characters and more point into the whole: a result of some kilobytes would keep its page of megabytes alive.
 */
export function detached<T>(data: T): T {
  return copyOf(data) as T;
}

function copyOf(data: unknown): unknown {
  if (typeof data === 'string') return ownText(data);
  if (Array.isArray(data)) return data.map(copyOf);
  if (typeof data !== 'object' || data === null) return data;
  const copy: Record<string, unknown> = { ...data }; // its own names from here on, `__proto__` too
  for (const name of Object.keys(copy)) copy[name] = copyOf(copy[name]);
  return copy;
}

/** A concatenation is made into a text of its own as soon as it is sliced. */
function ownText(text: string): string {
  return text.length < shortestSlice ? text : ` ${text}`.slice(1);
}

/** V8 copies what is shorter. */
const shortestSlice = 13;
