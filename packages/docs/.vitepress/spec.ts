import { readFileSync } from 'node:fs';
import type { OpenApiSpec } from '../src/reference/spec.js';

/** The API description, against which the server's tests validate its responses. */
export const spec: OpenApiSpec = JSON.parse(
  readFileSync(new URL('../../server/openapi.json', import.meta.url), 'utf8'),
);
