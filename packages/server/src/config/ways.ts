import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Facts, Setting } from './kinds.js';

const names = ['simulated', 'replay', 'http', 'impit', 'browser', 'unblocker'] as const;

/** Those that request pages from the engines, or from the gateway. */
const askingNames: readonly string[] = ['http', 'impit', 'browser'];

/** One adapter, or a chain of adapters. */
export function waysSetting(facts: Facts): Setting<readonly string[]> {
  return {
    ...facts,
    must: `one of ${names.join(', ')}, the path of a module (.js or .mjs), or chain: and several different ones, such as chain:http,browser`,
    read(text) {
      const ways = (/^chain:(.*)$/s.exec(text)?.[1]?.split(',') ?? [text]).map((way) => way.trim());
      const areKnown = ways.every((way) => isName(way) || isModule(way));
      return areKnown && new Set(ways).size === ways.length ? ways : undefined;
    },
  };
}

/**
 * The environment with a default for `SVC_ADAPTER` if it names none: captures if there are any, as in a clone of the
 * repository, otherwise simulated engines if they are installed, otherwise the engines themselves.
 *
 * @param captures folder of captures that `replay` uses by default
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

/** Whether an adapter is given as the path of a module. */
export function isModule(way: string): boolean {
  return /\.m?js$/.test(way);
}

/** Whether any of the adapters requests pages from the engines itself. */
export function asksEngines(ways: readonly string[]): boolean {
  return ways.some((way) => askingNames.includes(way));
}

function isName(way: string): way is (typeof names)[number] {
  return (names as readonly string[]).includes(way);
}
