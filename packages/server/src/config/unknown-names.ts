import { editDistance } from '../operations/request/nearest.js';
import { settings } from './settings.js';

/** Variables that the commands, the documentation and the tests use beside the settings. */
const otherNames: ReadonlySet<string> = new Set([
  'SVC_DEBUG',
  'SVC_KEY',
  'SVC_URL',
  'SVC_CORPUS',
  'SVC_HTML5LIB',
  'SVC_PYTHON_PACKAGES',
  'SVC_TEST_CHROMIUM',
]);

/** Variables that begin like ours and are none, each with what is to be said of it: the name that it resembles, if any. */
export function unknownSettings(env: NodeJS.ProcessEnv): Map<string, string> {
  const unknown = unknownIn(env).filter((name) => !otherNames.has(name));
  return new Map(
    unknown.map((name) => {
      const { known, distance } = nearestTo(name);
      const meant = distance <= (name.length - prefix.length) / 2 ? `; the nearest name is ${known}` : '';
      return [name, `${name} is not known and has no effect${meant}`];
    }),
  );
}

/** Variables that look like a known one: a typo must not pass for a default. */
export function misspeltNames(env: NodeJS.ProcessEnv): string[] {
  return unknownIn(env).flatMap((name) => {
    const { known, distance } = nearestTo(name);
    return distance <= 2 && !otherNames.has(name) ? [`${name} is not known; did you mean ${known}?`] : [];
  });
}

const prefix = 'SVC_';

function unknownIn(env: NodeJS.ProcessEnv): string[] {
  const known = new Set(Object.values(settings).map(({ name }) => name));
  return Object.keys(env).filter((name) => name.startsWith(prefix) && !known.has(name));
}

function nearestTo(name: string): { known: string; distance: number } {
  const near = Object.values(settings).map(({ name: known }) => ({ known, distance: editDistance(known, name) }));
  return near.reduce((best, one) => (one.distance < best.distance ? one : best));
}
