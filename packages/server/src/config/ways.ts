import type { Facts, Setting } from './kinds.js';

const names = ['simulated', 'replay', 'http', 'impit', 'browser', 'unblocker'] as const;

/** Those that ask the engines themselves, or the gateway. */
const askingNames: readonly string[] = ['http', 'impit', 'browser'];

/** Ways to fetch: one, or a chain of them. */
export function waysSetting(facts: Facts): Setting<readonly string[]> {
  return {
    ...facts,
    must: `one of ${names.join(', ')}, the path of a module (.js or .mjs), or chain: and different ones of them, as chain:http,browser`,
    read(text) {
      const ways = (/^chain:(.*)$/s.exec(text)?.[1]?.split(',') ?? [text]).map((way) => way.trim());
      const areKnown = ways.every((way) => isName(way) || isModule(way));
      return areKnown && new Set(ways).size === ways.length ? ways : undefined;
    },
  };
}

/** Whether a way is the path of a module. */
export function isModule(way: string): boolean {
  return /\.m?js$/.test(way);
}

/** Whether any of the ways asks the engines from an address of ours. */
export function asksEngines(ways: readonly string[]): boolean {
  return ways.some((way) => askingNames.includes(way));
}

function isName(way: string): way is (typeof names)[number] {
  return (names as readonly string[]).includes(way);
}
