import type { Engine } from '@svc/parsers';
import { engineDisplayNames } from '../../operations/index.js';

/** The engines by their names in tools, which are in lower case. */
export const enginesByToolName: ReadonlyMap<string, Engine> = new Map(
  (Object.keys(engineDisplayNames) as Engine[]).map((engine) => [toolEngineName(engine), engine]),
);

/** Name of an engine in tools. */
export function toolEngineName(engine: Engine): string {
  return engineDisplayNames[engine].toLowerCase();
}

/** `Google, Bing and Brave`, or with `or`. */
export function formatEngineNames(word: 'and' | 'or'): string {
  return formatNameList(Object.values(engineDisplayNames), word);
}

/** Joins names to a list in a sentence. */
export function formatNameList(given: readonly string[], word: 'and' | 'or'): string {
  return `${given.slice(0, -1).join(', ')} ${word} ${given.at(-1)}`;
}

/** Replaces the names of engines in the API with those that models know. */
export function replaceEngineNames(text: string): string {
  return text.replace(/\b[a-z]+\b/g, (word) =>
    Object.hasOwn(engineDisplayNames, word) ? engineDisplayNames[word as Engine] : word,
  );
}
