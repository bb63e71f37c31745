// Writes openapi.json, the description of the API that clients, docs and the playground build on:
//
//   pnpm --filter @svc/server openapi
//
// With --released it also records which API was released, after `changeset version`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDescription } from '../src/api/docs/openapi.js';
import { surfaceOf } from './api-surface.js';

// It runs from .work/scripts of the package, which pnpm makes the working directory.
const folder = process.cwd();
const description = apiDescription();
writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(description, null, 2)}\n`);
if (process.argv.includes('--released')) {
  writeFileSync(join(folder, 'openapi.released.txt'), `${surfaceOf(description).join('\n')}\n`);
}
