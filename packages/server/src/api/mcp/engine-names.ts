import type { Engine } from '@svc/parsers';

/** The engines by the names that people and models know. Without one of them this does not compile. */
const names: Readonly<Record<Engine, string>> = { alpha: 'Google', beta: 'Bing', gamma: 'Brave' };

/** The engines by what tools call them: their names in small letters. */
export const toolEngines: ReadonlyMap<string, Engine> = new Map(
  (Object.keys(names) as Engine[]).map((engine) => [toolEngine(engine), engine]),
);

/** What tools call an engine. */
export function toolEngine(engine: Engine): string {
  return names[engine].toLowerCase();
}

/** `Google, Bing and Brave`, or `or` in place of `and`. */
export function namedEngines(word: 'and' | 'or'): string {
  return listed(Object.values(names), word);
}

/** Names in a sentence. */
export function listed(given: readonly string[], word: 'and' | 'or'): string {
  return `${given.slice(0, -1).join(', ')} ${word} ${given.at(-1)}`;
}

/** A text with the names that models know in place of those of the API. */
export function withKnownNames(text: string): string {
  return text.replace(/\b[a-z]+\b/g, (word) => (Object.hasOwn(names, word) ? names[word as Engine] : word));
}
