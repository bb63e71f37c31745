#!/usr/bin/env node
// Runs the examples that use other packages, with this service and simulated engines.
//
//   npm ci --ignore-scripts && node run.mjs
//
// Uses the built service, libraries and simulated engines of this repository. Exits with 1 if an example fails.
import { mkdirSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startSimulatedService } from '../../.dev/simulated-service.mjs';
import { checks } from './checks.mjs';

linkOwnPackages();
const key = 'key-of-the-examples';
const service = await startSimulatedService({ key, compat: 'serpapi' });
const env = { SVC_URL: service.address, SVC_KEY: key, ENGINE_GATEWAY: service.simulator.origin };

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  const error = await check(env).then(
    () => undefined,
    (thrown) => thrown,
  );
  console.log(error === undefined ? `ok     ${name}` : `FAILED ${name}\n${error.stack}`);
  if (error !== undefined) failed += 1;
}
await service.stop();
console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Our packages are not yet on the registry, so they are linked to where `npm install` would put them. */
function linkOwnPackages() {
  const scope = fileURLToPath(new URL('node_modules/@svc/', import.meta.url));
  mkdirSync(scope, { recursive: true });
  for (const name of ['client', 'fetchers', 'parsers']) {
    const target = fileURLToPath(new URL(`../../packages/${name}`, import.meta.url));
    try {
      symlinkSync(target, `${scope}${name}`, 'dir');
    } catch (error) {
      if (error.code !== 'EEXIST') throw error; // linked by an earlier run
    }
  }
}
