import { createRequire } from 'node:module';

/** Version of this package, by its own name, so that it is found from the sources as well as from what is built. */
export function versionOf(): string {
  const { version } = createRequire(import.meta.url)('@svc/server/package.json') as { version: string };
  return version;
}
