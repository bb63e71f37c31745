import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
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

/**
 * The environment with a way to fetch, for whoever starts without naming one: captures where there are some, as in a clone of
 * the repository, else simulated engines where these are installed, else the engines themselves.
 *
 * @param captures folder of captures that `replay` takes without a setting
 */
export function withAdapter(env: NodeJS.ProcessEnv, captures = 'fixtures/pages'): NodeJS.ProcessEnv {
  if (env.SVC_ADAPTER || env.SVC_REPLAY_FOLDER || existsSync(captures)) return env;
  return { ...env, SVC_ADAPTER: hasSimulator() ? 'simulated' : 'http' };
}

function hasSimulator(): boolean {
  try {
    createRequire(import.meta.url).resolve('@svc/fixtures/package.json');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return false;
    throw error;
  }
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
