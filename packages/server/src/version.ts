import { createRequire } from 'node:module';

/** Version of this package, resolved by its name, so that it is found from sources and from the build. */
export function readPackageVersion(): string {
  const { version } = createRequire(import.meta.url)('@svc/server/package.json') as { version: string };
  return version;
}
