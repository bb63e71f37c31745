// Writes openapi.json, the API description that clients, docs and the playground are based on:
//
//   pnpm --filter @svc/server openapi
//
// With --released it also records the released API, after `changeset version`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fullOpenApiDocument } from '../src/api/docs/openapi.js';
import { surfaceOf } from './api-surface.js';

// Runs from .work/scripts of the package, which is the working directory under pnpm.
const folder = process.cwd();
const description = fullOpenApiDocument();
writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(description, null, 2)}\n`);
if (process.argv.includes('--released')) {
  writeFileSync(join(folder, 'openapi.released.txt'), `${surfaceOf(description).join('\n')}\n`);
}
