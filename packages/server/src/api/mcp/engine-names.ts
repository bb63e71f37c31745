import type { Engine } from '@svc/parsers';
import { engineNames } from '../../operations/index.js';

/** The engines by their names in tools, which are in lower case. */
export const toolEngines: ReadonlyMap<string, Engine> = new Map(
  (Object.keys(engineNames) as Engine[]).map((engine) => [toolEngine(engine), engine]),
);

/** Name of an engine in tools. */
export function toolEngine(engine: Engine): string {
  return engineNames[engine].toLowerCase();
}

/** `Google, Bing and Brave`, or with `or`. */
export function namedEngines(word: 'and' | 'or'): string {
  return listed(Object.values(engineNames), word);
}

/** Joins names to a list in a sentence. */
export function listed(given: readonly string[], word: 'and' | 'or'): string {
  return `${given.slice(0, -1).join(', ')} ${word} ${given.at(-1)}`;
}

/** Replaces the names of engines in the API with those that models know. */
export function withKnownNames(text: string): string {
  return text.replace(/\b[a-z]+\b/g, (word) => (Object.hasOwn(engineNames, word) ? engineNames[word as Engine] : word));
}
