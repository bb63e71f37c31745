import { operationExtras } from '../../src/index.js';
import type { SavedPage } from './pages.js';

/** The paths to values that break the guarantees for all results. Empty if there are none. */
export function breachesOf(data: unknown, path = ''): string[] {
  if (typeof data === 'string') return isClean(data) ? [] : [`${path}: ${JSON.stringify(data.slice(0, 80))}`];
  if (typeof data === 'number') return Number.isFinite(data) ? [] : [`${path}: ${data}`];
  if (typeof data === 'boolean' || data === null) return [];
  if (typeof data !== 'object') return [`${path}: ${typeof data}`];
  const inner = Object.entries(data).flatMap(([name, value]) => breachesOf(value, `${path}.${name}`));
  return [...inner, ...breachesOfRecord(data as Readonly<Record<string, unknown>>, path)];
}

/** Every extra of an operation. */
export function allExtras({ operation }: Pick<SavedPage, 'operation'>): Readonly<Record<string, true>> {
  const names = operationExtras[operation as keyof typeof operationExtras];
  return Object.fromEntries(names.map((name) => [name, true]));
}

function breachesOfRecord(record: Readonly<Record<string, unknown>>, path: string): string[] {
  const { link, title, domain, position, current, next, other_pages: others = [] } = record;
  const isRow = /^\.organic_results\.\d+$/.test(path);
  const integers = [position, current, next, ...(others as unknown[])].filter((value) => typeof value === 'number');
  return [
    ...(path.endsWith('.attributes') ? [] : addresses).flatMap((name) => {
      const address = record[name];
      return typeof address === 'string' && !isAbsolute(address) ? [`${path}.${name}: ${address.slice(0, 80)}`] : [];
    }),
    ...(path.endsWith('.source') && title === '' ? [`${path}: a source without a title`] : []),
    ...(isRow && (title === '' || domain === '' || typeof link !== 'string')
      ? [`${path}: a row without its fields`]
      : []),
    ...(integers.every((value) => Number.isSafeInteger(value)) ? [] : [`${path}: ${JSON.stringify(integers)}`]),
  ];
}

/** Fields that contain addresses. */
const addresses = ['link', 'website', 'description_link'];

/** Whether a text is well-formed and has no invisible characters that only affect display. */
function isClean(text: string): boolean {
  return !/\p{Surrogate}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u.test(text);
}

function isAbsolute(link: string): boolean {
  if (!/^(?:https?|ftp):\/\/[^/?#]/i.test(link)) return false;
  try {
    new URL(link);
    return true;
  } catch {
    return false;
  }
}
