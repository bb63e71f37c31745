import { editDistance } from '../operations/request/nearest.js';
import { settings } from './settings.js';

/** Variables that are not settings, but used by commands, documentation or tests. */
const otherNames: ReadonlySet<string> = new Set([
  'SVC_DEBUG',
  'SVC_KEY',
  'SVC_URL',
  'SVC_CORPUS',
  'SVC_HTML5LIB',
  'SVC_PYTHON_PACKAGES',
  'SVC_TEST_CHROMIUM',
]);

/** Unknown variables with our prefix, each with a message that names the setting it resembles, if any. */
export function unknownSettings(env: NodeJS.ProcessEnv): Map<string, string> {
  const unknown = unknownIn(env).filter((name) => !otherNames.has(name));
  return new Map(
    unknown.map((name) => {
      const { known, distance } = nearestTo(name);
      const meant = distance <= (name.length - prefix.length) / 2 ? `; the most similar name is ${known}` : '';
      return [name, `${name} is unknown and has no effect${meant}`];
    }),
  );
}

/** Messages for variables that look like a setting: a typo must not silently leave the default in place. */
export function misspeltNames(env: NodeJS.ProcessEnv): string[] {
  return unknownIn(env).flatMap((name) => {
    const { known, distance } = nearestTo(name);
    return distance <= 2 && !otherNames.has(name) ? [`${name} is unknown; did you mean ${known}?`] : [];
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
